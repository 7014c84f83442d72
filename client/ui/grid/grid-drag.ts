import type * as Adapter from './grid-drag-adapter.ts'
import type { DropArea } from './grid-drag-adapter.ts'

/**
 * The library of dragging is loaded by those who may move rows, and attached as soon as it is
 * there.
 */
const attachLater = (attach: (adapter: typeof Adapter) => () => void): (() => void) => {
  let isOver = false
  let release = (): void => {}
  void import('./grid-drag-adapter.ts').then((adapter) => {
    if (!isOver) release = attach(adapter)
  })
  return () => {
    isOver = true
    release()
  }
}

export const rowDraggable = (element: HTMLElement, rowId: string, gridId: string): (() => void) =>
  attachLater((adapter) => adapter.rowDraggable(element, rowId, gridId))

/**
 * One target for the whole grid: the place follows from the pointer's height, so rows need no
 * listeners.
 */
export const rowDropArea = (area: DropArea): (() => void) =>
  attachLater((adapter) => adapter.rowDropArea(area))
