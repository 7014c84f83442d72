import { setImmediate as nextTurn } from 'node:timers/promises'
import { inPieces } from './database.ts'

const AT_ONCE = 20

/**
 * Reads many rows one by one, in their order, and lets other calls have their turn in between:
 * SQLite answers at once and would keep them waiting.
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
