import { setImmediate } from 'node:timers/promises'
import { inPieces } from './database.ts'

/** Lets other requests in: SQLite runs synchronously and would delay them. */
export const nextTurn = (): Promise<void> => setImmediate()

const AT_ONCE = 20

/**
 * Reads many rows one by one, in order, and lets other requests in between.
 */
export const inTurns = async <T, R>(
  items: readonly T[],
  read: (item: T) => Promise<R>,
): Promise<R[]> => {
  const found: R[] = []
  for (const piece of inPieces(items, AT_ONCE)) {
    found.push(...(await Promise.all(piece.map(read))))
    await nextTurn()
  }
  return found
}
