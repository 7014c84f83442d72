import { useEffect, useRef, useSyncExternalStore, type KeyboardEvent } from 'react'
import { useContentLanguage } from '../elements/content-text.tsx'
import type { GridModel } from './grid-model.ts'
import { ARIA_SORT, type GridSort } from './grid-sort.ts'
import type { GridStore } from './grid-store.ts'
import type { GridColumn } from './grid-types.ts'
import classes from './grid.module.css'
import own from './grid-header.module.css'

interface GridHeaderProps<Row> {
  store: GridStore
  model: GridModel
  columns: readonly GridColumn<Row>[]
  widths: readonly number[]
  frozenCount: number
  isCheckable: boolean
  checkState: 'none' | 'some' | 'all'
  onCheckAll: (isChecked: boolean) => void
  checkAllLabel: string
  resizeLabel: string
  /** Describes the keys of a header cell, for screen readers. */
  hint: string
  onWidth: (columnId: string, width: number) => void
  onMove: (columnId: string, direction: 1 | -1) => void
  onPlace: (columnId: string, beforeId: string | null) => void
  sort: readonly GridSort[]
  /** Absent = the rows cannot be sorted. */
  onSort?: ((columnId: string, isAdded: boolean) => void) | undefined
}

const STEP = 16

/**
 * The header row. Dragging or Shift+arrow resizes a column, dragging or Alt+arrow moves it. A click
 * or Enter sorts by the column; with Shift held, the column is added to the sort keys.
 */
export function GridHeader<Row>(props: GridHeaderProps<Row>) {
  const { store, model, columns, widths, frozenCount, isCheckable, checkState } = props
  const active = useSyncExternalStore(store.subscribe, () => store.markOfHeader(model))
  const language = useContentLanguage()
  const box = useRef<HTMLInputElement>(null)
  const dragged = useRef<string | null>(null)
  useEffect(() => {
    if (box.current) box.current.indeterminate = checkState === 'some'
  })

  const onKeyDown = (event: KeyboardEvent, column: GridColumn<Row>, index: number) => {
    if (
      event.key === 'Enter' &&
      props.onSort &&
      !event.altKey &&
      event.target === event.currentTarget
    ) {
      event.preventDefault()
      event.stopPropagation()
      return props.onSort(column.id, event.shiftKey)
    }
    const direction = event.key === 'ArrowRight' ? 1 : event.key === 'ArrowLeft' ? -1 : null
    if (direction === null || event.altKey === event.shiftKey) return
    event.preventDefault()
    event.stopPropagation()
    if (event.shiftKey) props.onWidth(column.id, (widths[index] ?? column.width) + direction * STEP)
    else props.onMove(column.id, direction)
  }
  return (
    <div role="row" aria-rowindex={1} className={classes.header}>
      {isCheckable && (
        <div role="columnheader" aria-colindex={1} className={classes.check} data-frozen>
          <input
            ref={box}
            type="checkbox"
            tabIndex={-1}
            aria-label={props.checkAllLabel}
            checked={checkState === 'all'}
            onChange={(event) => props.onCheckAll(event.currentTarget.checked)}
          />
        </div>
      )}
      {columns.map((column, index) => (
        <div
          key={column.id}
          role="columnheader"
          aria-colindex={index + (isCheckable ? 2 : 1)}
          tabIndex={index === active ? 0 : -1}
          data-header={index}
          className={classes.heading}
          title={`${column.header}\n${props.hint}`}
          data-active={index === active || undefined}
          data-end={column.align === 'end' || undefined}
          data-frozen={index < frozenCount || undefined}
          style={index < frozenCount ? { insetInlineStart: `var(--frozen-${index})` } : undefined}
          draggable={index >= frozenCount}
          {...sortProps(props.sort, column.id)}
          onClick={(event) => props.onSort?.(column.id, event.shiftKey)}
          onDragStart={(event) => {
            dragged.current = column.id
            event.dataTransfer.effectAllowed = 'move'
            event.dataTransfer.setData('application/x-grid-column', column.id)
          }}
          onDragOver={(event) => {
            if (dragged.current !== null && index >= frozenCount) event.preventDefault()
          }}
          onDrop={(event) => {
            if (dragged.current === null || dragged.current === column.id) return
            event.preventDefault()
            const middle =
              event.currentTarget.getBoundingClientRect().left + event.currentTarget.offsetWidth / 2
            const before = event.clientX < middle ? column.id : (columns[index + 1]?.id ?? null)
            if (before !== dragged.current) props.onPlace(dragged.current, before)
            dragged.current = null
          }}
          onDragEnd={() => {
            dragged.current = null
          }}
          onFocus={(event) => {
            if (event.target === event.currentTarget && store.markOfHeader() !== index)
              store.moveTo({ row: -1, column: index }, { focus: false })
          }}
          onKeyDown={(event) => onKeyDown(event, column, index)}
        >
          <span className={own.text} {...(column.isContentHeader === true ? language : {})}>
            {column.header}
          </span>
          <SortMark sort={props.sort} columnId={column.id} />
          <Resizer
            label={props.resizeLabel}
            width={widths[index] ?? column.width}
            onWidth={(width) => props.onWidth(column.id, width)}
          />
        </div>
      ))}
    </div>
  )
}

const sortProps = (sort: readonly GridSort[], columnId: string) => {
  const key = sort.find((one) => one.columnId === columnId)
  return key ? { 'aria-sort': ARIA_SORT[key.direction] } : {}
}

/** The sort direction, and the position of the key if there are several. */
function SortMark({ sort, columnId }: { sort: readonly GridSort[]; columnId: string }) {
  const at = sort.findIndex((key) => key.columnId === columnId)
  if (at < 0) return null
  return (
    <span className={own.sort}>
      <span aria-hidden>{sort[at]?.direction === 'asc' ? '↑' : '↓'}</span>
      {sort.length > 1 && <sub>{at + 1}</sub>}
    </span>
  )
}

/** The edge of a column, resized by mouse or touch. */
function Resizer({
  label,
  width,
  onWidth,
}: {
  label: string
  width: number
  onWidth: (width: number) => void
}) {
  const start = useRef<{ x: number; width: number } | null>(null)
  const heading = (element: Element) => element.closest<HTMLElement>('[role="columnheader"]')
  const stop = (element: Element) => {
    if (start.current === null) return
    start.current = null
    const parent = heading(element)
    if (parent && parent.dataset.frozen === undefined) parent.draggable = true
  }
  return (
    <span
      className={own.resizer}
      title={label}
      aria-hidden
      onPointerDown={(event) => {
        event.stopPropagation()
        event.currentTarget.setPointerCapture(event.pointerId)
        start.current = { x: event.clientX, width }
        // Disable dragging the column while its edge is dragged.
        const parent = heading(event.currentTarget)
        if (parent) parent.draggable = false
      }}
      onPointerMove={(event) => {
        if (start.current) onWidth(start.current.width + event.clientX - start.current.x)
      }}
      // A click on the edge must not sort.
      onClick={(event) => event.stopPropagation()}
      onPointerUp={(event) => stop(event.currentTarget)}
      onPointerCancel={(event) => stop(event.currentTarget)}
    />
  )
}
