import type { ParameterOption } from '#schema/entities/parameter.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import type { GridColumn, GridEditor, GridValue } from '#client/ui/grid/grid-types.ts'

export interface FacetOption {
  value: string
  label: string
}

/** Describes the values of a column: how they compare, and which filters apply. */
export type Facet =
  | { kind: 'text' | 'number' | 'date' | 'tick' }
  /** In the offered order; option values are converted to text. */
  | { kind: 'choice'; options: readonly FacetOption[]; isAlwaysFilled?: boolean }

/** A column of the document's table that can be sorted and filtered. */
export interface TableColumn<Row> extends GridColumn<Row> {
  facet: Facet
  /** The numbers are percentages, although no editor says so. */
  isPercent?: boolean
  /** The value for sorting and filtering, if the cell shows a formatted text. */
  raw?: (row: Row) => GridValue
}

/**
 * A column reduced to what sorting and filtering need: it reads values from requirements, without
 * rows or cells.
 */
export interface ReadColumn {
  id: string
  header: string
  facet: Facet
  read: (requirement: Requirement) => GridValue
}

/**
 * Caches the row of the last requirement, since all columns of a requirement are read in sequence.
 */
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

/** The facet for a cell editor. `options` replaces the editor's if its fields differ. */
export function facetOfEditor(editor: GridEditor, options?: readonly ParameterOption[]): Facet {
  if (editor.kind === 'tick') return { kind: 'tick' }
  if (editor.kind !== 'select') return { kind: KINDS[editor.kind] }
  const offered = options?.map(({ key, label }) => ({ value: key, label }))
  return {
    kind: 'choice',
    options: offered ?? editor.options.map(({ value, label }) => ({ value: String(value), label })),
  }
}
