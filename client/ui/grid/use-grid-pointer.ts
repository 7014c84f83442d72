import {
  useCallback,
  useEffect,
  useMemo,
  useRef,
  useState,
  type MouseEvent,
  type PointerEvent,
} from 'react'
import { rowDraggable } from './grid-drag.ts'
import type { GridLatest } from './grid-edit-scope.ts'
import { cellAt, rowIdAt, titleCutText } from './grid-pointer-target.ts'
import type { GridStore } from './grid-store.ts'
import { createLongPress } from './long-press.ts'
import type { GridEditing } from './use-grid-editing.ts'

const NONE: ReadonlySet<string> = new Set()

interface PointerInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  editing: GridEditing
  /** Rows can be dropped only in their own grid. */
  gridId: string
}

/**
 * Clicks, range selection, taps, long presses, checkboxes, drag handles and titles. The listeners
 * are on the grid, not on cells.
 */
export function useGridPointer<Row>({ store, latest, editing, gridId }: PointerInput<Row>) {
  const isDragging = useRef(false)
  const grab = useDragHandles(gridId)
  const check = useChecking(store, latest)
  const [press] = useState(createLongPress)
  useEffect(() => press.end, [press])
  return useMemo(() => {
    const targetOf = (target: EventTarget | null) =>
      cellAt(target, {
        indexOfRow: store.indexOfRow,
        isCheckable: latest.current.props.onCheckedChange !== undefined,
      })
    const choose = (event: MouseEvent, isTouch: boolean) => {
      const target = event.target as Element
      if (target.closest('button, a, [data-drag-handle], input, textarea, select')) return
      const cell = targetOf(target)
      if (!cell) return
      // Blur commits an open editor before the selection moves.
      if (store.editing() && document.activeElement instanceof HTMLElement)
        document.activeElement.blur()
      const active = store.active()
      const isAgain = active.row === cell.row && active.column === cell.column
      store.moveTo(cell, { extend: event.shiftKey })
      if (event.shiftKey) event.preventDefault()
      if (target.closest('[data-tick]')) editing.toggle()
      // Double taps are unreliable on touch screens, so a tap on the active cell edits it.
      else if (isTouch && isAgain) editing.open(null, true)
    }
    const hold = (event: PointerEvent) => {
      const rowId = rowToHold(event)
      if (rowId !== undefined && latest.current.props.onCheckedChange)
        press.start(event, () => check(rowId, false))
    }
    return {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0) return
        if (event.pointerType === 'touch') return hold(event)
        choose(event, false)
        isDragging.current = targetOf(event.target) !== null
      },
      onPointerMove: (event: PointerEvent) => {
        press.move(event)
        if (!isDragging.current || (event.buttons & 1) === 0 || store.editing()) {
          isDragging.current = false
          return
        }
        const cell = targetOf(event.target)
        const active = store.active()
        if (cell && (cell.row !== active.row || cell.column !== active.column))
          store.moveTo(cell, { extend: true })
      },
      onPointerUp: () => {
        press.end()
        isDragging.current = false
      },
      onPointerCancel: press.end,
      onContextMenu: (event: MouseEvent) => {
        if (isByTouch(event) && press.isHeld()) event.preventDefault()
      },
      onClick: (event: MouseEvent) => {
        if (isByTouch(event) && press.takesClick()) return
        const box = (event.target as Element).closest('[data-check]')
        const rowId = box ? rowIdAt(box) : undefined
        if (rowId !== undefined) check(rowId, event.shiftKey)
        // Handle touch on click: only then it is a tap, not the start of a scroll.
        else if (isByTouch(event)) choose(event, true)
      },
      onPointerOver: (event: PointerEvent) => {
        const target = event.target as HTMLElement
        grab(target)
        titleCutText(target)
      },
      onDoubleClick: (event: MouseEvent) => {
        const cell = targetOf(event.target)
        const column = cell && latest.current.shown[cell.column]
        if (
          !cell ||
          !column ||
          store.editing() ||
          (event.target as Element).closest('button, a, [data-tick]')
        )
          return
        if (!editing.open(null)) latest.current.props.onOpen?.(cell.rowId, column.id)
      },
    }
  }, [store, latest, editing, grab, check, press])
}

const isByTouch = (event: MouseEvent): boolean =>
  (event.nativeEvent as { pointerType?: string }).pointerType === 'touch'

/** Gives all of `rowIds` the state that `rowId` does not have. */
const toggled = (
  checked: ReadonlySet<string>,
  rowId: string,
  rowIds: readonly string[],
): Set<string> => {
  const next = new Set(checked)
  const isOn = !next.has(rowId)
  for (const id of rowIds)
    if (isOn) next.add(id)
    else next.delete(id)
  return next
}

/** The row that a resting finger selects; undefined on a control, which has its own menu. */
const rowToHold = ({ target }: PointerEvent): string | undefined =>
  target instanceof Element && !target.closest('button, a, input, textarea, select')
    ? rowIdAt(target)
    : undefined

/** Checks or unchecks a row, or all rows from the one before. */
function useChecking<Row>(store: GridStore, latest: GridLatest<Row>) {
  const lastChecked = useRef<string | null>(null)
  return useCallback(
    (rowId: string, isRange: boolean) => {
      const { checked, onCheckedChange, rowIds } = latest.current.props
      const from = isRange ? store.indexOfRow(lastChecked.current ?? rowId) : -1
      const to = store.indexOfRow(rowId)
      const range =
        from >= 0 && to >= 0 ? rowIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [rowId]
      lastChecked.current = rowId
      onCheckedChange?.(toggled(checked ?? NONE, rowId, range))
    },
    [store, latest],
  )
}

/** Makes the row of the handle below the pointer draggable, and the row before no longer. */
const useDragHandles = (gridId: string) => {
  const handle = useRef<{ element: HTMLElement; release: () => void } | null>(null)
  return useCallback(
    (target: HTMLElement) => {
      if (!target.matches('[data-drag-handle]') || handle.current?.element === target) return
      handle.current?.release()
      const rowId = rowIdAt(target)
      handle.current =
        rowId === undefined
          ? null
          : { element: target, release: rowDraggable(target, rowId, gridId) }
    },
    [gridId],
  )
}
