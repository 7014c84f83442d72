import { Trans, useLingui } from '@lingui/react/macro'
import { defaultRangeExtractor, useVirtualizer } from '@tanstack/react-virtual'
import { memo, useCallback, useEffect, useLayoutEffect, useRef, useState } from 'react'
import type { CSSProperties, KeyboardEvent, RefObject } from 'react'
import type { Evaluation } from '#schema/rules/evaluation/evaluation.ts'
import { useIsLow, useIsTouch } from '#client/ui/browser/narrow.ts'
import { useTextScale } from '#client/ui/browser/text-scale.ts'
import { MatrixHeader } from './matrix-header.tsx'
import { moveCell, TOTAL_COLUMNS_BEFORE_VENDORS } from './matrix-keys.ts'
import type { CellPosition } from './matrix-keys.ts'
import { MatrixLine } from './matrix-line.tsx'
import type { MatrixRow, MatrixView } from './matrix-rows.ts'
import { MatrixTotals } from './matrix-totals.tsx'
import { idOf } from './node-names.ts'
import type { NodeRef } from './node-names.ts'
import type { OpenIntent } from './use-evidence.ts'
import type { VendorColumn } from './vendor-columns.ts'
import classes from './matrix.module.css'

export interface MatrixProps {
  evaluation: Evaluation
  /** The evaluation by the saved weights, during a what-if; null = no what-if. */
  saved: Evaluation | null
  rows: readonly MatrixRow[]
  columns: readonly VendorColumn[]
  sort: MatrixView['sort']
  onSort: (vendor: number) => void
  onToggle: (row: MatrixRow) => void
  onOpen: (node: NodeRef, vendorId: number, intent: OpenIntent) => void
  /**
   * The cursor moved to another cell. `vendorId` is undefined in the columns of names and weights.
   */
  onFollow: (node: NodeRef, vendorId: number | undefined) => void
  /** Null = nothing is open beside the matrix for Escape to close. */
  onEscape: (() => void) | null
  /** Not null = the weights of packages and documents are editable. */
  onWeight: ((level: 'package' | 'document', id: string, weight: number) => void) | null
  /** Handles Ctrl+Z while the matrix has the focus. */
  onTakeBack: () => void
}

const ROW_HEIGHT = 46
/** For a low screen, except where fingers need the usual height. */
const LOW_ROW_HEIGHT = 36

/**
 * A tree grid of packages, documents, sections and requirements × vendors. Only visible rows are
 * rendered.
 */
export const Matrix = memo(function Matrix(props: MatrixProps) {
  const { evaluation, saved, rows, columns, onToggle } = props
  const { t } = useLingui()
  const scroller = useRef<HTMLDivElement>(null)
  const { at, virtualizer, rowHeight, walkTo, setActive } = useCursor(scroller, { rows, columns })
  const { activate, open } = useNodes(props, setActive)
  const textScale = useTextScale()
  return (
    <div
      ref={scroller}
      className={classes.scroller}
      style={{ '--text-scale': textScale } as CSSProperties}
      role="treegrid"
      aria-label={t`Scores by vendor`}
      onKeyDown={(event) => onMatrixKey(event, props, { at, open, walkTo, scroller, rowHeight })}
      aria-rowcount={rows.length + 2}
      aria-colcount={columns.length + 2}
      data-testid="matrix"
    >
      <div
        className={classes.sheet}
        style={{ '--vendors': columns.length, '--matrix-row': `${rowHeight}px` } as CSSProperties}
      >
        <div className={classes.twoLines} data-two-lines />
        <MatrixHeader {...props} />
        <div
          role="rowgroup"
          className={classes.body}
          style={{ height: virtualizer.getTotalSize() }}
        >
          {virtualizer.getVirtualItems().map((item) => {
            const row = rows[item.index]
            return (
              row && (
                <MatrixLine
                  key={row.key}
                  row={row}
                  rowIndex={item.index}
                  top={item.start}
                  evaluation={evaluation}
                  saved={saved}
                  columns={columns}
                  activeColumn={item.index === at.row ? at.column : null}
                  onActivate={activate}
                  onToggle={onToggle}
                  onOpen={open}
                  onWeight={props.onWeight}
                />
              )
            )
          })}
        </div>
        {rows.length === 0 && (
          <p className={classes.none}>
            <Trans>The selected vendors do not differ.</Trans>
          </p>
        )}
        <MatrixTotals
          evaluation={evaluation}
          saved={saved}
          columns={columns}
          rowIndex={rows.length}
          activeColumn={at.row === rows.length ? at.column : null}
          onActivate={activate}
          onOpen={open}
        />
      </div>
    </div>
  )
})

/** State of the active cell: keeps its row rendered and focuses the cell that a key moved to. */
const useCursor = (
  scroller: RefObject<HTMLDivElement | null>,
  { rows, columns }: Pick<MatrixProps, 'rows' | 'columns'>,
) => {
  const [active, setActive] = useState<CellPosition>({ row: 0, column: 0 })
  /**
   * The cell that a key moved to. Without it, a later render of the previous cell would take the
   * focus back.
   */
  const wanted = useRef<CellPosition | null>(null)
  const at = {
    row: Math.min(active.row, rows.length),
    column: Math.min(active.column, columns.length + 1),
  }
  const rowHeight = useRowHeight(scroller)
  const virtualizer = useVirtualizer({
    count: rows.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => rowHeight,
    getItemKey: (index) => rows[index]?.key ?? index,
    overscan: 8,
    // Always render the row of the active cell, or the focus would leave the grid.
    rangeExtractor: (range) => {
      const drawn = defaultRangeExtractor(range)
      return at.row >= rows.length || drawn.includes(at.row)
        ? drawn
        : [...drawn, at.row].sort((a, b) => a - b)
    },
  })
  useEffect(() => {
    if (wanted.current?.row !== at.row || wanted.current.column !== at.column) return
    wanted.current = null
    const cell = cellAt(scroller.current, at)
    cell?.focus({ preventScroll: true })
    cell?.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
  const walkTo = (next: CellPosition) => {
    wanted.current = next
    if (next.row < rows.length) virtualizer.scrollToIndex(next.row)
    setActive(next)
  }
  return { at, virtualizer, rowHeight, walkTo, setActive }
}

type OpenCell = (row: MatrixRow | null, column: VendorColumn, intent: OpenIntent) => void

/** Translates activated and opened cells into the nodes that they show. */
const useNodes = (
  { evaluation, rows, columns, onFollow, onOpen }: MatrixProps,
  setActive: (position: CellPosition) => void,
) => {
  const nodeOf = useCallback(
    (row: MatrixRow | null): NodeRef => {
      const level = row?.level ?? 'project'
      return { level, id: idOf(evaluation.prepared.layout, level, row?.index ?? 0) }
    },
    [evaluation],
  )
  const activate = useCallback(
    (position: CellPosition) => {
      setActive(position)
      const column = columns[position.column - TOTAL_COLUMNS_BEFORE_VENDORS]
      onFollow(nodeOf(rows[position.row] ?? null), column?.vendorId)
    },
    [rows, columns, nodeOf, onFollow, setActive],
  )
  const open = useCallback<OpenCell>(
    (row, column, intent) => onOpen(nodeOf(row), column.vendorId, intent),
    [nodeOf, onOpen],
  )
  return { activate, open }
}

interface KeyScope {
  at: CellPosition
  open: OpenCell
  walkTo: (next: CellPosition) => void
  scroller: RefObject<HTMLDivElement | null>
  rowHeight: number
}

const onMatrixKey = (event: KeyboardEvent, props: MatrixProps, scope: KeyScope): void => {
  if (event.target instanceof HTMLInputElement || event.target instanceof HTMLButtonElement) return
  const { rows, columns } = props
  const { at, open, walkTo, scroller, rowHeight } = scope
  const row = rows[at.row]
  const column = columns[at.column - TOTAL_COLUMNS_BEFORE_VENDORS]
  const isEnter = event.key === 'Enter' || event.key === ' '
  if (row && at.column === 0 && isToggle(event.key, row)) props.onToggle(row)
  else if (event.key === 'Enter' && at.column === 1)
    cellAt(scroller.current, at)?.querySelector('input')?.focus()
  else if (isEnter && column) open(row ?? null, column, 'enter')
  else if (event.key === 'Escape' && props.onEscape !== null) props.onEscape()
  else if (event.key === 'z' && (event.ctrlKey || event.metaKey)) props.onTakeBack()
  else if (
    event.key === 'o' &&
    !event.ctrlKey &&
    !event.metaKey &&
    column &&
    row?.level === 'requirement'
  )
    open(row, column, 'override')
  else {
    const next = moveCell(event, at, {
      rows: rows.length + 1,
      columns: columns.length + 2,
      page: pageOf(scroller.current, rowHeight),
    })
    if (next === null) return
    walkTo(next)
  }
  event.preventDefault()
}

const isToggle = (key: string, { hasChildren, isExpanded }: MatrixRow): boolean =>
  (key === 'ArrowRight' && hasChildren && !isExpanded) ||
  (key === 'ArrowLeft' && isExpanded) ||
  ((key === 'Enter' || key === ' ') && hasChildren)

const cellAt = (element: HTMLElement | null, { row, column }: CellPosition): HTMLElement | null =>
  element?.querySelector<HTMLElement>(`[data-cell="${row}:${column}"]`) ?? null

const pageOf = (element: HTMLElement | null, rowHeight: number): number =>
  Math.max(1, Math.floor((element?.clientHeight ?? 0) / rowHeight) - 3)

/** A row holds two lines of text, also where only the text is enlarged. */
const useRowHeight = (scroller: RefObject<HTMLDivElement | null>): number => {
  const isLow = useIsLow()
  const isTouch = useIsTouch()
  const [textHeight, setTextHeight] = useState(0)
  useLayoutEffect(() => {
    const lines = scroller.current?.querySelector('[data-two-lines]')
    if (!lines) return undefined
    const resizes = new ResizeObserver(() =>
      setTextHeight(Math.ceil(lines.getBoundingClientRect().height)),
    )
    resizes.observe(lines)
    return () => resizes.disconnect()
  }, [scroller])
  return Math.max(isLow && !isTouch ? LOW_ROW_HEIGHT : ROW_HEIGHT, textHeight)
}
