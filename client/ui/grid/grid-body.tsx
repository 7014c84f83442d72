import { defaultRangeExtractor, useVirtualizer, type Range } from '@tanstack/react-virtual'
import {
  memo,
  useCallback,
  useEffect,
  useLayoutEffect,
  useReducer,
  useRef,
  type RefObject,
} from 'react'
import type { GridContext } from './grid-context.ts'
import { type GridGroup, itemAt, placeOfRow } from './grid-items.ts'
import { GridRow } from './grid-row.tsx'
import { GroupHeading } from './group-heading.tsx'
import { useKeepActive } from './use-keep-active.ts'
import classes from './grid.module.css'

export const HEADER_HEIGHT = 34

/** Where rows stand; px from the top of the first one. */
export interface GridPlaces {
  /** Scrolls just so far that the row is in sight. */
  scrollTo: (index: number) => void
  rowAt: (y: number) => { index: number; side: 'before' | 'after' } | null
  edgeOf: (index: number, side: 'before' | 'after') => number
}
export const NO_PLACES: GridPlaces = {
  scrollTo: () => undefined,
  rowAt: () => null,
  edgeOf: () => 0,
}

const HEADING_HEIGHT = 34

interface GridBodyProps<Row> {
  grid: GridContext<Row>
  rowIds: readonly string[]
  rowHeight: number
  scroller: RefObject<HTMLElement | null>
  /** Filled by the body. */
  places: { current: GridPlaces }
  groups: readonly GridGroup[]
  onFold: (groupId: string) => void
  isWrapped: boolean
  /** Where a dragged row would go, px from the first row; null = nowhere. */
  dropAt: number | null
}

/**
 * The rows in sight. A component of its own, so that scrolling draws neither the header nor
 * anything else.
 */
function GridBodyView<Row>(props: GridBodyProps<Row>) {
  const { grid, rowIds, rowHeight, scroller, places, groups, onFold, isWrapped, dropAt } = props
  const { store } = grid
  const placeOfActive = useCallback(() => {
    const { row } = store.active()
    return row < 0 ? -1 : placeOfRow(groups, row)
  }, [store, groups])
  const rangeExtractor = useCallback(
    (range: Range) => {
      const indexes = defaultRangeExtractor(range)
      const active = placeOfActive()
      // The active row is always there: it holds the focus.
      if (
        active >= 0 &&
        active < range.count &&
        (active < (indexes[0] ?? 0) || active > (indexes.at(-1) ?? -1))
      )
        indexes.push(active)
      return indexes
    },
    [placeOfActive],
  )
  // The scroller is around this component: it is there only after the first commit, which then has
  // to be followed by one with rows.
  const [, drawAgain] = useReducer((count: number) => count + 1, 0)
  useLayoutEffect(drawAgain, [])
  const virtualizer = useVirtualizer({
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
  const body = useRef<HTMLDivElement>(null)
  const noteRevealed = useKeepActive({ virtualizer, scroller, body, rowIds, placeOfActive })
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
  useEffect(() => {
    places.current = {
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
  }, [virtualizer, places, groups, noteRevealed])
  return (
    <div
      ref={body}
      role="rowgroup"
      className={classes.body}
      style={{ height: virtualizer.getTotalSize() }}
    >
      {virtualizer.getVirtualItems().map(({ index, start }) => {
        const { group, row } = itemAt(groups, index)
        if (group !== null)
          return (
            <GroupHeading
              key={`group ${group.id}`}
              group={group}
              top={start - HEADER_HEIGHT}
              onFold={onFold}
            />
          )
        const rowId = rowIds[row]
        return rowId === undefined ? null : (
          <GridRow
            key={rowId}
            grid={grid}
            rowId={rowId}
            index={row}
            top={start - HEADER_HEIGHT}
            place={index}
            measure={isWrapped ? virtualizer.measureElement : undefined}
          />
        )
      })}
      {dropAt !== null && <div className={classes.drop} style={{ top: dropAt - 1 }} aria-hidden />}
    </div>
  )
}
export const GridBody = memo(GridBodyView) as typeof GridBodyView
