import { type CellStyle, type DataValidation, writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { columnLetters } from '#schema/rules/excel/excel-rows-cells.ts'
import {
  type TemplateColumn,
  templateColumns,
  templateNames,
  templateNotes,
} from './template-words.ts'

/** The last row in which the template offers choices. */
const LAST_ROW = 5_000
const WRAPPED = { wrapText: true, vertical: 'top' } as const
const HEADER: CellStyle = { font: { bold: true }, alignment: WRAPPED }
const EXAMPLE: CellStyle = {
  font: { italic: true, color: { rgb: '6B7280' } },
  alignment: WRAPPED,
  numFmt: '@',
}
/** Ids such as 1.10 stay texts. */
const CELL: CellStyle = { alignment: WRAPPED, numFmt: '@' }

const choicesOf = (options: readonly string[], column: number): DataValidation => {
  const letters = columnLetters(column)
  return {
    ...{ type: 'list', values: [...options], range: `${letters}2:${letters}${LAST_ROW}` },
    ...{ allowBlank: true, showErrorMessage: true, errorStyle: 'warning' },
  }
}

const requirementsSheet = (columns: readonly TemplateColumn[]): WriteSheet => {
  const rows = [
    columns.map(({ header }) => header),
    ...[0, 1].map((at) => columns.map(({ examples }) => examples[at] ?? '')),
  ]
  const styleOf = (row: number): CellStyle => (row === 0 ? HEADER : EXAMPLE)
  return {
    name: templateNames().requirements,
    columns: columns.map(({ width }) => ({ width, style: CELL })),
    rows,
    cells: new Map(
      rows.flatMap((row, at) =>
        row.map((_, column) => [`${at},${column}`, { style: styleOf(at) }] as const),
      ),
    ),
    freezePane: { rows: 1 },
    dataValidations: columns.flatMap(({ options }, column) =>
      options === undefined ? [] : [choicesOf(options, column)],
    ),
  }
}

const instructionsSheet = (columns: readonly TemplateColumn[]): WriteSheet => {
  const { instructions, title } = templateNames()
  const rows = [
    [title],
    ...columns.map(({ header, about }) => [header, about]),
    ...templateNotes().map((note) => ['', note]),
  ]
  return {
    name: instructions,
    columns: [{ width: 24 }, { width: 90, style: { alignment: WRAPPED } }],
    rows,
    cells: new Map(rows.map((_, at) => [`${at},0`, { style: HEADER }] as const)),
  }
}

/** An empty workbook for requirements, in the form that the import reads without a touch. */
export const writeTemplate = async (): Promise<Uint8Array> => {
  const columns = templateColumns()
  return await writeXlsx({ sheets: [requirementsSheet(columns), instructionsSheet(columns)] })
}
