import { Refusal } from '#schema/refusal.ts'

interface QueueBounds {
  width: number
  most: number
}

/** Keeps room for one job until `letGo`, which may be called again without an effect. */
export interface HeldRoom {
  letGo(): void
}

/** Runs at most `width` jobs at once; up to `most` more wait, further ones are refused. */
export const createQueue = ({ width, most }: QueueBounds) => {
  let running = 0
  let held = 0
  const waiting: (() => void)[] = []
  /** The next job takes the place at once: one that comes before it goes on would be one too many. */
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  const requireRoom = (): void => {
    if (running + waiting.length + held >= width + most) throw new Refusal('UNAVAILABLE')
  }
  /** Refuses now, so that a job that is run right after `letGo` is not refused. */
  const holdRoom = (): HeldRoom => {
    requireRoom()
    held += 1
    let isHeld = true
    return {
      letGo: () => {
        if (isHeld) held -= 1
        isHeld = false
      },
    }
  }
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    requireRoom()
    if (running >= width) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      release()
    }
  }
  return { run, holdRoom }
}
