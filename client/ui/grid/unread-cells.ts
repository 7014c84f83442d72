import type { UnreadCell } from './grid-edits.ts'

/** Pasted texts that were no values: they stay marked in their cells until mended or dismissed. */
export interface UnreadCells {
  /** A stable array until something changes. */
  all: () => readonly UnreadCell[]
  at: (rowId: string, columnId: string) => UnreadCell | undefined
  /** Grows with every change of the row; 0 = it has none. */
  versionOf: (rowId: string) => number
  /** `added` come in the place of what these cells had; `taken` cells have a value again. */
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
