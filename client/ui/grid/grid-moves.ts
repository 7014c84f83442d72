import type { GridCommand } from './grid-keys.ts'
import type { CellIndex, RangeIndex } from './grid-place.ts'

/** Commands that move the active cell or collapse the range. */
export type MoveCommand = Extract<GridCommand, { do: 'move' | 'page' | 'edge' | 'collapse' }>

interface MoveFrom {
  active: CellIndex
  range: RangeIndex
  rowCount: number
  columnCount: number
  /** Number of rows per page. */
  pageRows: () => number
}

interface Move {
  to: CellIndex
  extend: boolean
}

/** The next active cell; null = leave the key to the elements around the grid. */
export function moveOf(command: MoveCommand, from: MoveFrom): Move | null {
  const { row, column } = from.active
  switch (command.do) {
    case 'move':
      return {
        to: {
          row: command.rows < -1 ? 0 : row + command.rows,
          column: column + command.columns,
        },
        extend: command.extend,
      }
    case 'page':
      return {
        to: { row: Math.max(0, row + command.direction * from.pageRows()), column },
        extend: command.extend,
      }
    case 'edge':
      return { to: edgeOf(command, from), extend: command.extend }
    case 'collapse': {
      const { top, bottom, start, end } = from.range
      return top === bottom && start === end ? null : { to: from.active, extend: false }
    }
    default:
      return command satisfies never
  }
}

const edgeOf = (
  { row, column }: Extract<GridCommand, { do: 'edge' }>,
  { active, rowCount, columnCount }: MoveFrom,
): CellIndex => ({
  row: row === 'first' ? 0 : row === 'last' ? rowCount - 1 : active.row,
  column: column === 'first' ? 0 : columnCount - 1,
})
