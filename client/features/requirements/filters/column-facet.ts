import type { ParameterOption } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { GridColumn, GridEditor, GridValue } from '#client/ui/grid/grid-types.ts'

export interface FacetOption {
  value: string
  label: string
}

/** What the values of a column are: how they compare, and which filter fits them. */
export type Facet =
  | { kind: 'text' | 'number' | 'date' | 'tick' }
  /** In the order in which the options are offered; the values are the options' as text. */
  | { kind: 'choice'; options: readonly FacetOption[]; isAlwaysFilled?: boolean }

/** A column of a document's table, which can be sorted and filtered. */
export interface TableColumn<Row> extends GridColumn<Row> {
  facet: Facet
  /** The value to sort and filter by where the cell's value is a text made for reading. */
  raw?: (row: Row) => GridValue
}

/**
 * The same column as sorting and filtering see it: values of requirements, without rows or cells.
 */
export interface ReadColumn {
  id: string
  header: string
  facet: Facet
  read: (requirement: Requirement) => GridValue
}

/** One row is made for all columns of a requirement that are read one after another. */
export function readColumns<Row>(
  columns: readonly TableColumn<Row>[],
  rowOf: (requirement: Requirement) => Row,
): ReadColumn[] {
  let last: { requirement: Requirement; row: Row } | null = null
  const rowFor = (requirement: Requirement): Row => {
    if (last?.requirement !== requirement) last = { requirement, row: rowOf(requirement) }
    return last.row
  }
  return columns.map((column) => {
    const value = column.raw ?? column.value
    return {
      id: column.id,
      header: column.header,
      facet: column.facet,
      read: (requirement) => value(rowFor(requirement)),
    }
  })
}

const KINDS = {
  text: 'text',
  long: 'text',
  number: 'number',
  percent: 'number',
  date: 'date',
} as const

/**
 * The facet of a column whose cells are edited so; `options` of all its fields where these differ.
 */
export function facetOfEditor(editor: GridEditor, options?: readonly ParameterOption[]): Facet {
  if (editor.kind === 'tick') return { kind: 'tick' }
  if (editor.kind !== 'select') return { kind: KINDS[editor.kind] }
  const offered = options?.map(({ key, label }) => ({ value: key, label }))
  return {
    kind: 'choice',
    options: offered ?? editor.options.map(({ value, label }) => ({ value: String(value), label })),
  }
}
