import { memo, useSyncExternalStore, type ReactNode } from 'react'
import { CellEditor } from './grid-cell-editor.tsx'
import { editorOf, type GridContext } from './grid-context.ts'
import { SHOWN_LENGTH, unreadReason } from './grid-texts.ts'
import { readMark, type GridMark } from './grid-mark.ts'
import type { GridModel } from './grid-model.ts'
import type { GridColumn } from './grid-types.ts'
import { valueText } from './grid-values.ts'
import classes from './grid.module.css'

interface GridRowProps<Row> {
  grid: GridContext<Row>
  /** Not compared: the row subscribes to the changes that matter to it. */
  model: GridModel
  rowId: string
  index: number
  top: number
  /** Position among headings and rows. */
  place: number
  /** Absent if all rows have the same height. */
  measure?: ((element: HTMLElement | null) => void) | undefined
}

/**
 * One row, subscribed to its own data and marks. Its cells are plain elements without components or
 * listeners.
 */
function GridRowView<Row>(props: GridRowProps<Row>) {
  const { grid, model, rowId, index, top, place, measure } = props
  const row = grid.useRow(rowId)
  const mark = readMark(
    useSyncExternalStore(grid.store.subscribe, () => grid.store.markOfRow(index, model)),
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
            aria-label={grid.texts.checkRow(rowName({ grid, row, index }))}
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

/** Compares all props but the model, to whose changes the row subscribes. */
const isSameRow = <Row,>(before: GridRowProps<Row>, after: GridRowProps<Row>): boolean =>
  before.grid === after.grid &&
  before.rowId === after.rowId &&
  before.index === after.index &&
  before.top === after.top &&
  before.place === after.place &&
  before.measure === after.measure

export const GridRow = memo(GridRowView, isSameRow) as typeof GridRowView

interface CellInput<Row> {
  grid: GridContext<Row>
  column: GridColumn<Row>
  row: Row
  rowId: string
  at: number
  ariaColumn: number
  mark: GridMark
}

/**
 * A function and not a component: seven more components per row make scrolling 1.5 times as slow.
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
      role={column.isRowHeader ? 'rowheader' : 'gridcell'}
      aria-colindex={ariaColumn}
      {...(column.isContent === true ? grid.language : {})}
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

/** The row's label, or else its position. */
const rowName = <Row,>({
  grid,
  row,
  index,
}: Pick<GridRowProps<Row>, 'grid' | 'index'> & { row: Row | undefined }): string =>
  (row === undefined ? undefined : grid.rowLabel?.(row)) ?? String(index + 1)

const tick = (isOn: boolean, texts: { yes: string; no: string }): ReactNode => (
  <span className={classes.tick} data-on={isOn || undefined} data-tick>
    <span className="visually-hidden">{isOn ? texts.yes : texts.no}</span>
  </span>
)
