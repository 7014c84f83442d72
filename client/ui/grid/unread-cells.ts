import type { UnreadCell } from './grid-edits.ts'

/**
 * Pasted texts that could not be parsed. They stay marked in their cells until corrected or
 * dismissed.
 */
export interface UnreadCells {
  /** The array stays the same until something changes. */
  all: () => readonly UnreadCell[]
  at: (rowId: string, columnId: string) => UnreadCell | undefined
  /** Increases with each change of the row; 0 = none. */
  versionOf: (rowId: string) => number
  /** `added` replaces the texts of its cells; `taken` cells have a valid value again. */
  change: (
    added: readonly UnreadCell[],
    taken: Iterable<{ rowId: string; columnId: string }>,
  ) => void
  clear: () => void
}

const keyOf = (rowId: string, columnId: string): string => JSON.stringify([rowId, columnId])

export const createUnreadCells = (emit: () => void): UnreadCells => {
  let cells = new Map<string, UnreadCell>()
  let rows = new Set<string>()
  let list: readonly UnreadCell[] = []
  let version = 0
  const settle = (next: Map<string, UnreadCell>): void => {
    cells = next
    list = [...cells.values()]
    rows = new Set(list.map(({ rowId }) => rowId))
    version += 1
    emit()
  }
  return {
    all: () => list,
    at: (rowId, columnId) => (rows.has(rowId) ? cells.get(keyOf(rowId, columnId)) : undefined),
    versionOf: (rowId) => (rows.has(rowId) ? version : 0),
    change: (added, taken) => {
      if (added.length === 0 && cells.size === 0) return
      const next = new Map(cells)
      for (const { rowId, columnId } of taken) next.delete(keyOf(rowId, columnId))
      for (const cell of added) next.set(keyOf(cell.rowId, cell.columnId), cell)
      if (added.length > 0 || next.size !== cells.size) settle(next)
    },
    clear: () => {
      if (cells.size > 0) settle(new Map())
    },
  }
}
