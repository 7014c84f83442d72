import { useEffect, type RefObject } from 'react'
import { type GridGroup, itemAt, placeOfRow } from './grid-items.ts'
import { HEADER_HEIGHT, type GridPlaces } from './grid-places.ts'
import type { RowVirtualizer } from './use-row-virtualizer.ts'

interface PlacesInput {
  virtualizer: RowVirtualizer
  groups: readonly GridGroup[]
  /** Set by this hook. */
  places: RefObject<GridPlaces>
  /** Called with the position of a row before scrolling to it. */
  noteRevealed: (place: number) => void
}

/** Provides the positions of the rows to the grid. */
export function useGridPlaces(input: PlacesInput): void {
  const { virtualizer, groups, places: placesRef, noteRevealed } = input
  useEffect(() => {
    placesRef.current = {
      scrollTo: (index) => {
        const place = placeOfRow(groups, index)
        noteRevealed(place)
        virtualizer.scrollToIndex(place, { align: 'auto' })
      },
      rowAt: (y) => {
        const item = virtualizer.getVirtualItemForOffset(y + HEADER_HEIGHT)
        if (item === undefined) return null
        const { row } = itemAt(groups, item.index)
        if (row === null) return { index: itemAt(groups, item.index + 1).row ?? 0, side: 'before' }
        const middle = (item.start + item.end) / 2
        return { index: row, side: y + HEADER_HEIGHT < middle ? 'before' : 'after' }
      },
      edgeOf: (index, side) => {
        const item = virtualizer.measurementsCache[placeOfRow(groups, index)]
        return item === undefined ? 0 : (side === 'before' ? item.start : item.end) - HEADER_HEIGHT
      },
    }
  }, [virtualizer, placesRef, groups, noteRevealed])
}
