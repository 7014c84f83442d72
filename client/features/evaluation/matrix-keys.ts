export interface CellPosition {
  row: number
  column: number
}
interface KeyPress {
  key: string
  ctrlKey: boolean
  metaKey: boolean
  altKey: boolean
}
interface Size {
  rows: number
  columns: number
  page: number
}

/** The columns of names and weights. */
export const TOTAL_COLUMNS_BEFORE_VENDORS = 2

/** The cell that a key moves to; null if the key does not move the cursor. */
export const moveCell = (
  press: KeyPress,
  { row, column }: CellPosition,
  size: Size,
): CellPosition | null => {
  if (press.altKey) return null
  const isFar = press.ctrlKey || press.metaKey
  const [lastRow, lastColumn] = [size.rows - 1, size.columns - 1]
  const moves: Record<string, CellPosition> = {
    ArrowUp: { row: isFar ? 0 : row - 1, column },
    ArrowDown: { row: isFar ? lastRow : row + 1, column },
    ArrowLeft: { row, column: isFar ? 0 : column - 1 },
    ArrowRight: { row, column: isFar ? lastColumn : column + 1 },
    Home: { row: isFar ? 0 : row, column: 0 },
    End: { row: isFar ? lastRow : row, column: lastColumn },
    PageUp: { row: row - size.page, column },
    PageDown: { row: row + size.page, column },
  }
  const next = moves[press.key]
  if (next === undefined) return null
  return {
    row: Math.min(lastRow, Math.max(0, next.row)),
    column: Math.min(lastColumn, Math.max(0, next.column)),
  }
}
