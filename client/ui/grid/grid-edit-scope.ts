import { editorOf } from './grid-context.ts'
import type { BlockModel } from './grid-edits.ts'
import type { CellAt } from './grid-place.ts'
import type { GridStore } from './grid-store.ts'
import { readOnlyText } from './grid-texts.ts'
import type { GridColumn, GridEditor, GridProps } from './grid-types.ts'

/** The props and visible columns of the latest render. */
export interface GridLatest<Row> {
  readonly current: { props: GridProps<Row>; shown: readonly GridColumn<Row>[] }
}

export interface EditingInput<Row> {
  store: GridStore
  latest: GridLatest<Row>
  /** Announces a text in the live region. */
  say: (text: string) => void
  reveal: () => void
}

interface FoundCell<Row> {
  row: Row
  column: GridColumn<Row>
}

/** What edits of a cell and edits of a range share. */
export interface EditScope<Row> extends EditingInput<Row> {
  blockModel: () => BlockModel<Row>
  /** Announces a text and passes it to the owner. */
  notice: (text: string) => void
  /** Null if the row or column no longer exists. */
  cellOf: (cell: CellAt) => FoundCell<Row> | null
  /** The active cell if it is editable; else announces the reason and returns null. */
  editable: () => (FoundCell<Row> & { cell: CellAt; editor: GridEditor }) | null
}

export const editScope = <Row>(input: EditingInput<Row>): EditScope<Row> => {
  const { store, latest, say } = input
  const cellOf = (cell: CellAt) => {
    const row = latest.current.props.readRow(cell.rowId)
    const column = latest.current.shown.find((one) => one.id === cell.columnId)
    return row === undefined || column === undefined ? null : { row, column }
  }
  return {
    ...input,
    cellOf,
    blockModel: () => ({
      rowIds: latest.current.props.rowIds,
      columns: latest.current.shown,
      readRow: latest.current.props.readRow,
    }),
    notice: (text) => {
      say(text)
      latest.current.props.onNotice?.(text)
    },
    editable: () => {
      const cell = store.activeCell()
      const found = cell && cellOf(cell)
      if (!cell || !found) return null
      const editor = editorOf(found.column, found.row)
      const reason = found.column.readOnlyReason?.(found.row) ?? null
      if (editor !== null && reason === null) return { cell, editor, ...found }
      say(readOnlyText(reason))
      return null
    },
  }
}
