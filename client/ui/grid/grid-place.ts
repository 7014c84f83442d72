import type { GridModel } from './grid-model.ts'

export interface CellAt {
  rowId: string
  columnId: string
}
/** The cell whose editor is open. */
export interface EditedCell extends CellAt {
  /** Initial text of the editor; null = the cell's value. */
  initial: string | null
  /** Select the whole value, so that the first key replaces it; most useful on touch screens. */
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

/** The active cell, the range between it and the anchor, and the open editor. */
export interface GridPlace {
  active: CellIndex
  activeRowId: string | null
  anchor: CellIndex
  editing: EditedCell | null
}
const FIRST: CellIndex = { row: 0, column: 0 }
export const START_PLACE: GridPlace = {
  active: FIRST,
  activeRowId: null,
  anchor: FIRST,
  editing: null,
}

export const rangeOf = ({ active, anchor }: GridPlace): RangeIndex => ({
  top: Math.min(active.row, anchor.row),
  bottom: Math.max(active.row, anchor.row),
  start: Math.min(active.column, anchor.column),
  end: Math.max(active.column, anchor.column),
})

export const activeCellOf = ({ active }: GridPlace, model: GridModel): CellAt | null => {
  const rowId = model.rowIds[active.row]
  const columnId = model.columnIds[active.column]
  return rowId === undefined || columnId === undefined ? null : { rowId, columnId }
}

/**
 * The place after rows or columns have changed: the active cell keeps its row and column, or moves
 * to those at the same index. Collapses the range, and closes the editor of a removed cell.
 */
export const placeAfter = (place: GridPlace, from: GridModel, to: GridModel): GridPlace => {
  const { active, activeRowId, editing } = place
  const activeColumnId = from.columnIds[active.column]
  const row = activeRowId === null ? -1 : to.indexOfRow(activeRowId)
  const column = activeColumnId === undefined ? -1 : to.columnIds.indexOf(activeColumnId)
  const isFirstRows = active.row === -1 && from.rowIds.length === 0 && to.rowIds.length > 0
  const next: CellIndex = {
    row: row >= 0 ? row : isFirstRows ? 0 : clampRow(active.row, to),
    column: clampColumn(column >= 0 ? column : active.column, to),
  }
  const isEditedGone =
    editing !== null &&
    (to.indexOfRow(editing.rowId) < 0 || !to.columnIds.includes(editing.columnId))
  return {
    active: next,
    activeRowId: to.rowIds[next.row] ?? null,
    anchor: next,
    editing: isEditedGone ? null : editing,
  }
}

/**
 * Moves the active cell.
 * @param isExtended keeps the anchor, which extends the range
 */
export const movedPlace = (
  place: GridPlace,
  model: GridModel,
  { cell, isExtended }: { cell: CellIndex; isExtended: boolean },
): GridPlace => {
  const row = clampRow(cell.row, model)
  const active = {
    row: isExtended ? Math.max(0, row) : row,
    column: clampColumn(cell.column, model),
  }
  return {
    ...place,
    active,
    activeRowId: model.rowIds[active.row] ?? null,
    anchor: isExtended ? place.anchor : active,
  }
}

/** Selects all cells; the first one is active. */
export const placeOfAll = (place: GridPlace, { rowIds, columnIds }: GridModel): GridPlace => ({
  ...place,
  active: FIRST,
  activeRowId: rowIds[0] ?? null,
  anchor: { row: rowIds.length - 1, column: columnIds.length - 1 },
})

const clampRow = (row: number, { rowIds }: GridModel): number =>
  Math.max(-1, Math.min(row, rowIds.length - 1))

const clampColumn = (column: number, { columnIds }: GridModel): number =>
  Math.max(0, Math.min(column, columnIds.length - 1))
