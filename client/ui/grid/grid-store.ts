import { markText } from './grid-mark.ts'
import { EMPTY_MODEL, type GridModel } from './grid-model.ts'
import {
  activeCellOf,
  movedPlace,
  placeAfter,
  placeOfAll,
  rangeOf,
  START_PLACE,
  type CellAt,
  type CellIndex,
  type EditedCell,
  type GridPlace,
  type RangeIndex,
} from './grid-place.ts'
import { createUnreadCells, type UnreadCells } from './unread-cells.ts'

/**
 * State of a grid: active cell, range, open editor, checked rows. Each row subscribes to its own
 * mark, so that moving the active cell renders two rows and not all.
 *
 * Renders never write to the store. A render with new rows or columns passes its model to the calls
 * that take one, and gets the result that holds once `setModel` has committed the model. A call
 * with a model that has been replaced uses the newest one.
 */
export interface GridStore {
  subscribe: (listener: () => void) => () => void
  /**
   * Called after a render with new rows or columns. The active cell keeps its row, or moves to the
   * row at the same index.
   */
  setModel: (model: GridModel) => void
  rowIds: () => readonly string[]
  columnIds: () => readonly string[]
  indexOfRow: (rowId: string) => number
  active: (model?: GridModel) => CellIndex
  activeCell: () => CellAt | null
  range: () => RangeIndex
  moveTo: (cell: CellIndex, options?: { extend?: boolean; focus?: boolean }) => void
  selectAll: () => void
  editing: () => EditedCell | null
  setEditing: (editing: EditedCell | null) => void
  setChecked: (checked: ReadonlySet<string>) => void
  /** Pasted texts that could not be parsed. */
  unread: UnreadCells
  /** The marks of a row; see `grid-mark.ts`. */
  markOfRow: (index: number, model?: GridModel) => string
  /** Index of the active column while the header is active, else -1. */
  markOfHeader: (model?: GridModel) => number
  /** True once after a move that should take the focus along, unless the wish has expired. */
  takeFocusWish: () => boolean
  hasFocusWish: () => boolean
}

/**
 * A wish for the focus that no row takes within this time expires: a row rendered later must not
 * steal the focus.
 */
const FOCUS_WISH_MS = 1_500

interface Shown {
  model: GridModel
  place: GridPlace
}

export function createGridStore(): GridStore {
  let current: Shown = { model: EMPTY_MODEL, place: START_PLACE }
  let ahead: { from: Shown; shown: Shown } | null = null
  const replaced = new WeakSet<GridModel>()
  let checked: ReadonlySet<string> = new Set()
  let focusWishUntil = 0
  const listeners = new Set<() => void>()
  const emit = () => {
    for (const listener of [...listeners]) listener()
  }
  const unread = createUnreadCells(emit)
  const setPlace = (place: GridPlace) => {
    current = { ...current, place }
  }
  const shownWith = (model: GridModel = current.model): Shown => {
    if (model === current.model || replaced.has(model)) return current
    if (ahead?.from !== current || ahead.shown.model !== model)
      ahead = {
        from: current,
        shown: { model, place: placeAfter(current.place, current.model, model) },
      }
    return ahead.shown
  }

  return {
    subscribe: (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    setModel: (model) => {
      if (model === current.model) return
      const next = { model, place: placeAfter(current.place, current.model, model) }
      replaced.add(current.model)
      current = next
      ahead = null
      queueMicrotask(emit)
    },
    rowIds: () => current.model.rowIds,
    columnIds: () => current.model.columnIds,
    indexOfRow: (rowId) => current.model.indexOfRow(rowId),
    active: (model) => shownWith(model).place.active,
    activeCell: () => activeCellOf(current.place, current.model),
    range: () => rangeOf(current.place),
    moveTo: (cell, { extend = false, focus = true } = {}) => {
      setPlace(movedPlace(current.place, current.model, { cell, isExtended: extend }))
      focusWishUntil = focus ? Date.now() + FOCUS_WISH_MS : 0
      emit()
    },
    selectAll: () => {
      if (current.model.rowIds.length === 0) return
      setPlace(placeOfAll(current.place, current.model))
      focusWishUntil = Date.now() + FOCUS_WISH_MS
      emit()
    },
    editing: () => current.place.editing,
    setEditing: (editing) => {
      setPlace({ ...current.place, editing })
      // Drop the pending focus request, because the editor focuses itself.
      if (editing !== null) focusWishUntil = 0
      emit()
    },
    unread,
    setChecked: (next) => {
      if (next === checked) return
      checked = next
      emit()
    },
    markOfRow: (index, model) => markText({ ...shownWith(model), checked, unread }, index),
    markOfHeader: (model) => {
      const { active } = shownWith(model).place
      return active.row === -1 ? active.column : -1
    },
    hasFocusWish: () => Date.now() < focusWishUntil,
    takeFocusWish: () => {
      const isWished = Date.now() < focusWishUntil
      focusWishUntil = 0
      return isWished
    },
  }
}
