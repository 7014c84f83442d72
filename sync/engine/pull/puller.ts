import { type LiveChange, type PullRequest, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { EnginePorts } from '../engine-ports.ts'
import { lateOnes, resendParked } from '../outbox/resend.ts'
import { SyncFailure } from '../ports.ts'
import { type ApplyContext, type Asked, newAsked } from './apply-context.ts'
import { applyLive } from './apply-live.ts'
import { applyPage } from './apply-page.ts'
import { Returns } from './returns.ts'
import { askVerdicts, type NewStart, startOver } from './start-over.ts'

export interface PullerPorts extends EnginePorts {
  /** Another cycle is needed, because there are edits to send or changes to pull. */
  onWanted(): void
  /** The outbox was numbered under a new client. */
  onStartedOver(): void
}

/** Stores the pages of pulls, and live changes. */
export class Puller {
  readonly #ports: PullerPorts
  readonly #context: ApplyContext
  readonly #returns = new Returns()
  #held: LiveChange[] = []

  constructor(ports: PullerPorts) {
    const { commands, person, surroundings } = ports
    this.#ports = ports
    this.#context = {
      commands,
      person,
      newId: () => surroundings.newId(),
      get now() {
        return surroundings.now()
      },
    }
  }

  get hasHeld(): boolean {
    return this.#held.length > 0
  }

  /** Keeps a live change until the engine stores it between its other work. */
  hold(change: LiveChange): void {
    this.#held.push(change)
  }

  /**
   * Pulls once and stores all pages. Throws SyncFailure.
   * @returns false when the device must pull again
   */
  async pullOnce(): Promise<boolean> {
    const { storage, network, surroundings, onContact, onChange, onWanted } = this.#ports
    const { request, asked } = await this.#ask()
    for await (const page of network.pull(request)) {
      // A parked edit must be on the disk before the server may forget its verdict.
      const hasOther = page.results.some((result) => result.status !== 'applied')
      const outcome = await storage.transaction(!page.more && hasOther ? 'edit' : 'apply', (tx) =>
        applyPage(tx, this.#context, { page, asked }),
      )
      const at = surroundings.now()
      onContact?.(at, page.now - at)
      if (outcome.kind === 'stale') return false
      if (outcome.kind === 'otherServer' || outcome.kind === 'wentBack') {
        const retryAfterMs = this.#returns.waitMs(at, surroundings.random())
        if (retryAfterMs > 0) throw new SyncFailure('busy', { retryAfterMs })
        await this.startOver(await askVerdicts(storage, network))
        return false
      }
      onChange(outcome.changes)
      if (outcome.again) onWanted()
      if (page.more) continue
      this.#returns.pulled()
      await this.#resendLate()
      return true
    }
    throw new SyncFailure('offline')
  }

  async startOver(where: NewStart): Promise<void> {
    const { storage, onChange, onStartedOver } = this.#ports
    const changes = await storage.transaction('edit', (tx) => startOver(tx, this.#context, where))
    // Live changes from before may not fit the server's present state.
    this.#held = []
    onStartedOver()
    onChange(changes)
  }

  async applyHeld(): Promise<void> {
    const { storage, onChange, onWanted } = this.#ports
    const changes = this.#held
    this.#held = []
    for (const live of changes) {
      await storage.transaction('apply', async (tx) => {
        const result = await applyLive(tx, this.#context, live)
        if (result === 'pull') onWanted()
        // Tell the screens before the commit: the server keeps the change, and sends it again if
        // the commit fails.
        else if (result !== 'known') onChange([result])
      })
    }
  }

  #ask(): Promise<{ request: PullRequest; asked: Asked }> {
    return this.#ports.storage.transaction('read', async (tx) => {
      const { serverId, clientId, ackMid, ackAt } = await tx.meta()
      const cursors = (await tx.cursors()).filter((cursor) => !cursor.isDenied)
      const home = (await tx.home())?.etag ?? null
      const projects = Object.fromEntries(
        cursors.map(({ projectId, epoch, buckets }) => [projectId, { epoch, buckets }]),
      )
      const schemaVersion = SYNC_PROTOCOL
      return {
        request: { serverId, clientId, schemaVersion, home, ackMid, projects },
        asked: newAsked({ clientId, ackMid, ackAt }, cursors),
      }
    })
  }

  /** Sends late answers again once their project is open. */
  async #resendLate(): Promise<void> {
    const { storage, commands, person, surroundings, onChange, onWanted } = this.#ports
    if ((await storage.transaction('read', lateOnes)).length === 0) return
    const writer = { commands, person, id: surroundings.newId(), now: surroundings.now() }
    const changes = await storage.transaction('edit', (tx) => resendParked(tx, writer))
    if (changes.length === 0) return
    onChange(changes)
    onWanted()
  }
}
