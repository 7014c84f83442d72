import { useCallback, useImperativeHandle, type RefObject } from 'react'
import type { GridPlaces } from './grid-places.ts'
import type { GridStore } from './grid-store.ts'
import type { GridHandle } from './grid-types.ts'

interface HandleInput {
  store: GridStore
  places: RefObject<GridPlaces>
  reveal: () => void
  /** The owner's ref to the handle; set by this hook. */
  handle: RefObject<GridHandle | null> | undefined
}

/**
 * Provides the grid's handle to its owner.
 * @returns `focus`, which the grid uses too
 */
export function useGridHandle({ store, places, reveal, handle }: HandleInput): GridHandle['focus'] {
  const goTo = useCallback(
    (rowId: string, columnId?: string): void => {
      const row = store.indexOfRow(rowId)
      if (row < 0) return
      store.moveTo({
        row,
        column: columnId === undefined ? 0 : Math.max(0, store.columnIds().indexOf(columnId)),
      })
      reveal()
    },
    [store, reveal],
  )
  useImperativeHandle(
    handle,
    () => ({
      focus: goTo,
      reveal: (rowId) => {
        const row = store.indexOfRow(rowId)
        if (row >= 0) places.current.scrollTo(row)
      },
    }),
    [store, places, goTo],
  )
  return goTo
}
