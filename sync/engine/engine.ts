import { delayAfter, waitingFor } from './backoff.ts'
import type { Engine, EnginePorts } from './engine-ports.ts'
import { Pusher, type Pushed } from './outbox/pusher.ts'
import { SyncFailure } from './ports.ts'
import { Puller } from './pull/puller.ts'
import { FIRST_SCHEDULE, isReadyToSend, nextSchedule, type ScheduleEvent } from './schedule.ts'

/** Rest between a push and the pull of its verdicts: edits written in it leave at once. */
const VERDICT_MS = 250
/** Longest time from a push to the pull of its verdicts. */
const LATEST_VERDICT_MS = 1_000
/** Time between pulls while idle, as a net under the socket. */
const IDLE_PULL_MS = 60_000

/**
 * Sends edits and fetches what changed, one cycle after the other: push everything, pull, lay down
 * live changes. Takes verdicts from pulls only. States: see `schedule.ts`.
 */
export const createEngine = (ports: EnginePorts): Engine => {
  const { storage, network, surroundings } = ports
  let schedule = FIRST_SCHEDULE
  let nap: { done: Promise<void>; interrupt(): void } | null = null
  let running: Promise<void> = Promise.resolve()

  const tell = (event: ScheduleEvent): void => {
    const { state } = schedule
    schedule = nextSchedule(schedule, event)
    if (schedule.state !== state) ports.onState(schedule.state)
  }
  const puller = new Puller({
    ...ports,
    onWanted: () => tell({ type: 'want' }),
    onStartedOver: () => pusher.reset(),
  })
  const pusher = new Pusher({
    storage,
    network,
    isWanted: () => schedule.isWanted,
    startOver: (where) => puller.startOver(where),
  })

  const sleep = async (ms: number): Promise<void> => {
    nap = surroundings.sleep(ms)
    await nap.done
    nap = null
  }

  /** Pushes as long as edits follow one another, so that they share the pull of their verdicts. */
  const pushWhileWritten = async (): Promise<Pushed> => {
    const latest = surroundings.sleep(LATEST_VERDICT_MS)
    let isLate = false
    void latest.done.then(() => {
      isLate = true
    })
    try {
      for (let isRestDue = false; ;) {
        tell({ type: 'push' })
        const before = pusher.arrivedMid
        const pushed = await pusher.pushAll()
        isRestDue ||= pusher.arrivedMid !== before
        if (pushed !== 'all' || !isRestDue || isLate || !schedule.isRunning) return pushed
        if (!schedule.isWanted) {
          tell({ type: 'rest' })
          await sleep(VERDICT_MS)
          tell({ type: 'rested' })
          isRestDue = false
        }
        if (!schedule.isWanted || !schedule.isRunning) return pushed
      }
    } finally {
      latest.interrupt()
    }
  }

  const cycle = async (): Promise<void> => {
    let pushed = await pushWhileWritten()
    while (schedule.isRunning && !(await puller.pullOnce())) pushed = await pusher.pushAll()
    if (pushed === 'gap') throw new SyncFailure('busy')
    if (pushed !== 'all' && schedule.isRunning) await puller.startOver(pushed)
    const rest = await storage.transaction('read', async (tx) =>
      tx.outboxAfter(Math.max(pusher.arrivedMid, (await tx.meta()).ackMid), 1),
    )
    if (rest.length > 0) tell({ type: 'want' })
    await puller.applyHeld()
  }

  /** @returns ms until the next try */
  const fail = (error: unknown): number => {
    pusher.reset()
    if (
      error instanceof SyncFailure &&
      (error.kind === 'unauthorized' || error.kind === 'update')
    ) {
      tell({ type: 'fail', state: { phase: 'paused', reason: error.kind } })
      return IDLE_PULL_MS
    }
    const delayMs = delayAfter(error, schedule.failures + 1, surroundings.random())
    const nextTryAt = surroundings.now() + delayMs
    tell({ type: 'fail', state: { phase: 'waiting', reason: waitingFor(error), nextTryAt } })
    return delayMs
  }

  const run = async (): Promise<void> => {
    while (schedule.isRunning) {
      let delayMs = IDLE_PULL_MS
      try {
        if (schedule.isWanted) {
          tell({ type: 'work' })
          await cycle()
        } else await puller.applyHeld()
        tell({ type: 'finish' })
      } catch (error) {
        delayMs = fail(error)
      }
      if (!schedule.isRunning) return
      const isIdle = schedule.state.phase === 'idle'
      if (isIdle && (schedule.isWanted || puller.hasHeld)) continue
      await sleep(delayMs)
      // A live change alone is no reason to pull.
      if (schedule.state.phase !== 'idle' || !puller.hasHeld) tell({ type: 'want' })
    }
  }

  return {
    start() {
      if (schedule.isRunning) return
      tell({ type: 'start' })
      running = running.then(run)
    },
    async stop() {
      tell({ type: 'stop' })
      nap?.interrupt()
      await running
    },
    wake(written) {
      const isReady = isReadyToSend(schedule)
      // After several wakes the newest entry is unknown; the pusher re-reads the outbox.
      pusher.offer(written !== undefined && !schedule.isWanted && isReady ? written : null)
      tell({ type: 'want' })
      if (isReady) nap?.interrupt()
    },
    tryNow() {
      tell({ type: 'want' })
      nap?.interrupt()
    },
    live(change) {
      puller.hold(change)
      if (schedule.state.phase === 'idle') nap?.interrupt()
    },
    state: () => schedule.state,
    isReady: () => isReadyToSend(schedule),
  }
}
