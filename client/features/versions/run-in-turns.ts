import { nextTask } from '#client/lib/next-task.ts'

const SLICE_MS = 8

/**
 * Runs long work in slices of 8 ms, so that the page stays responsive. The work allows a pause at
 * each `yield`. Resolves to null if `signal` is aborted before the end.
 */
export const runInTurns = async <T>(
  work: Generator<void, T>,
  signal: AbortSignal,
): Promise<T | null> => {
  for (;;) {
    const sliceEnd = performance.now() + SLICE_MS
    do {
      if (signal.aborted) return null
      const turn = work.next()
      if (turn.done === true) return turn.value
    } while (performance.now() < sliceEnd)
    await nextTask()
  }
}
