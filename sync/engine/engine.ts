import { type LiveChange, PUSH_LIMITS, SYNC_PROTOCOL, type PullRequest } from '#schema/api/sync.ts'
import { applyLive, applyPage, type ApplyContext, type Asked, newAsked } from './pull/apply-page.ts'
import { delayAfter, waitingFor } from './backoff.ts'
import { type Batch, fitsAlone, gatherBatch, toPush } from './outbox/batch.ts'
import type { Engine, EnginePorts, EngineState, Written } from './engine-ports.ts'
import { type OutboxEntry, SyncFailure } from './ports.ts'
import { lateOnes, resendParked } from './outbox/resend.ts'
import { type Afresh, askVerdicts, startAfresh } from './pull/start-afresh.ts'

/** Somebody may go on writing while entries are marked as sent. */
const MARK_ATTEMPTS = 10
/** Between a push and the pull of its verdicts. What is written meanwhile leaves at once, and its verdicts come at the latest after the longer time. */
const VERDICT_MS = 250
const LATEST_VERDICT_MS = 1_000
/** A pull by itself, as a net under the socket. */
const IDLE_PULL_MS = 60_000

/**
 * states: idle → working → idle, or → waiting (offline, busy: after 1 to 60 s again) → working, or → paused → (tryNow) working
 *
 * Verdicts are taken from pulls only; the answer to a push says just that it arrived.
 */
export const createEngine = (ports: EnginePorts): Engine => {
  const { storage, network, surroundings } = ports
  const context: ApplyContext = {
    commands: ports.commands,
    person: ports.person,
    newId: () => surroundings.newId(),
    get now() {
      return surroundings.now()
    },
  }
  let state: EngineState = { phase: 'idle' }
  let isStopped = true
  let isWanted = true
  let failures = 0
  /** Arrived at the server as far as this process knows; sent again from the beginning after any failure. */
  let pushedMid = 0
  /** Whose numbers these are: another tab may have begun anew under another client. */
  let pushedBy = ''
  let batchLimit: number = PUSH_LIMITS.mutations
  let held: LiveChange[] = []
  let written: Written | null = null
  let ahead: { after: number; batch: Promise<Batch> } | null = null
  let nap: { done: Promise<void>; interrupt(): void } | null = null
  /** Naps between a push and the pull of its verdicts. */
  let isResting = false
  let running: Promise<void> = Promise.resolve()

  const setState = (next: EngineState): void => {
    state = next
    ports.onState(next)
  }

  const readBatch = async (after: number): Promise<Batch> => {
    for (let attempt = 0; attempt < MARK_ATTEMPTS; attempt += 1) {
      const batch = await storage.transaction('read', (tx) =>
        gatherBatch(tx, { after, limit: batchLimit, isMarking: false }),
      )
      if (batch.isMarked) return batch
      // Nobody waits for the commit of such a transaction, and it may fail: only what is read again stands.
      await storage.transaction('apply', (tx) =>
        gatherBatch(tx, { after, limit: batchLimit, isMarking: true }),
      )
    }
    throw new SyncFailure('busy')
  }
  /** The batch after this one, while this one is on its way. */
  const readAhead = (after: number): void => {
    const batch = readBatch(after)
    // Whoever needs it hears of it.
    batch.catch(() => undefined)
    ahead = { after, batch }
  }
  const nextBatch = async (): Promise<Batch> => {
    const [known, read] = [written, ahead]
    written = null
    ahead = null
    const isNext =
      known !== null && known.clientId === pushedBy && known.entry.mid === pushedMid + 1
    if (isNext && fitsAlone(known.entry))
      return { ...known, entries: [known.entry], isMarked: true, isLast: true }
    const after = pushedMid
    const batch = await (read?.after === after ? read.batch : readBatch(after))
    if (batch.clientId === pushedBy) return batch
    pushedBy = batch.clientId
    pushedMid = 0
    return after === 0 ? batch : readBatch(0)
  }

  const poison = async (mid: number, reason: string): Promise<void> =>
    storage.transaction('apply', async (tx) => {
      const entry = await tx.outboxEntry(mid)
      if (entry !== undefined) tx.putOutbox({ ...entry, poison: reason })
    })

  /** True when the request was refused as such and can be made again in another shape. */
  const reshape = async (
    failure: SyncFailure,
    entries: readonly OutboxEntry[],
  ): Promise<boolean> => {
    const [first] = entries
    if (first === undefined || (failure.kind !== 'tooLarge' && failure.kind !== 'malformed'))
      return false
    if (entries.length > 1) batchLimit = Math.max(1, Math.floor(entries.length / 2))
    else if (first.poison === null)
      await poison(first.mid, failure.kind === 'tooLarge' ? 'TOO_LARGE' : 'INPUT_INVALID')
    else return false
    return true
  }

  /** The server has not taken what we think it has; false: it lacks even edits whose verdicts it had told. */
  const mendGap = async (lastMid: number | undefined): Promise<boolean> => {
    const [first] = await storage.transaction('read', (tx) => tx.outboxAfter(0, 1))
    pushedMid = 0
    return first === undefined || lastMid === undefined || lastMid >= first.mid - 1
  }

  const restart = async (where: Afresh): Promise<void> => {
    const changes = await storage.transaction('edit', (tx) => startAfresh(tx, context, where))
    pushedMid = 0
    ports.onChange(changes)
  }

  /** gap: the server counts otherwise than we do, and a pull has to tell why (it may be another server). Afresh: how, if it is the same server. */
  type Pushed = 'all' | 'gap' | Afresh
  const pushAll = async (): Promise<Pushed> => {
    for (let isMended = false; ;) {
      const { serverId, clientId, entries, isLast } = await nextBatch()
      const last = entries.at(-1)
      if (last === undefined || serverId === null) return 'all'
      try {
        const sent = network.push({
          serverId,
          clientId,
          schemaVersion: SYNC_PROTOCOL,
          mutations: entries.map(toPush),
        })
        if (!isLast) readAhead(last.mid)
        await sent
        pushedMid = Math.max(pushedMid, last.mid)
        if (batchLimit < PUSH_LIMITS.mutations)
          batchLimit = Math.min(PUSH_LIMITS.mutations, batchLimit * 2)
        if (isLast && !isWanted) return 'all'
      } catch (error) {
        ahead = null
        if (!(error instanceof SyncFailure)) throw error
        if (error.kind === 'gap') {
          if (isMended) return 'gap'
          if (error.lastMid !== undefined && error.lastMid >= last.mid) return 'all'
          isMended = true
          if (!(await mendGap(error.lastMid))) return { serverId, clientId }
        } else if (error.kind === 'foreign') await restart({ serverId, clientId })
        else if (!(await reshape(error, entries))) throw error
      }
    }
  }

  const askPull = async (): Promise<{ request: PullRequest; asked: Asked }> =>
    storage.transaction('read', async (tx) => {
      const meta = await tx.meta()
      const cursors = (await tx.cursors()).filter((cursor) => !cursor.isDenied)
      return {
        request: {
          serverId: meta.serverId,
          clientId: meta.clientId,
          schemaVersion: SYNC_PROTOCOL,
          home: (await tx.home())?.etag ?? null,
          ackMid: meta.ackMid,
          projects: Object.fromEntries(
            cursors.map(({ projectId, epoch, buckets }) => [projectId, { epoch, buckets }]),
          ),
        },
        asked: newAsked(meta.clientId, cursors),
      }
    })

  /** True when the device is up to date; false when it must ask again. */
  const pullOnce = async (): Promise<boolean> => {
    const { request, asked } = await askPull()
    let isElsewhere = false
    for await (const page of network.pull(request)) {
      // The record of a parked edit must be on the disk before the server may forget its verdict.
      const kind =
        !page.more && page.results.some((result) => result.status !== 'applied') ? 'edit' : 'apply'
      const outcome = await storage.transaction(kind, (tx) => applyPage(tx, context, page, asked))
      const at = surroundings.now()
      ports.onContact?.(at, page.now - at)
      if (outcome.kind === 'stale') return false
      isElsewhere = outcome.kind === 'otherServer'
      if (outcome.kind === 'otherServer') break
      ports.onChange(outcome.changes)
      isWanted ||= outcome.again
      if (!page.more) {
        await resendLate()
        return true
      }
    }
    if (!isElsewhere) throw new SyncFailure('offline')
    await restart(await askVerdicts(storage, network))
    return false
  }

  const resendLate = async (): Promise<void> => {
    if ((await storage.transaction('read', lateOnes)).length === 0) return
    const writer = {
      commands: ports.commands,
      person: ports.person,
      id: surroundings.newId(),
      now: surroundings.now(),
    }
    const changes = await storage.transaction('edit', (tx) => resendParked(tx, writer))
    if (changes.length === 0) return
    ports.onChange(changes)
    isWanted = true
  }

  const applyHeld = async (): Promise<void> => {
    const changes = held
    held = []
    for (const change of changes) {
      await storage.transaction('apply', async (tx) => {
        const result = await applyLive(tx, context, change)
        if (result === 'pull') isWanted = true
        // Told with its last step, before the storage has taken it down: on the server it is durable, and what gets lost here comes again.
        else if (result !== 'known') ports.onChange([result])
      })
    }
  }

  const sleep = async (ms: number): Promise<void> => {
    nap = surroundings.sleep(ms)
    await nap.done
    nap = null
  }
  /** The others' screens come first: edits that follow one another leave at once, and share the pull of their verdicts. */
  const pushWhileWritten = async (): Promise<Pushed> => {
    const latest = surroundings.sleep(LATEST_VERDICT_MS)
    let isLate = false
    void latest.done.then(() => {
      isLate = true
    })
    try {
      for (let isRestDue = false; ;) {
        isWanted = false
        const before = pushedMid
        const pushed = await pushAll()
        isRestDue ||= pushedMid !== before
        if (pushed !== 'all' || !isRestDue || isLate || isStopped) return pushed
        isResting = true
        if (!isWanted) {
          await sleep(VERDICT_MS)
          isRestDue = false
        }
        isResting = false
        if (!isWanted || isStopped) return pushed
      }
    } finally {
      latest.interrupt()
    }
  }

  const cycle = async (): Promise<void> => {
    let pushed = await pushWhileWritten()
    while (!isStopped && !(await pullOnce())) pushed = await pushAll()
    if (pushed === 'gap') throw new SyncFailure('busy')
    if (pushed !== 'all' && !isStopped) await restart(pushed)
    const rest = await storage.transaction('read', async (tx) =>
      tx.outboxAfter(Math.max(pushedMid, (await tx.meta()).ackMid), 1),
    )
    if (rest.length > 0) isWanted = true
    await applyHeld()
  }

  const onFailure = (error: unknown): number => {
    pushedMid = 0
    written = null
    if (
      error instanceof SyncFailure &&
      (error.kind === 'unauthorized' || error.kind === 'update')
    ) {
      setState({ phase: 'paused', reason: error.kind })
      return IDLE_PULL_MS
    }
    failures += 1
    const delayMs = delayAfter(error, failures, surroundings.random())
    setState({
      phase: 'waiting',
      reason: waitingFor(error),
      nextTryAt: surroundings.now() + delayMs,
    })
    return delayMs
  }

  const run = async (): Promise<void> => {
    while (!isStopped) {
      let delayMs = IDLE_PULL_MS
      try {
        if (isWanted) setState({ phase: 'working' })
        if (isWanted) await cycle()
        else await applyHeld()
        failures = 0
        setState({ phase: 'idle' })
      } catch (error) {
        delayMs = onFailure(error)
      }
      if (isStopped) return
      if (state.phase === 'idle' && (isWanted || held.length > 0)) continue
      await sleep(delayMs)
      // A live change alone is no reason to pull.
      if (state.phase !== 'idle' || held.length === 0) isWanted = true
    }
  }

  const isReady = (): boolean => state.phase === 'idle' || isResting

  return {
    start() {
      if (!isStopped) return
      isStopped = false
      running = running.then(run)
    },
    async stop() {
      isStopped = true
      nap?.interrupt()
      await running
    },
    wake(next) {
      // Of several nobody knows the last: they are read again.
      written = next !== undefined && !isWanted && isReady() ? next : null
      isWanted = true
      if (isReady()) nap?.interrupt()
    },
    tryNow() {
      isWanted = true
      nap?.interrupt()
    },
    live(change) {
      held.push(change)
      if (state.phase === 'idle') nap?.interrupt()
    },
    state: () => state,
    isReady,
  }
}
