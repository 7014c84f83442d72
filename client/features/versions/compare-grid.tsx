import { Trans } from '@lingui/react/macro'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useEffect, useRef, useState, type KeyboardEvent, type RefObject } from 'react'
import type { TreeDiff } from '#schema/rules/diff/diff-tree.ts'
import { useIsNarrow } from '#client/ui/browser/narrow.ts'
import { CompareLine } from './compare-line.tsx'
import { type CompareRow, parentIndex, type StatusCounts } from './compare-rows.ts'
import type { BothNames } from './node-words.ts'
import classes from './compare.module.css'

const ROW_HEIGHT = 36
/** On a phone the changes stand below the name. */
const NARROW_ROW_HEIGHT = 52

interface CompareGridProps {
  label: string
  rows: readonly CompareRow[]
  /** Whether the versions differ in no row, whatever is shown. */
  isSame: boolean
  counted: ReadonlyMap<TreeDiff, StatusCounts>
  /** Names of the rows of both versions. */
  names: BothNames
  onToggle: (row: CompareRow) => void
  onOpen: (row: CompareRow) => void
}

/**
 * A tree grid of what differs between two versions. A row has the focus, so that a screen reader
 * reads it as a whole. Only visible rows are rendered.
 */
export const CompareGrid = memo(function CompareGrid(props: CompareGridProps) {
  const { label, rows, isSame, counted, names, onToggle, onOpen } = props
  const scroller = useRef<HTMLDivElement>(null)
  const { at, virtualizer, rowHeight, walkTo, setActive } = useActiveRow(scroller, rows)
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      role="treegrid"
      aria-label={label}
      aria-rowcount={rows.length + 1}
      aria-colcount={3}
      onKeyDown={(event) => onGridKey(event, props, { at, walkTo, scroller, rowHeight })}
      data-testid="compare"
    >
      <div role="rowgroup" className={classes.head}>
        <div role="row" aria-rowindex={1} className={classes.headRow}>
          <span role="columnheader" aria-colindex={1}>
            <Trans>Name</Trans>
          </span>
          <span role="columnheader" aria-colindex={2}>
            <Trans>Status</Trans>
          </span>
          <span role="columnheader" aria-colindex={3}>
            <Trans>What changed</Trans>
          </span>
        </div>
      </div>
      <div role="rowgroup" className={classes.body} style={{ height: virtualizer.getTotalSize() }}>
        {virtualizer.getVirtualItems().map((item) => {
          const row = rows[item.index]
          return (
            row && (
              <CompareLine
                key={row.key}
                row={row}
                rowIndex={item.index}
                top={item.start}
                counts={counted.get(row.node)}
                names={names}
                isActive={item.index === at}
                onActivate={setActive}
                onToggle={onToggle}
                onOpen={onOpen}
              />
            )
          )
        })}
      </div>
      {rows.length === 0 && <NoRows isSame={isSame} />}
    </div>
  )
})

function NoRows({ isSame }: { isSame: boolean }) {
  return (
    <p className={classes.none} role="status">
      {isSame ? (
        <Trans>The two versions do not differ.</Trans>
      ) : (
        <Trans>No row has one of the chosen statuses.</Trans>
      )}
    </p>
  )
}

/** State of the active row: keeps it rendered and focuses the row that a key moved to. */
const useActiveRow = (scroller: RefObject<HTMLDivElement | null>, rows: readonly CompareRow[]) => {
  const [active, setActive] = useState(0)
  const wanted = useRef<number | null>(null)
  const at = Math.max(0, Math.min(active, rows.length - 1))
  const rowHeight = useIsNarrow() ? NARROW_ROW_HEIGHT : ROW_HEIGHT
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 10,
    // Always render the active row, or the focus would leave the grid.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return at >= rows.length || drawn.includes(at) ? drawn : [...drawn, at].sort((a, b) => a - b)
    },
  })
  useEffect(() => virtualizer.measure(), [virtualizer, rowHeight])
  useEffect(() => {
    if (wanted.current !== at) return
    wanted.current = null
    const row = rowAt(scroller.current, at)
    row?.focus({ preventScroll: true })
    row?.scrollIntoView({ block: 'nearest' })
  })
  const walkTo = (index: number) => {
    wanted.current = index
    virtualizer.scrollToIndex(index)
    setActive(index)
  }
  return { at, virtualizer, rowHeight, walkTo, setActive }
}

interface KeyScope {
  at: number
  walkTo: (index: number) => void
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

const onGridKey = (event: KeyboardEvent, props: CompareGridProps, scope: KeyScope): void => {
  if (event.altKey || event.ctrlKey || event.metaKey) return
  const { rows } = props
  const { at, walkTo, scroller, rowHeight } = scope
  const row = rows[at]
  if (row === undefined) return
  const page = Math.max(1, Math.floor((scroller.current?.clientHeight ?? 0) / rowHeight) - 2)
  const walk = (index: number) => () => walkTo(Math.min(rows.length - 1, Math.max(0, index)))
  const moves: Readonly<Record<string, () => void>> = {
    ArrowDown: walk(at + 1),
    ArrowUp: walk(at - 1),
    PageDown: walk(at + page),
    PageUp: walk(at - page),
    Home: walk(0),
    End: walk(rows.length - 1),
    ArrowRight: row.hasChildren && !row.isExpanded ? () => props.onToggle(row) : walk(at + 1),
    ArrowLeft: row.isExpanded ? () => props.onToggle(row) : walk(parentIndex(rows, at)),
    Enter: () => props.onOpen(row),
    ' ': () => props.onOpen(row),
  }
  const move = moves[event.key]
  if (move === undefined) return
  event.preventDefault()
  move()
}

const rowAt = (element: HTMLElement | null, index: number): HTMLElement | null =>
  element?.querySelector<HTMLElement>(`[data-row="${index}"]`) ?? null
