import type * as Adapter from './grid-drag-adapter.ts'
import type { DropArea } from './grid-drag-adapter.ts'

/** Loads the drag library on demand, for people who may move rows, and attaches it once loaded. */
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

/** Makes the grid a drop target once the library is loaded; see grid-drag-adapter.ts. */
export const rowDropArea = (area: DropArea): (() => void) =>
  attachLater((adapter) => adapter.rowDropArea(area))
