import { MOST_OFFERED } from '#schema/rules/export/choices.ts'
import type { TableNote } from '#schema/rules/export/export-table.ts'
import {
  seen,
  type SeenCell,
  type SeenKind,
  type SeenTable,
} from '#schema/rules/export/seen-table.ts'
import { isColumnShown } from '#client/ui/grid/shown-columns.ts'
import { completeOrder } from '#client/ui/grid/use-column-model.ts'
import type { GridEditor, GridLayout } from '#client/ui/grid/grid-types.ts'
import { valueText } from '#client/ui/grid/grid-values.ts'
import type { Facet, TableColumn } from '../filters/column-facet.ts'

interface SeenGrid<Row> {
  name: string
  columns: readonly TableColumn<Row>[]
  layout: GridLayout
  rowIds: readonly string[]
  readRow: (id: string) => Row | undefined
  /** The help that stands beside the text of a requirement. */
  helpOf?: (row: Row) => string
}

const KINDS: Record<Facet['kind'], SeenKind> = {
  text: 'text',
  number: 'number',
  date: 'date',
  tick: 'yesNo',
  choice: 'text',
}

const editorOf = <Row>({ editor }: TableColumn<Row>, row: Row): GridEditor | null =>
  (typeof editor === 'function' ? editor(row) : editor) ?? null

/** Frozen columns stay first, as the grid pins them. */
const shownColumns = <Row>({ columns, layout }: SeenGrid<Row>): TableColumn<Row>[] => {
  const byId = new Map(columns.map((one) => [one.id, one]))
  const ordered = completeOrder(columns, layout.order)
    .flatMap((id) => byId.get(id) ?? [])
    .filter((one) => isColumnShown(one, layout))
  return [...ordered.filter(({ frozen }) => frozen), ...ordered.filter(({ frozen }) => !frozen)]
}

const cellOf = <Row>(column: TableColumn<Row>, row: Row): SeenCell => {
  if (column.text) return column.text(row)
  const value = column.value(row)
  const editor = editorOf(column, row)
  const { kind } = column.facet
  if (value === null) return null
  // A release is stored by its number and shown by its name.
  if (editor?.kind === 'select') return valueText(editor, value)
  if (typeof value === 'number' && kind === 'number') return value
  if (typeof value === 'boolean' && kind === 'tick') return value
  return kind === 'date' && typeof value === 'string' ? value : valueText(editor, value)
}

/** The labels that the cells of a column can be chosen from, each once. */
const optionsOf = <Row>(column: TableColumn<Row>, rows: readonly Row[]): string[] => {
  const labels = new Set<string>()
  for (const row of rows) {
    const editor = editorOf(column, row)
    if (editor?.kind !== 'select') continue
    for (const { label } of editor.options) if (label.trim() !== '') labels.add(label.trim())
  }
  return labels.size > MOST_OFFERED ? [] : [...labels]
}

/** The ids of the columns that an import recognizes rows by, and of those with their texts. */
const [ID_COLUMN, NAME_COLUMN] = ['id', 'name']

const notesOf = <Row>(
  columns: readonly TableColumn<Row>[],
  rows: readonly Row[],
  helpOf: SeenGrid<Row>['helpOf'],
): TableNote[] => {
  const column = columns.findIndex(({ id }) => id === NAME_COLUMN)
  if (column === -1 || helpOf === undefined) return []
  return rows.flatMap((one, row) => {
    const text = helpOf(one)
    return text.trim() === '' ? [] : [{ row, column, text }]
  })
}

/** The rows and columns of a grid as the person sees them: filtered, sorted, none that is hidden. */
export const seenGrid = <Row>(grid: SeenGrid<Row>): SeenTable => {
  const columns = shownColumns(grid)
  const rows = grid.rowIds.flatMap((id) => grid.readRow(id) ?? [])
  const kindOf = (column: TableColumn<Row>): SeenKind => {
    const isPercent =
      column.isPercent ?? rows.some((row) => editorOf(column, row)?.kind === 'percent')
    return isPercent ? 'percent' : KINDS[column.facet.kind]
  }
  return {
    name: grid.name,
    columns: columns.map((column) => ({
      ...seen(column.header, kindOf(column)),
      isId: column.id === ID_COLUMN,
      options: optionsOf(column, rows),
    })),
    rows: rows.map((row) => columns.map((column) => cellOf(column, row))),
    notes: notesOf(columns, rows, grid.helpOf),
  }
}
