import { useCallback, useLayoutEffect, useRef, type RefObject } from 'react'
import { startOf, type GridGeometry } from './grid-geometry.ts'
import type { GridPlaces } from './grid-places.ts'
import type { GridStore } from './grid-store.ts'

interface RevealInput {
  store: GridStore
  scroller: RefObject<HTMLElement | null>
  places: RefObject<GridPlaces>
  geometry: GridGeometry
}

/** Returns a function that scrolls to the active cell, clear of the frozen columns. */
export function useReveal(input: RevealInput): () => void {
  const { store, scroller: scrollerRef, places, geometry } = input
  const latest = useRef(geometry)
  useLayoutEffect(() => {
    latest.current = geometry
  })
  const lastColumn = useRef(0)
  return useCallback(() => {
    const { row, column } = store.active()
    const element = scrollerRef.current
    if (!element) return
    if (row >= 0) places.current.scrollTo(row)
    const { widths, frozenCount } = latest.current
    const hasMovedAside = lastColumn.current !== column
    lastColumn.current = column
    if (column < frozenCount) {
      if (hasMovedAside) element.scrollLeft = 0
      return
    }
    const cover = startOf(latest.current, frozenCount)
    const start = startOf(latest.current, column)
    const width = widths[column] ?? 0
    if (start - element.scrollLeft < cover) element.scrollLeft = start - cover
    else if (start + width > element.scrollLeft + element.clientWidth)
      element.scrollLeft = Math.min(start - cover, start + width - element.clientWidth)
  }, [store, scrollerRef, places])
}
