import {
  defaultRangeExtractor,
  useVirtualizer,
  type Range,
  type Virtualizer,
} from '@tanstack/react-virtual'
import { useCallback, useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react'
import { type GridGroup, itemAt, placeOfRow } from './grid-items.ts'
import type { GridModel } from './grid-model.ts'
import { HEADER_HEIGHT } from './grid-places.ts'
import type { GridStore } from './grid-store.ts'

export type RowVirtualizer = Virtualizer<HTMLElement, Element>

const HEADING_HEIGHT = 34

interface VirtualizerInput {
  store: GridStore
  model: GridModel
  groups: readonly GridGroup[]
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
}

/**
 * Determines the rendered headings and rows. The active row is always rendered, because it has the
 * focus.
 */
export function useRowVirtualizer(input: VirtualizerInput): RowVirtualizer {
  const { store, model, groups, rowHeight, scroller } = input
  const { rowIds } = model
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      const { row } = store.active(model)
      const active = row < 0 ? -1 : placeOfRow(groups, row)
      if (
        active >= 0 &&
        active < range.count &&
        (active < (indexes[0] ?? 0) || active > (indexes.at(-1) ?? -1))
      )
        indexes.push(active)
      return indexes
    },
    [store, model, groups],
  )
  // The scroller's ref is set only after the first commit: render once more to show the rows.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(drawAgain, [drawAgain])
  return useVirtualizer({
    count: rowIds.length + groups.length,
    getScrollElement: () => scroller.current,
    estimateSize: (index) => (itemAt(groups, index).group === null ? rowHeight : HEADING_HEIGHT),
    getItemKey: (index) => {
      const { group, row } = itemAt(groups, index)
      return group === null ? (rowIds[row] ?? index) : `group ${group.id}`
    },
    overscan: 6,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    rangeExtractor,
    useFlushSync: false,
  })
}

interface HeightsInput {
  virtualizer: RowVirtualizer
  scroller: RefObject<HTMLElement | null>
  rowHeight: number
  isWrapped: boolean
}

/** Measures again when the height of all rows changes. */
export function useRowHeights({ virtualizer, scroller, rowHeight, isWrapped }: HeightsInput): void {
  const measured = useRef({ rowHeight, isWrapped })
  useEffect(() => {
    const before = measured.current
    measured.current = { rowHeight, isWrapped }
    if (before.rowHeight === rowHeight && before.isWrapped === isWrapped) return
    virtualizer.measure()
    // A ResizeObserver does not report rows of unchanged height.
    const rows = isWrapped
      ? scroller.current?.querySelectorAll<HTMLElement>('[data-index]')
      : undefined
    rows?.forEach((row) => virtualizer.measureElement(row))
  }, [virtualizer, rowHeight, isWrapped, scroller])
}
