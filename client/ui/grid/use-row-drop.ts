import { useEffect, useState, type RefObject } from 'react'
import { rowDropArea } from './grid-drag.ts'
import type { GridLatest } from './grid-edit-scope.ts'
import { HEADER_HEIGHT, type GridPlaces } from './grid-places.ts'
import type { GridStore } from './grid-store.ts'

interface DropInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  scroller: RefObject<HTMLElement | null>
  places: RefObject<GridPlaces>
  gridId: string
  isMovable: boolean
}

/**
 * Accepts dropped rows of this grid.
 * @returns the drop position in px from the first row; null = none
 */
export function useRowDrop<Row>(input: DropInput<Row>): number | null {
  const { store, latest, scroller, places, gridId, isMovable } = input
  const [dropAt, setDropAt] = useState<number | null>(null)
  useEffect(() => {
    const element = scroller.current
    if (!element || !isMovable) return
    return rowDropArea({
      element,
      gridId,
      rowAt: (clientY) => {
        const y = clientY - element.getBoundingClientRect().top + element.scrollTop - HEADER_HEIGHT
        const found = places.current.rowAt(y)
        const rowId = found === null ? undefined : store.rowIds()[found.index]
        return found === null || rowId === undefined ? null : { rowId, side: found.side }
      },
      onOver: (place) =>
        setDropAt(place ? places.current.edgeOf(store.indexOfRow(place.rowId), place.side) : null),
      onDrop: (rowId, place) => latest.current.props.onMoveRow?.(rowId, place),
    })
  }, [isMovable, gridId, store, latest, scroller, places])
  return dropAt
}
