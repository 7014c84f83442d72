import { useMemo, useRef, type MouseEvent, type PointerEvent } from 'react'
import { rowDraggable } from './grid-drag.ts'
import type { GridLatest } from './grid-edit-scope.ts'
import { cellAt, rowIdAt, titleCutText } from './grid-pointer-target.ts'
import type { GridStore } from './grid-store.ts'
import type { GridEditing } from './use-grid-editing.ts'

interface PointerInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  editing: GridEditing
  /** Rows can be dropped only in their own grid. */
  gridId: string
}

/**
 * Clicks, range selection, taps, checkboxes, drag handles and titles. The listeners are on the
 * grid, not on cells.
 */
export function useGridPointer<Row>({ store, latest, editing, gridId }: PointerInput<Row>) {
  const isDragging = useRef(false)
  const handle = useRef<{ element: HTMLElement; release: () => void } | null>(null)
  const lastChecked = useRef<string | null>(null)
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
    const check = (rowId: string, isRange: boolean) => {
      const { checked, onCheckedChange, rowIds } = latest.current.props
      const next = new Set(checked)
      const isOn = !next.has(rowId)
      const [from, to] = [store.indexOfRow(lastChecked.current ?? rowId), store.indexOfRow(rowId)]
      const ids =
        isRange && from >= 0 ? rowIds.slice(Math.min(from, to), Math.max(from, to) + 1) : [rowId]
      for (const id of ids)
        if (isOn) next.add(id)
        else next.delete(id)
      lastChecked.current = rowId
      onCheckedChange?.(next)
    }
    return {
      onPointerDown: (event: PointerEvent) => {
        if (event.button !== 0 || event.pointerType === 'touch') return
        choose(event, false)
        isDragging.current = targetOf(event.target) !== null
      },
      onPointerMove: (event: PointerEvent) => {
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
        isDragging.current = false
      },
      onClick: (event: MouseEvent) => {
        const box = (event.target as Element).closest('[data-check]')
        const rowId = box ? rowIdAt(box) : undefined
        if (rowId !== undefined) check(rowId, event.shiftKey)
        // Handle touch on click: only then it is a tap, not the start of a scroll.
        else if ((event.nativeEvent as { pointerType?: string }).pointerType === 'touch')
          choose(event, true)
      },
      onPointerOver: (event: PointerEvent) => {
        const target = event.target as HTMLElement
        if (target.matches('[data-drag-handle]') && handle.current?.element !== target) {
          handle.current?.release()
          const rowId = rowIdAt(target)
          handle.current =
            rowId === undefined
              ? null
              : { element: target, release: rowDraggable(target, rowId, gridId) }
        }
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
  }, [store, latest, editing, gridId])
}
