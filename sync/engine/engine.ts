import { delayAfter, isFull, waitingFor } from './backoff.ts'
import type { Engine, EnginePorts } from './engine-ports.ts'
import { type Pushed, Pusher } from './outbox/pusher.ts'
import { SyncFailure } from './ports.ts'
import { Puller } from './pull/puller.ts'
import { Scheduler } from './schedule.ts'

/**
 * Rest between a push and the pull of its verdicts; an edit written during the rest leaves at once.
 */
const VERDICT_MS = 250
/** Longest time from a push to the pull of its verdicts. */
const LATEST_VERDICT_MS = 1_000
/** Time between pulls while idle, for changes that the socket did not deliver. */
const IDLE_PULL_MS = 60_000

/**
 * Sends edits and fetches what changed, one cycle after the other. Takes verdicts from pulls only.
 * `schedule.ts` draws the states.
 */
export const createEngine = (ports: EnginePorts): Engine => {
  const { storage, network, surroundings } = ports
  const scheduler = new Scheduler(surroundings, ports.onState)
  const puller = new Puller({
    ...ports,
    onWanted: () => scheduler.tell({ type: 'want' }),
    onStartedOver: () => pusher.reset(),
  })
  const pusher = new Pusher({
    storage,
    network,
    isWanted: () => scheduler.isWanted,
    startOver: (where) => puller.startOver(where),
  })
  const parts: EngineParts = { storage, surroundings, scheduler, pusher, puller }
  let running: Promise<void> = Promise.resolve()

  const nudge = (): void => {
    scheduler.tell({ type: 'want' })
    if (scheduler.isReadyToSend) scheduler.interrupt()
  }
  const wake = (): void => {
    pusher.forgetOffer()
    nudge()
  }
  return {
    start() {
      if (scheduler.isRunning) return
      scheduler.tell({ type: 'start' })
      running = running.then(() => run(ports, parts))
    },
    async stop() {
      scheduler.tell({ type: 'stop' })
      scheduler.interrupt()
      await running
    },
    wake,
    async send(written) {
      if (scheduler.isWanted || !scheduler.isReadyToSend) return wake()
      const handedOver = pusher.offer(written)
      nudge()
      await handedOver
    },
    tryNow() {
      scheduler.tell({ type: 'want' })
      scheduler.interrupt()
    },
    live(change) {
      puller.hold(change)
      if (scheduler.state.phase === 'idle') scheduler.interrupt()
    },
    state: () => scheduler.state,
    isReady: () => scheduler.isReadyToSend,
  }
}

interface EngineParts extends Pick<EnginePorts, 'storage' | 'surroundings'> {
  scheduler: Scheduler
  pusher: Pusher
  puller: Puller
}

const run = async (ports: EnginePorts, parts: EngineParts): Promise<void> => {
  const { scheduler, puller } = parts
  while (scheduler.isRunning) {
    let delayMs = IDLE_PULL_MS
    try {
      if (scheduler.isWanted) {
        scheduler.tell({ type: 'work' })
        await runCycle(parts)
      } else await puller.applyHeld()
      scheduler.tell({ type: 'finish' })
    } catch (error) {
      delayMs = fail(ports, parts, await withRoomMade(ports, error))
    }
    if (!scheduler.isRunning) return
    const isIdle = scheduler.state.phase === 'idle'
    if (isIdle && (scheduler.isWanted || puller.hasHeld)) continue
    await scheduler.sleep(delayMs)
    // A live change alone is no reason to pull.
    if (scheduler.state.phase !== 'idle' || !puller.hasHeld) scheduler.tell({ type: 'want' })
  }
}

/** Pushes the whole outbox, pulls, and stores the live changes. Throws SyncFailure. */
const runCycle = async (parts: EngineParts): Promise<void> => {
  const { storage, scheduler, pusher, puller } = parts
  let pushed = await pushWhileWritten(parts)
  while (scheduler.isRunning && !(await puller.pullOnce())) pushed = await pusher.pushAll()
  if (pushed === 'gap') throw new SyncFailure('busy')
  if (pushed !== 'all' && scheduler.isRunning) await puller.startOver(pushed)
  const { first, clientId } = await storage.transaction('read', async (tx) => ({
    first: (await tx.outboxAfter(0, 1))[0],
    clientId: (await tx.meta()).clientId,
  }))
  if (first !== undefined) scheduler.tell({ type: 'want' })
  await puller.applyHeld()
  // The server went back in time before it told the verdict of an edit that had arrived. After the
  // failure all of the outbox is sent again.
  if (first !== undefined && pusher.hasArrived(clientId, first.mid) && scheduler.isRunning)
    throw new SyncFailure('busy')
}

/**
 * Pushes again as long as more edits were written, so that all of them share one pull of their
 * verdicts.
 */
const pushWhileWritten = async ({
  surroundings,
  scheduler,
  pusher,
}: EngineParts): Promise<Pushed> => {
  const latest = surroundings.sleep(LATEST_VERDICT_MS)
  let isLate = false
  void latest.done.then(() => {
    isLate = true
  })
  try {
    for (let isRestDue = false; ;) {
      scheduler.tell({ type: 'push' })
      const before = pusher.arrivedMid
      const pushed = await pusher.pushAll()
      isRestDue ||= pusher.arrivedMid !== before
      if (pushed !== 'all' || !isRestDue || isLate || !scheduler.isRunning) return pushed
      if (!scheduler.isWanted) {
        scheduler.tell({ type: 'rest' })
        await scheduler.sleep(VERDICT_MS)
        scheduler.tell({ type: 'rested' })
        isRestDue = false
      }
      if (!scheduler.isWanted || !scheduler.isRunning) return pushed
    }
  } finally {
    latest.interrupt()
  }
}

/** @returns the error that the engine waits for: the storage's own where making room failed */
const withRoomMade = async ({ makeRoom }: EnginePorts, error: unknown): Promise<unknown> => {
  if (!isFull(error)) return error
  try {
    await makeRoom?.()
    return error
  } catch (failure) {
    return failure
  }
}

/** @returns ms until the next try */
const fail = (
  { surroundings }: EnginePorts,
  { scheduler, pusher }: EngineParts,
  error: unknown,
): number => {
  pusher.reset()
  if (error instanceof SyncFailure && (error.kind === 'unauthorized' || error.kind === 'update')) {
    scheduler.tell({ type: 'fail', state: { phase: 'paused', reason: error.kind } })
    return IDLE_PULL_MS
  }
  const delayMs = delayAfter(error, scheduler.failures + 1, surroundings.random())
  const nextTryAt = surroundings.now() + delayMs
  scheduler.tell({
    type: 'fail',
    state: { phase: 'waiting', reason: waitingFor(error), nextTryAt },
  })
  return delayMs
}
