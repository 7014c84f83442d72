/** A clock that advances only when no work is left. */
export interface VirtualTime {
  now(): number
  sleep(ms: number): { done: Promise<void>; interrupt(): void }
  after(ms: number, work: () => void): void
  /** Runs everything that is due until `at`, in order. */
  runUntil(at: number): Promise<void>
}

interface Timer {
  at: number
  order: number
  work: () => void
}
let working = 0
/**
 * Runs work that takes turns of the event loop, as a database does; the clock stands still until it
 * is done.
 */
export const whileTimeStands = async <T>(work: () => Promise<T>): Promise<T> => {
  working += 1
  try {
    return await work()
  } finally {
    working -= 1
  }
}

/**
 * Lets all promises settle: the rest of a run consists of promises alone, so one turn of the event
 * loop is enough.
 */
export const settle = async (): Promise<void> => {
  do await new Promise((resolve) => setImmediate(resolve))
  while (working > 0)
}

/** As many timers as ten histories use; more mean an endless loop. */
const LIMIT = 10_000

export class NoRest extends Error {
  constructor() {
    super('The run does not come to rest')
  }
}

/** `runUntil` throws NoRest. */
export const createVirtualTime = (start: number): VirtualTime => {
  let now = start
  let order = 0
  const timers = new Set<Timer>()
  const add = (ms: number, work: () => void): Timer => {
    const timer = { at: now + Math.max(0, ms), order: (order += 1), work }
    timers.add(timer)
    return timer
  }
  const nextTimer = (until: number): Timer | undefined => {
    let best: Timer | undefined
    for (const timer of timers)
      if (
        timer.at <= until &&
        (best === undefined ||
          timer.at < best.at ||
          (timer.at === best.at && timer.order < best.order))
      )
        best = timer
    return best
  }
  return {
    now: () => now,
    after: (ms, work) => void add(ms, work),
    sleep(ms) {
      let wake = (): void => undefined
      const done = new Promise<void>((resolve) => {
        const timer = add(ms, resolve)
        wake = () => {
          timers.delete(timer)
          resolve()
        }
      })
      return { done, interrupt: () => wake() }
    },
    async runUntil(at) {
      await settle()
      for (let timer = nextTimer(at); timer !== undefined; timer = nextTimer(at)) {
        timers.delete(timer)
        if (order > LIMIT) throw new NoRest()
        now = Math.max(now, timer.at)
        timer.work()
        await settle()
      }
      now = Math.max(now, at)
    },
  }
}
