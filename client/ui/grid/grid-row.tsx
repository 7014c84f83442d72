import { memo, useSyncExternalStore, type ReactNode } from 'react'
import { CellEditor } from './grid-cell-editor.tsx'
import { editorOf, type GridContext } from './grid-context.ts'
import { SHOWN_LENGTH, unreadReason } from './grid-texts.ts'
import type { GridColumn } from './grid-types.ts'
import { valueText } from './grid-values.ts'
import classes from './grid.module.css'

interface GridRowProps<Row> {
  grid: GridContext<Row>
  rowId: string
  index: number
  top: number
  /** Among headings and rows. */
  place: number
  /** Absent where all rows are equally high. */
  measure?: ((element: HTMLElement | null) => void) | undefined
}

/** What a row's mark says; `-1` = no such column. See `GridStore.markOfRow`. */
interface Mark {
  active: number
  start: number
  end: number
  edited: number
  isChecked: boolean
  hasUnread: boolean
}
const PLAIN: Mark = {
  active: -1,
  start: -1,
  end: -1,
  edited: -1,
  isChecked: false,
  hasUnread: false,
}

function readMark(mark: string): Mark {
  if (mark === '') return PLAIN
  const [active = -1, start = -1, end = -1, edited = -1, checked = 0, unread = 0] = mark
    .split('|')
    .map(Number)
  return { active, start, end, edited, isChecked: checked === 1, hasUnread: unread > 0 }
}

/**
 * One row. It subscribes to its own data and its own mark; its cells are plain elements without
 * components or listeners of their own.
 */
function GridRowView<Row>({ grid, rowId, index, top, place, measure }: GridRowProps<Row>) {
  const row = grid.useRow(rowId)
  const mark = readMark(
    useSyncExternalStore(grid.store.subscribe, () => grid.store.markOfRow(index)),
  )
  const offset = grid.isCheckable ? 2 : 1
  return (
    <div
      ref={measure}
      data-index={place}
      role="row"
      aria-rowindex={index + 2}
      data-row={rowId}
      data-wrapped={measure !== undefined || undefined}
      className={classes.row}
      style={{ transform: `translateY(${top}px)` }}
      aria-selected={mark.start >= 0 || mark.isChecked || undefined}
      data-active={mark.active >= 0 || undefined}
    >
      {grid.isCheckable && (
        <div role="gridcell" aria-colindex={1} className={classes.check} data-check>
          <span
            role="checkbox"
            aria-checked={mark.isChecked}
            aria-label={grid.texts.checkRow}
            className={classes.tick}
            data-on={mark.isChecked || undefined}
          />
        </div>
      )}
      {row !== undefined &&
        grid.columns.map((column, at) =>
          cell({ grid, column, row, rowId, at, ariaColumn: at + offset, mark }),
        )}
    </div>
  )
}
export const GridRow = memo(GridRowView) as typeof GridRowView

interface CellInput<Row> {
  grid: GridContext<Row>
  column: GridColumn<Row>
  row: Row
  rowId: string
  at: number
  ariaColumn: number
  mark: Mark
}

/**
 * A function and not a component: seven more components a row made scrolling half as slow again.
 */
function cell<Row>({ grid, column, row, rowId, at, ariaColumn, mark }: CellInput<Row>): ReactNode {
  const editor = editorOf(column, row)
  const reason = column.readOnlyReason?.(row) ?? null
  const unread = mark.hasUnread ? grid.store.unread.at(rowId, column.id) : undefined
  const problem = unread ? unreadReason(unread) : (column.problem?.(row) ?? null)
  const isActive = at === mark.active
  const isFrozen = at < grid.frozenCount
  const isEdited = at === mark.edited && editor !== null
  const isUnsent = column.isUnsent?.(row) === true
  const value = column.value(row)
  return (
    <div
      key={column.id}
      role="gridcell"
      aria-colindex={ariaColumn}
      className={isFrozen ? classes.frozen : classes.cell}
      aria-readonly={editor === null || reason !== null || undefined}
      aria-invalid={problem !== null || undefined}
      aria-selected={(at >= mark.start && at <= mark.end && mark.start >= 0) || undefined}
      tabIndex={isActive ? 0 : undefined}
      title={problem ?? reason ?? undefined}
      data-active={isActive || undefined}
      data-locked={reason !== null || undefined}
      data-end={column.align === 'end' || undefined}
      data-editing={isEdited || undefined}
      style={isFrozen ? grid.frozenStyles[at] : undefined}
    >
      {isEdited && editor.kind !== 'tick' ? (
        <CellEditor
          cell={{ rowId, columnId: column.id }}
          label={column.header}
          editor={editor}
          value={value}
          initial={grid.store.editing()?.initial ?? null}
          isSelected={grid.store.editing()?.isSelected === true}
          actions={grid.actions}
        />
      ) : (
        <>
          {at === 0 && grid.isMovable && (
            <span
              className={classes.handle}
              aria-hidden
              title={grid.texts.dragRow}
              data-drag-handle
            />
          )}
          {unread ? (
            <span className={classes.unread}>{unread.text.slice(0, SHOWN_LENGTH)}</span>
          ) : column.render ? (
            column.render(row)
          ) : editor?.kind === 'tick' ? (
            tick(value === true, grid.texts)
          ) : (
            valueText(editor, value)
          )}
          {isUnsent && (
            <span className={classes.unsent} title={grid.texts.notSent}>
              <span className="visually-hidden">{grid.texts.notSent}</span>
            </span>
          )}
        </>
      )}
    </div>
  )
}

const tick = (isOn: boolean, texts: { yes: string; no: string }): ReactNode => (
  <span className={classes.tick} data-on={isOn || undefined} data-tick>
    <span className="visually-hidden">{isOn ? texts.yes : texts.no}</span>
  </span>
)
