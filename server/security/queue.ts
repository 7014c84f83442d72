/** Runs at most `width` pieces of work at once; the others wait in order. */
export const createQueue = (width: number) => {
  let running = 0
  const waiting: (() => void)[] = []
  const release = (): void => {
    running -= 1
    waiting.shift()?.()
  }
  return async <T>(work: () => Promise<T>): Promise<T> => {
    if (running >= width) await new Promise<void>((go) => waiting.push(go))
    running += 1
    try {
      return await work()
    } finally {
      release()
    }
  }
}
