import { draggable, monitorForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'
import { dropTargetForElements } from '@atlaskit/pragmatic-drag-and-drop/element/adapter'

const KIND = 'grid-row'

export const rowDraggable = (element: HTMLElement, rowId: string, gridId: string): (() => void) =>
  draggable({ element, getInitialData: () => ({ kind: KIND, rowId, gridId }) })

export interface DropArea {
  element: HTMLElement
  gridId: string
  /** The row at a pointer position; null = none. */
  rowAt: (clientY: number) => { rowId: string; side: 'before' | 'after' } | null
  onOver: (place: { rowId: string; side: 'before' | 'after' } | null) => void
  onDrop: (rowId: string, place: { rowId: string; side: 'before' | 'after' }) => void
}

/**
 * One drop target for the whole grid: the row is computed from the pointer's position, so rows need
 * no listeners.
 */
export function rowDropArea({ element, gridId, rowAt, onOver, onDrop }: DropArea): () => void {
  const isOurs = (data: Record<string | symbol, unknown>) =>
    data.kind === KIND && data.gridId === gridId
  const releaseTarget = dropTargetForElements({
    element,
    canDrop: ({ source }) => isOurs(source.data),
    onDrag: ({ location }) => onOver(rowAt(location.current.input.clientY)),
    onDragLeave: () => onOver(null),
    onDrop: ({ source, location }) => {
      onOver(null)
      const place = rowAt(location.current.input.clientY)
      const rowId = source.data.rowId
      if (place && typeof rowId === 'string' && rowId !== place.rowId) onDrop(rowId, place)
    },
  })
  const releaseMonitor = monitorForElements({
    canMonitor: ({ source }) => isOurs(source.data),
    onDrop: () => onOver(null),
  })
  return () => {
    releaseTarget()
    releaseMonitor()
  }
}
