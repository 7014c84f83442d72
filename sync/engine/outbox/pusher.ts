import { PUSH_LIMITS, SYNC_PROTOCOL } from '#schema/api/sync.ts'
import type { SentEdit } from '../engine-ports.ts'
import { type Network, type OutboxEntry, type Storage, SyncFailure } from '../ports.ts'
import type { NewStart } from '../pull/start-over.ts'
import { type Batch, fitsAlone, gatherBatch, toPush } from './batch.ts'

/** Edits may be written while their batch is marked as sent; then it is marked once more. */
const MARK_ATTEMPTS = 10

export interface PusherPorts {
  storage: Storage
  network: Network
  /** An edit was written since the push began. */
  isWanted(): boolean
  /**
   * Numbers the outbox under a new client, because the server knows this one as another person's.
   */
  startOver(where: NewStart): Promise<void>
}

/**
 * all: everything has arrived. gap: the server counts otherwise than this device, and a pull has to
 * tell why, because it may be another server. NewStart: it is the same server and lacks edits whose
 * verdicts it had told.
 */
export type Pushed = 'all' | 'gap' | NewStart

/** Sends the outbox, batch after batch. The answer to a push says only that it arrived. */
export class Pusher {
  readonly #ports: PusherPorts
  /** The server has all edits up to `mid` of the client; `mid` is 0 after any failure. */
  #arrived = { mid: 0, clientId: '' }
  #limit: number = PUSH_LIMITS.mutations
  /** The newest edit, where it was written as sent. */
  #offered: SentEdit | null = null
  #onHandOver = (): void => undefined
  /** Reads the batch after the one that is on its way. */
  #ahead: { after: number; batch: Promise<Batch> } | null = null

  constructor(ports: PusherPorts) {
    this.#ports = ports
  }

  get arrivedMid(): number {
    return this.#arrived.mid
  }

  /**
   * Spares the pusher the reading of an edit that was written as sent.
   * @returns resolves when the next request is handed to the network
   */
  offer(written: SentEdit): Promise<void> {
    this.#offered = written
    return new Promise((resolve) => {
      this.#onHandOver = resolve
    })
  }

  /** Several edits were written: reads the outbox for the next request. */
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

  /** Decides how to go on after a failed push; throws what only time or a person can mend. */
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

  /** @returns false: the server lacks even edits whose verdicts it had told */
  async #sendFromFirst(lastMid: number | undefined): Promise<boolean> {
    const [first] = await this.#ports.storage.transaction('read', (tx) => tx.outboxAfter(0, 1))
    this.#arrived.mid = 0
    return first === undefined || lastMid === undefined || lastMid >= first.mid - 1
  }

  /** Makes a request smaller that the server cannot read. @returns false: it cannot be smaller */
  async #reshape({ kind }: SyncFailure, entries: readonly OutboxEntry[]): Promise<boolean> {
    const [first] = entries
    if (first === undefined || (kind !== 'tooLarge' && kind !== 'malformed')) return false
    if (entries.length > 1) this.#limit = Math.max(1, Math.floor(entries.length / 2))
    else if (first.poison === null)
      await this.#poison(first.mid, kind === 'tooLarge' ? 'TOO_LARGE' : 'INPUT_INVALID')
    else return false
    return true
  }

  /** From now on, sends the entry without its content, so that the server refuses it. */
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
    // Another tab has started over under a new client.
    this.#arrived = { mid: 0, clientId: batch.clientId }
    return after === 0 ? batch : this.#readBatch(0)
  }

  #readAhead(after: number): void {
    const batch = this.#readBatch(after)
    // The next round awaits it and hears of a failure.
    batch.catch(() => undefined)
    this.#ahead = { after, batch }
  }

  async #readBatch(after: number): Promise<Batch> {
    const { storage } = this.#ports
    for (let attempt = 0; attempt < MARK_ATTEMPTS; attempt += 1) {
      const gather = (isMarking: boolean) => ({ after, limit: this.#limit, isMarking })
      const batch = await storage.transaction('read', (tx) => gatherBatch(tx, gather(false)))
      if (batch.isMarked) return batch
      // A transaction of kind `apply` may fail after it resolved: rely on what is read again.
      await storage.transaction('apply', (tx) => gatherBatch(tx, gather(true)))
    }
    throw new SyncFailure('busy')
  }
}
