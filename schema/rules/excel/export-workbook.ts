import type { Parameter } from '../../entities/parameter.ts'
import { parseDefinition } from '../definition/parameters.ts'
import { addChoices, noChoices, offered } from '../export/choices.ts'
import type { Cell } from './excel-rows-cells.ts'
import { type ExportInput, exportRows } from './excel-rows-export.ts'
import { labelKey, parameterLabels } from './excel-rows-values.ts'

/** How a spreadsheet treats the cells of a column. */
export interface ExportColumn {
  header: string
  kind: 'id' | 'text' | 'longText' | 'number' | 'date' | 'choice'
  /** Width in characters of the default font. */
  width: number
  /** The values that the spreadsheet offers; empty = any. */
  options: readonly string[]
}

export interface ExportSheet {
  name: string
  columns: readonly ExportColumn[]
  /** The cells below the header. */
  rows: readonly (readonly Cell[])[]
  /** Help texts beside the requirements, by row; absent = none. */
  notes?: ReadonlyMap<number, string>
  /** The first column stands at the right. */
  isRightToLeft?: boolean
}

const NARROWEST = 10
const WIDEST = 60
/** Rows that the width of a column is measured on. */
const MEASURED_ROWS = 200

/** The longest line of the cells, within bounds that keep a sheet readable. */
const widthOf = (header: string, cells: readonly Cell[]): number => {
  const longest = cells
    .slice(0, MEASURED_ROWS)
    .flatMap((cell) => String(cell).split('\n'))
    .reduce((most, line) => Math.max(most, line.length), header.length)
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2))
}

const kindOf = (parameters: readonly Parameter[]): ExportColumn['kind'] => {
  const kinds = new Set(
    parameters.map(({ type, inputType }): ExportColumn['kind'] => {
      switch (type) {
        case 'TEXTAREA':
          return 'longText'
        case 'DATE_PICKER':
          return 'date'
        case 'INPUT':
          return inputType === 'number' ? 'number' : 'text'
        case 'SELECTBOX':
        case 'RADIO':
        case 'CHECKBOX':
        case 'FLAG':
          return 'choice'
        default:
          return type satisfies never
      }
    }),
  )
  const [only] = kinds
  return kinds.size === 1 && only !== undefined ? only : 'text'
}

const optionsOf = (parameters: readonly Parameter[]): string[] => {
  const choices = noChoices()
  for (const parameter of parameters) addChoices(choices, parameter)
  return offered(choices)
}

/** A document as a sheet that can be imported without questions and edited with comfort. */
export const requirementSheet = (name: string, input: ExportInput): ExportSheet => {
  const [header = [], ...rows] = exportRows(input)
  const fields = new Map<string, Parameter[]>()
  for (const { definition } of input.requirements)
    for (const [key, { parameter }] of parameterLabels(parseDefinition(definition)))
      fields.set(key, [...(fields.get(key) ?? []), parameter])
  const columns = header.map((cell, column): ExportColumn => {
    const label = String(cell)
    const parameters = column < 3 ? [] : (fields.get(labelKey(label)) ?? [])
    const kind = column === 0 ? 'id' : column === 2 ? 'longText' : kindOf(parameters)
    return {
      header: label,
      kind,
      width: widthOf(
        label,
        rows.map((row) => row[column] ?? ''),
      ),
      options: optionsOf(parameters),
    }
  })
  const notes = new Map(
    input.requirements.flatMap(({ vendorHelp = '' }, row) =>
      vendorHelp.trim() === '' ? [] : [[row, vendorHelp] as const],
    ),
  )
  return { name, columns, rows, notes }
}
