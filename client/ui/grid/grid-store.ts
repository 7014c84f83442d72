import { createUnreadCells, type UnreadCells } from './unread-cells.ts'

/**
 * Where the person is in the grid. Rows subscribe to their own mark, so that moving the ring draws
 * two rows and not all.
 */
export interface CellAt {
  rowId: string
  columnId: string
}
export interface EditedCell extends CellAt {
  /** What the editor starts with; null = the value of the cell. */
  initial: string | null
  /**
   * Select the value as a whole, so that the first key replaces it, which helps most on a touch
   * screen.
   */
  isSelected?: boolean
}
/** Row -1 is the header. */
export interface CellIndex {
  row: number
  column: number
}
export interface RangeIndex {
  top: number
  bottom: number
  start: number
  end: number
}

export interface GridStore {
  subscribe: (listener: () => void) => () => void
  /**
   * Called when rows or columns change; the active cell stays on its row, or on the row that took
   * its place.
   */
  setModel: (rowIds: readonly string[], columnIds: readonly string[]) => void
  rowIds: () => readonly string[]
  columnIds: () => readonly string[]
  indexOfRow: (rowId: string) => number
  active: () => CellIndex
  activeCell: () => CellAt | null
  range: () => RangeIndex
  moveTo: (cell: CellIndex, options?: { extend?: boolean; focus?: boolean }) => void
  selectAll: () => void
  editing: () => EditedCell | null
  setEditing: (editing: EditedCell | null) => void
  setChecked: (checked: ReadonlySet<string>) => void
  /** Pasted texts that were no values. */
  unread: UnreadCells
  /**
   * `activeColumn|rangeStart|rangeEnd|editedColumn|isChecked|unreadVersion` of one row, '' when
   * there is nothing to say. Columns by index, -1 = none.
   */
  markOfRow: (index: number) => string
  markOfHeader: () => number
  /** True once, and soon, after a move that should bring the focus along. */
  takeFocusWish: () => boolean
  hasFocusWish: () => boolean
}

/** A wish that no row took by then is stale: a row drawn later must not steal the focus. */
const FOCUS_WISH_MS = 1_500

export function createGridStore(): GridStore {
  let rowIds: readonly string[] = []
  let columnIds: readonly string[] = []
  let indexes: Map<string, number> | null = null
  let active: CellIndex = { row: 0, column: 0 }
  let activeRowId: string | null = null
  let anchor: CellIndex = active
  let editing: EditedCell | null = null
  let checked: ReadonlySet<string> = new Set()
  let focusWishUntil = 0
  const listeners = new Set<() => void>()
  const emit = () => {
    for (const listener of [...listeners]) listener()
  }
  const unread = createUnreadCells(emit)
  const indexOfRow = (rowId: string): number => {
    indexes ??= new Map(rowIds.map((id, index) => [id, index]))
    return indexes.get(rowId) ?? -1
  }
  const clampRow = (row: number): number => Math.max(-1, Math.min(row, rowIds.length - 1))
  const clampColumn = (column: number): number =>
    Math.max(0, Math.min(column, columnIds.length - 1))
  const range = (): RangeIndex => ({
    top: Math.min(active.row, anchor.row),
    bottom: Math.max(active.row, anchor.row),
    start: Math.min(active.column, anchor.column),
    end: Math.max(active.column, anchor.column),
  })

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setModel: (nextRowIds, nextColumnIds) => {
      if (nextRowIds === rowIds && nextColumnIds === columnIds) return
      const activeColumnId = columnIds[active.column]
      rowIds = nextRowIds
      columnIds = nextColumnIds
      indexes = null
      const row = activeRowId === null ? -1 : indexOfRow(activeRowId)
      const column = activeColumnId === undefined ? -1 : columnIds.indexOf(activeColumnId)
      active = {
        row:
          row >= 0
            ? row
            : active.row === -1 && rowIds.length > 0 && activeRowId === null
              ? 0
              : clampRow(active.row),
        column: clampColumn(column >= 0 ? column : active.column),
      }
      activeRowId = rowIds[active.row] ?? null
      anchor = active
      if (editing && (indexOfRow(editing.rowId) < 0 || !columnIds.includes(editing.columnId)))
        editing = null
      queueMicrotask(emit)
    },
    rowIds: () => rowIds,
    columnIds: () => columnIds,
    indexOfRow,
    active: () => active,
    activeCell: () => {
      const rowId = rowIds[active.row]
      const columnId = columnIds[active.column]
      return rowId === undefined || columnId === undefined ? null : { rowId, columnId }
    },
    range,
    moveTo: (cell, { extend = false, focus = true } = {}) => {
      active = { row: clampRow(cell.row), column: clampColumn(cell.column) }
      if (extend && active.row < 0) active = { ...active, row: 0 }
      activeRowId = rowIds[active.row] ?? null
      if (!extend) anchor = active
      focusWishUntil = focus ? Date.now() + FOCUS_WISH_MS : 0
      emit()
    },
    selectAll: () => {
      if (rowIds.length === 0) return
      anchor = { row: rowIds.length - 1, column: columnIds.length - 1 }
      active = { row: 0, column: 0 }
      activeRowId = rowIds[0] ?? null
      focusWishUntil = Date.now() + FOCUS_WISH_MS
      emit()
    },
    editing: () => editing,
    setEditing: (next) => {
      editing = next
      // The editor takes the focus by itself.
      if (next !== null) focusWishUntil = 0
      emit()
    },
    unread,
    setChecked: (next) => {
      if (next === checked) return
      checked = next
      emit()
    },
    markOfRow: (index) => {
      const { top, bottom, start, end } = range()
      const isActive = index === active.row
      const isInRange = index >= top && index <= bottom && (top !== bottom || start !== end)
      const edited =
        editing !== null && editing.rowId === rowIds[index]
          ? columnIds.indexOf(editing.columnId)
          : -1
      const isChecked = checked.size > 0 && checked.has(rowIds[index] ?? '')
      const unreadVersion = unread.versionOf(rowIds[index] ?? '')
      if (!isActive && !isInRange && edited < 0 && !isChecked && unreadVersion === 0) return ''
      return `${isActive ? active.column : -1}|${isInRange ? start : -1}|${isInRange ? end : -1}|${edited}|${isChecked ? 1 : 0}|${unreadVersion}`
    },
    markOfHeader: () => (active.row === -1 ? active.column : -1),
    hasFocusWish: () => Date.now() < focusWishUntil,
    takeFocusWish: () => {
      const isWished = Date.now() < focusWishUntil
      focusWishUntil = 0
      return isWished
    },
  }
}
