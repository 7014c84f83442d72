import { useEffect, type RefObject } from 'react'
import { ROW_CELL } from './grid-pointer-target.ts'
import type { GridStore } from './grid-store.ts'

/**
 * Moves the focus to the active cell after a move. React renders the move in a microtask that may
 * be queued after the first one of this listener, so wait for a second one: the next key then finds
 * the focus in place. A cell that has to be scrolled into view is focused in one of the next frames.
 */
export function useActiveFocus(store: GridStore, scroller: RefObject<HTMLElement | null>): void {
  useEffect(() => {
    let frame = 0
    const focus = (): boolean => {
      const target = scroller.current?.querySelector<HTMLElement>(
        store.active().row < 0
          ? '[role="columnheader"][tabindex="0"]'
          : `${ROW_CELL}[tabindex="0"]`,
      )
      if (!target || store.editing() || !isDrawn(target, store)) return false
      store.takeFocusWish()
      target.focus({ preventScroll: true })
      return true
    }
    const tryLater = () => {
      if (store.hasFocusWish() && !focus()) frame = requestAnimationFrame(tryLater)
    }
    const trySoon = () => {
      if (!store.hasFocusWish() || focus()) return
      // Focus the grid until the cell is rendered, so that no fast keystroke is lost.
      scroller.current?.focus({ preventScroll: true })
      tryLater()
    }
    const stop = store.subscribe(() => {
      if (!store.hasFocusWish() || store.editing()) return
      cancelAnimationFrame(frame)
      queueMicrotask(() => queueMicrotask(trySoon))
    })
    return () => {
      stop()
      cancelAnimationFrame(frame)
    }
  }, [store, scroller])
}

/** Whether the rendered marks belong to the current place and not the previous one. */
function isDrawn(cell: HTMLElement, store: GridStore): boolean {
  const { row, column } = store.active()
  if (row < 0) return true
  const place = cell.closest('[role="row"]')
  const cells = [...(place?.querySelectorAll(ROW_CELL) ?? [])]
  return place?.getAttribute('aria-rowindex') === String(row + 2) && cells.indexOf(cell) === column
}
