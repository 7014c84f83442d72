import { useLingui } from '@lingui/react/macro'
import {
  useCallback,
  useEffect,
  useId,
  useLayoutEffect,
  useMemo,
  useRef,
  useState,
  type CSSProperties,
} from 'react'
import { GridBody, HEADER_HEIGHT, NO_PLACES } from './grid-body.tsx'
import { UnreadBar } from './unread-bar.tsx'
import type { UnreadCell } from './grid-edits.ts'
import type { GridContext } from './grid-context.ts'
import { rowDraggable, rowDropArea } from './grid-drag.ts'
import { GridHeader } from './grid-header.tsx'
import type { GridGroup } from './grid-items.ts'
import type { GridSort } from './grid-sort.ts'
import { createGridStore } from './grid-store.ts'
import type { GridProps } from './grid-types.ts'
import { useActiveFocus } from './use-active-focus.ts'
import { useColumnModel } from './use-column-model.ts'
import { useGridEditing } from './use-grid-editing.ts'
import { useGridKeys } from './use-grid-keys.ts'
import { useGridPointer } from './use-grid-pointer.ts'
import { useNarrowColumns } from './use-narrow-columns.ts'
import classes from './grid.module.css'

const CHECK_WIDTH = 36
/** Three lines of text. */
const NARROW_ROW = 56
const NONE: ReadonlySet<string> = new Set()
const NO_GROUPS: readonly GridGroup[] = []
const UNSORTED: readonly GridSort[] = []

/**
 * A virtualised grid of rows known by id. It follows the WAI-ARIA grid pattern; its cells are plain
 * elements. The grid keeps the place, the range and the open editor; values, order, layout and
 * ticks belong to the owner. See `GridProps` for what it tells the owner.
 */
export function Grid<Row>(props: GridProps<Row>) {
  const {
    label,
    rowIds,
    columns,
    useRow,
    rowHeight = 36,
    checked = NONE,
    onCheckedChange,
    onMoveRow,
    onRangeRows,
    onActiveRow,
    onSort,
  } = props
  const { t } = useLingui()
  const gridId = useId()
  const [store] = useState(createGridStore)
  const scroller = useRef<HTMLDivElement>(null)
  const [announcement, setAnnouncement] = useState('')
  const narrow = useNarrowColumns(columns, props.narrow)
  const model = useColumnModel(narrow.columns, props.layout, props.onLayoutChange)
  const { shown, widths } = model
  const height = narrow.isNarrow ? Math.max(rowHeight, NARROW_ROW) : rowHeight
  const isCheckable = onCheckedChange !== undefined
  const isMovable = onMoveRow !== undefined
  const columnIds = useMemo(() => shown.map((column) => column.id), [shown])
  const frozenCount = shown.filter((column) => column.frozen).length
  store.setModel(rowIds, columnIds)

  const latest = useRef({ props, shown })
  useLayoutEffect(() => {
    latest.current = { props, shown }
  })
  const say = useCallback(
    (text: string) => setAnnouncement((before) => (before === text ? `${text} ` : text)),
    [],
  )

  const places = useRef(NO_PLACES)
  const frozenWidth =
    (isCheckable ? CHECK_WIDTH : 0) +
    widths.slice(0, frozenCount).reduce((sum, width) => sum + width, 0)
  const geometry = useRef({ widths, frozenCount, frozenWidth, rowHeight: height })
  geometry.current = { widths, frozenCount, frozenWidth, rowHeight: height }
  const lastColumn = useRef(0)
  /** Brings the active cell into sight; the frozen columns must not cover it. */
  const reveal = useCallback(() => {
    const { row, column } = store.active()
    const element = scroller.current
    if (!element) return
    if (row >= 0) places.current.scrollTo(row)
    const { widths: columnWidths, frozenCount: frozen, frozenWidth: cover } = geometry.current
    const hasMovedAside = lastColumn.current !== column
    lastColumn.current = column
    if (column < frozen) {
      if (hasMovedAside) element.scrollLeft = 0
      return
    }
    const start = cover + columnWidths.slice(frozen, column).reduce((sum, width) => sum + width, 0)
    const width = columnWidths[column] ?? 0
    if (start - element.scrollLeft < cover) element.scrollLeft = start - cover
    else if (start + width > element.scrollLeft + element.clientWidth)
      element.scrollLeft = Math.min(start - cover, start + width - element.clientWidth)
  }, [store])

  const editing = useGridEditing({ store, latest, say, reveal })
  useLayoutEffect(() => store.setChecked(checked), [store, checked])

  const grid = useMemo<GridContext<Row>>(
    () => ({
      store,
      columns: shown,
      frozenCount,
      useRow,
      isCheckable,
      isMovable,
      frozenStyles: Array.from({ length: frozenCount }, (_, at) => ({
        insetInlineStart: `var(--frozen-${at})`,
      })),
      texts: {
        checkRow: t`Select row`,
        dragRow: t`Drag to move, or Alt with the arrow keys`,
        notSent: t`Not sent yet`,
        yes: t`yes`,
        no: t`no`,
      },
      actions: {
        commit: editing.commit,
        setValue: editing.setValue,
        cancel: editing.cancel,
        draft: editing.draft,
      },
    }),
    [store, shown, frozenCount, useRow, isCheckable, isMovable, t, editing],
  )

  const onKeyDown = useGridKeys({ store, latest, editing, reveal, scroller, rowHeight: height })
  const dragHandle = useCallback(
    (element: HTMLElement, rowId: string) => rowDraggable(element, rowId, gridId),
    [gridId],
  )
  const pointer = useGridPointer({ store, latest, editing, dragHandle })
  useActiveFocus(store, scroller)

  const rangeRows = useRef<readonly string[]>([])
  useEffect(
    () =>
      store.subscribe(() => {
        const { top, bottom } = store.range()
        const covered = top >= 0 && bottom > top ? store.rowIds().slice(top, bottom + 1) : []
        if (
          covered.length === rangeRows.current.length &&
          covered[0] === rangeRows.current[0] &&
          covered.at(-1) === rangeRows.current.at(-1)
        )
          return
        rangeRows.current = covered
        latest.current.props.onRangeRows?.(covered)
      }),
    [store, onRangeRows !== undefined],
  )

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
  const namesOf = ({ rowId, columnId }: UnreadCell): { row: string; column: string } => {
    const row = props.readRow(rowId)
    const place = t`Row ${store.indexOfRow(rowId) + 1}`
    const header = columns.find(({ id }) => id === columnId)?.header ?? ''
    return { row: row === undefined ? place : (props.rowLabel?.(row) ?? place), column: header }
  }
  useEffect(() => {
    const { handle } = props
    if (!handle) return
    handle.current = {
      focus: goTo,
      reveal: (rowId) => {
        const row = store.indexOfRow(rowId)
        if (row >= 0) places.current.scrollTo(row)
      },
    }
    return () => {
      handle.current = null
    }
  }, [props.handle, store, goTo])

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
  }, [isMovable, gridId, store])

  const fold = useCallback((groupId: string) => latest.current.props.onFold?.(groupId), [])
  const lastActive = useRef<string | null>(null)
  const tellActive = (rowId: string | null) => {
    if (lastActive.current === rowId) return
    lastActive.current = rowId
    onActiveRow?.(rowId)
  }
  const checkedHere =
    isCheckable && checked.size > 0
      ? rowIds.reduce((count, id) => count + (checked.has(id) ? 1 : 0), 0)
      : 0
  const total = (isCheckable ? CHECK_WIDTH : 0) + widths.reduce((sum, width) => sum + width, 0)
  const style = {
    '--grid-columns': `${isCheckable ? `${CHECK_WIDTH}px ` : ''}${widths.map((width) => `${width}px`).join(' ')}`,
    '--grid-width': `${total}px`,
    '--grid-row': `${height}px`,
    ...Object.fromEntries(
      widths
        .slice(0, frozenCount)
        .map((_, index) => [
          `--frozen-${index}`,
          `${(isCheckable ? CHECK_WIDTH : 0) + widths.slice(0, index).reduce((sum, width) => sum + width, 0)}px`,
        ]),
    ),
  } as CSSProperties

  return (
    <div className={classes.wrap}>
      <div
        ref={scroller}
        role="grid"
        aria-label={label}
        aria-rowcount={rowIds.length + 1}
        aria-colcount={shown.length + (isCheckable ? 1 : 0)}
        aria-multiselectable
        tabIndex={-1}
        className={classes.scroller}
        data-narrow={narrow.isNarrow || undefined}
        style={style}
        onKeyDown={onKeyDown}
        {...pointer}
        onCopy={editing.onCopy}
        onCut={editing.onCut}
        onPaste={editing.onPaste}
        onFocus={() => tellActive(store.activeCell()?.rowId ?? null)}
        onBlur={(event) => {
          if (!event.currentTarget.contains(event.relatedTarget)) tellActive(null)
        }}
        onKeyUp={() => tellActive(store.activeCell()?.rowId ?? null)}
      >
        <div role="rowgroup" className={classes.head}>
          <GridHeader
            store={store}
            columns={shown}
            widths={widths}
            frozenCount={frozenCount}
            isCheckable={isCheckable}
            checkState={checkedHere === 0 ? 'none' : checkedHere === rowIds.length ? 'all' : 'some'}
            onCheckAll={(isChecked) => onCheckedChange?.(isChecked ? new Set(rowIds) : NONE)}
            checkAllLabel={t`Select all rows`}
            resizeLabel={t`Drag to change the width`}
            hint={
              onSort
                ? t`Enter sorts, Shift with Enter by a further column. Shift with left and right changes the width, Alt the order.`
                : t`Shift with left and right changes the width, Alt the order`
            }
            onWidth={model.setWidth}
            onMove={model.move}
            onPlace={model.place}
            sort={props.sort ?? UNSORTED}
            onSort={onSort}
          />
        </div>
        <GridBody
          grid={grid}
          rowIds={rowIds}
          rowHeight={height}
          scroller={scroller}
          places={places}
          groups={props.groups ?? NO_GROUPS}
          onFold={fold}
          isWrapped={props.isWrapped === true}
          dropAt={dropAt}
        />
      </div>
      {rowIds.length === 0 && props.empty !== undefined && (
        <div className={classes.empty}>{props.empty}</div>
      )}
      <UnreadBar
        store={store}
        namesOf={namesOf}
        go={({ rowId, columnId }) => goTo(rowId, columnId)}
        say={say}
      />
      <div className="visually-hidden" role="status" aria-live="polite">
        {announcement}
      </div>
    </div>
  )
}
