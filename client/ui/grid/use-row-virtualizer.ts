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

/** Which headings and rows are drawn. The active row always is: it holds the focus. */
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
  // The scroller is around this component: it is there only after the first commit, which then has
  // to be followed by one with rows.
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

/** Measures again when all rows change their height. */
export function useRowHeights({ virtualizer, scroller, rowHeight, isWrapped }: HeightsInput): void {
  const measured = useRef({ rowHeight, isWrapped })
  useEffect(() => {
    const before = measured.current
    measured.current = { rowHeight, isWrapped }
    if (before.rowHeight === rowHeight && before.isWrapped === isWrapped) return
    virtualizer.measure()
    // Rows whose height stays the same report nothing by themselves.
    const rows = isWrapped
      ? scroller.current?.querySelectorAll<HTMLElement>('[data-index]')
      : undefined
    rows?.forEach((row) => virtualizer.measureElement(row))
  }, [virtualizer, rowHeight, isWrapped, scroller])
}
