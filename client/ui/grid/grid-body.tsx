import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useLayoutEffect, useReducer, useRef, type RefObject } from 'react'
import type { GridContext } from './grid-context.ts'
import { GridRow } from './grid-row.tsx'
import classes from './grid.module.css'

export const HEADER_HEIGHT = 34

interface GridBodyProps<Row> {
  grid: GridContext<Row>
  rowIds: readonly string[]
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  /** Filled by the body: scrolls just so far that the row is in sight. */
  scrollToRow: { current: (index: number) => void }
  /** Where a dragged row would go, px from the first row; null = nowhere. */
  dropAt: number | null
}

/** The rows in sight. A component of its own, so that scrolling draws neither the header nor anything else. */
function GridBodyView<Row>({ grid, rowIds, rowHeight, scroller, scrollToRow, dropAt }: GridBodyProps<Row>) {
  const { store } = grid
  const rangeExtractor = useCallback((range: Range) => {
    const indexes = defaultRangeExtractor(range)
    const active = store.active().row
    // The active row is always there: it holds the focus.
    if (active >= 0 && active < range.count && (active < (indexes[0] ?? 0) || active > (indexes.at(-1) ?? -1))) indexes.push(active)
    return indexes
  }, [store])
  // The scroller is around this component: it is there only after the first commit, which then has to be followed by one with rows.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(drawAgain, [])
  const virtualizer = useVirtualizer({
    count: rowIds.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rowIds[index] ?? index,
    overscan: 6,
    scrollMargin: HEADER_HEIGHT,
    scrollPaddingStart: HEADER_HEIGHT,
    rangeExtractor,
    useFlushSync: false,
  })
  const measuredHeight = useRef(rowHeight)
  useEffect(() => {
    if (measuredHeight.current !== rowHeight) virtualizer.measure()
    measuredHeight.current = rowHeight
  }, [virtualizer, rowHeight])
  useEffect(() => {
    scrollToRow.current = (index) => virtualizer.scrollToIndex(index, { align: 'auto' })
  }, [virtualizer, scrollToRow])
  return (
    <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const rowId = rowIds[index]
        return rowId === undefined ? null : <GridRow key={rowId} grid={grid} rowId={rowId} index={index} top={start - HEADER_HEIGHT} />
      })}
      {dropAt !== null && <div className={classes.drop} style={{ top: dropAt - 1 }} aria-hidden />}
    </div>
  )
}
export const GridBody = memo(GridBodyView) as typeof GridBodyView
