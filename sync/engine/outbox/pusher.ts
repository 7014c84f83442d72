import { PUSH_LIMITS, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { SentEdit } from '../engine-ports.ts'
import { type Network, type OutboxEntry, type Storage, SyncFailure } from '../ports.ts'
import type { NewStart } from '../pull/start-over.ts'
import { type Batch, fitsAlone, gatherBatch, toPush } from './batch.ts'

/** Tries to mark a batch as sent; an edit written in between needs another one. */
const MARK_ATTEMPTS = 10

export interface PusherPorts {
  storage: Storage
  network: Network
  /** An edit was written since the push began. */
  isWanted(): boolean
  /**
   * Numbers the outbox under a new client, because the server knows this client as another
   * person's.
   */
  startOver(where: NewStart): Promise<void>
}

/**
 * all: every edit has arrived. gap: the server counts differently from this device, and a pull has
 * to find out whether it is another server. NewStart: it is the same server, but it lost edits
 * whose verdicts it had sent.
 */
export type Pushed = 'all' | 'gap' | NewStart

/**
 * Sends the outbox, batch after batch. The answer to a push confirms only that the edits arrived.
 */
export class Pusher {
  readonly #ports: PusherPorts
  /** The server has all edits up to `mid` of the client; `mid` is 0 after a failure. */
  #arrived = { mid: 0, clientId: '' }
  #limit: number = PUSH_LIMITS.mutations
  /** The newest edit, if it was marked as sent when it was written. */
  #offered: SentEdit | null = null
  #onHandOver = (): void => undefined
  /** The batch after the one that is under way. */
  #ahead: { after: number; batch: Promise<Batch> } | null = null

  constructor(ports: PusherPorts) {
    this.#ports = ports
  }

  get arrivedMid(): number {
    return this.#arrived.mid
  }

  hasArrived(clientId: string, mid: number): boolean {
    return clientId === this.#arrived.clientId && mid <= this.#arrived.mid
  }

  /**
   * Takes an edit that was marked as sent when it was written, so that the pusher need not read it.
   * @returns resolves when the next request is handed to the network
   */
  offer(written: SentEdit): Promise<void> {
    this.#offered = written
    return new Promise((resolve) => {
      this.#onHandOver = resolve
    })
  }

  /** Drops the offered edit: several edits were written, so the next request reads the outbox. */
  forgetOffer(): void {
    this.#offered = null
  }

  /** After a failure: sends again from the first edit without a verdict. */
  reset(): void {
    this.#arrived.mid = 0
    this.#offered = null
  }

  /** Throws SyncFailure. */
  async pushAll(): Promise<Pushed> {
    const { network, isWanted } = this.#ports
    for (let isMended = false; ;) {
      const batch = await this.#nextBatch()
      const { serverId, clientId, entries, isLast } = batch
      const last = entries.at(-1)
      if (last === undefined || serverId === null) return 'all'
      try {
        const mutations = entries.map(toPush)
        const sent = network.push({ serverId, clientId, schemaVersion: SYNC_PROTOCOL, mutations })
        this.#onHandOver()
        if (!isLast) this.#readAhead(last.mid)
        await sent
        this.#noteArrived(last.mid)
        if (isLast && !isWanted()) return 'all'
      } catch (error) {
        this.#ahead = null
        const outcome = await this.#mend(error, { batch, isMended })
        if (outcome !== 'again') return outcome
        isMended ||= error instanceof SyncFailure && error.kind === 'gap'
      }
    }
  }

  #noteArrived(mid: number): void {
    this.#arrived.mid = Math.max(this.#arrived.mid, mid)
    if (this.#limit < PUSH_LIMITS.mutations)
      this.#limit = Math.min(PUSH_LIMITS.mutations, this.#limit * 2)
  }

  /**
   * Decides how to go on after a failed push. Throws the failures that only time or a person can
   * solve.
   */
  async #mend(
    error: unknown,
    { batch, isMended }: { batch: Batch; isMended: boolean },
  ): Promise<Pushed | 'again'> {
    if (!(error instanceof SyncFailure)) throw error
    const { serverId, clientId, entries } = batch
    if (error.kind === 'gap') {
      if (isMended) return 'gap'
      if (error.lastMid !== undefined && error.lastMid >= (entries.at(-1)?.mid ?? 0)) return 'all'
      return (await this.#sendFromFirst(error.lastMid)) ? 'again' : { serverId, clientId }
    }
    if (error.kind === 'foreign') await this.#ports.startOver({ serverId, clientId })
    else if (!(await this.#reshape(error, entries))) throw error
    return 'again'
  }

  /**
   * Starts again from the first edit without a verdict.
   * @returns false: the server lost edits whose verdicts it had sent
   */
  async #sendFromFirst(lastMid: number | undefined): Promise<boolean> {
    const [first] = await this.#ports.storage.transaction('read', (tx) => tx.outboxAfter(0, 1))
    this.#arrived.mid = 0
    return first === undefined || lastMid === undefined || lastMid >= first.mid - 1
  }

  /**
   * Reduces a request that the server cannot read.
   * @returns false: it cannot be smaller
   */
  async #reshape({ kind }: SyncFailure, entries: readonly OutboxEntry[]): Promise<boolean> {
    const [first] = entries
    if (first === undefined || (kind !== 'tooLarge' && kind !== 'malformed')) return false
    if (entries.length > 1) this.#limit = Math.max(1, Math.floor(entries.length / 2))
    else if (first.poison === null)
      await this.#poison(first.mid, kind === 'tooLarge' ? 'TOO_LARGE' : 'INPUT_INVALID')
    else return false
    return true
  }

  /** Marks an entry so that it is sent without its content, and the server refuses it. */
  #poison(mid: number, reason: string): Promise<void> {
    return this.#ports.storage.transaction('apply', async (tx) => {
      const entry = await tx.outboxEntry(mid)
      if (entry !== undefined) tx.putOutbox({ ...entry, poison: reason })
    })
  }

  async #nextBatch(): Promise<Batch> {
    const { mid: after, clientId } = this.#arrived
    const offered = this.#offered
    const ahead = this.#ahead
    this.#offered = null
    this.#ahead = null
    const isNext = offered?.clientId === clientId && offered.entry.mid === after + 1
    if (isNext && fitsAlone(offered.entry))
      return { ...offered, entries: [offered.entry], isMarked: true, isLast: true }
    const batch = await (ahead?.after === after ? ahead.batch : this.#readBatch(after))
    if (batch.clientId === clientId) return batch
    // Another tab numbered the outbox under a new client.
    this.#arrived = { mid: 0, clientId: batch.clientId }
    return after === 0 ? batch : this.#readBatch(0)
  }

  #readAhead(after: number): void {
    const batch = this.#readBatch(after)
    // The next round awaits the batch, and gets the failure.
    batch.catch(() => undefined)
    this.#ahead = { after, batch }
  }

  async #readBatch(after: number): Promise<Batch> {
    const { storage } = this.#ports
    for (let attempt = 0; attempt < MARK_ATTEMPTS; attempt += 1) {
      const gather = (isMarking: boolean) => ({ after, limit: this.#limit, isMarking })
      const batch = await storage.transaction('read', (tx) => gatherBatch(tx, gather(false)))
      if (batch.isMarked) return batch
      // A transaction of kind `apply` may fail after it resolved: rely only on a second read.
      await storage.transaction('apply', (tx) => gatherBatch(tx, gather(true)))
    }
    throw new SyncFailure('busy')
  }
}
