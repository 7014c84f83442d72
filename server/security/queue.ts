import { Refusal } from '#schema/refusal.ts'

interface QueueBounds {
  width: number
  most: number
}

/** Runs at most `width` jobs at once; up to `most` more wait, further ones are refused. */
export const createQueue = ({ width, most }: QueueBounds) => {
  let running = 0
  const waiting: (() => void)[] = []
  /** The next job takes the place at once: one that comes before it goes on would be one too many. */
  const release = (): void => {
    const next = waiting.shift()
    if (next === undefined) running -= 1
    else next()
  }
  const requireRoom = (): void => {
    if (waiting.length >= most) throw new Refusal('UNAVAILABLE')
  }
  const run = async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) requireRoom()
    if (running >= width) await new Promise<void>((go) => waiting.push(go))
    else running += 1
    try {
      return await work()
    } finally {
      release()
    }
  }
  return { run, requireRoom }
}
