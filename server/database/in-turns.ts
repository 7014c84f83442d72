import { setImmediate as nextTurn } from 'node:timers/promises'
import { inPieces } from './database.ts'

const AT_ONCE = 20

/**
 * Reads many rows one by one, in order, and yields the event loop in between: SQLite runs
 * synchronously and would delay other requests.
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
