import { type Cell, type CellStyle, type CellValue, writeXlsx, type WriteSheet } from 'hucre/xlsx'
import { ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import { columnLetters, workbookText } from '#schema/rules/excel/excel-rows-cells.ts'
import { sheetNames } from '#schema/rules/export/export-table.ts'
import type { SeenCell, SeenColumn, SeenKind, SeenTable } from '#schema/rules/export/seen-table.ts'
import { daySerial } from '../../lib/workbook/day-serial.ts'
import { filterName } from '../../lib/workbook/filter-name.ts'
import { choicesSheet } from '../../lib/workbook/hidden-sheet.ts'
import { OPEN_SHEET_PROTECTION } from '../../lib/workbook/sheet-protection.ts'
import { listChecks } from './list-checks.ts'
import { localTime, localSerial } from './local-time.ts'

/** Texts that look like numbers or dates stay texts. */
const FORMATS: Record<SeenKind, string> = {
  text: '@',
  number: 'General',
  percent: '0.00" %"',
  date: 'dd.mm.yyyy',
  time: 'dd.mm.yyyy hh:mm:ss',
  yesNo: 'General',
}
const HEADER: CellStyle = { font: { bold: true }, alignment: { wrapText: true, vertical: 'top' } }
const NARROWEST = 10
const WIDEST = 60
/** Rows that the width of a column is measured on. */
const MEASURED_ROWS = 200

const cellOf = (cell: SeenCell, kind: SeenKind): CellValue => {
  if (typeof cell === 'string')
    return (kind === 'date' ? daySerial(cell) : null) ?? workbookText(cell)
  if (typeof cell === 'number' && kind === 'time') return localSerial(cell)
  return cell
}

const lengthOf = (cell: SeenCell, kind: SeenKind): number => {
  if (cell === null) return 0
  if (kind === 'time' && typeof cell === 'number') return localTime(cell).length
  return Math.max(
    ...String(cell)
      .split('\n')
      .map((line) => line.length),
  )
}

const widthOf = ({ columns, rows }: SeenTable, at: number): number => {
  const { header = '', kind = 'text' } = columns[at] ?? {}
  const longest = rows
    .slice(0, MEASURED_ROWS)
    .reduce((most, row) => Math.max(most, lengthOf(row[at] ?? null, kind)), header.length)
  return Math.min(WIDEST, Math.max(NARROWEST, longest + 2))
}

const styleOf = ({ kind }: SeenColumn): CellStyle => ({
  alignment: { vertical: 'top', wrapText: kind === 'text' },
  numFmt: FORMATS[kind],
  protection: { locked: false },
})
const ID: CellStyle = { alignment: { vertical: 'top' }, numFmt: '@' }

const cellsOf = ({ columns, rows, notes = [] }: SeenTable): Map<string, Partial<Cell>> => {
  const cells = new Map<string, Partial<Cell>>(
    columns.map((_, at) => [`0,${at}`, { style: HEADER }]),
  )
  // The cells below the last row are open, so that rows with ids of their own can be added.
  for (const [column, { isId }] of columns.entries())
    if (isId === true)
      for (const row of rows.keys()) cells.set(`${row + 1},${column}`, { style: ID })
  for (const { row, column, text } of notes)
    cells.set(`${row + 1},${column}`, { comment: { text: workbookText(text) } })
  return cells
}

/**
 * A table as a workbook: numbers and dates keep their type, and no text becomes a formula. What an
 * import recognizes is protected.
 */
export const seenWorkbook = async (table: SeenTable): Promise<Uint8Array> => {
  const { name, columns, rows } = table
  const last = columnLetters(Math.max(0, columns.length - 1))
  const [sheet = 'Sheet'] = sheetNames([name])
  const header = columns.map((column) => workbookText(column.header))
  const lists = new ChoiceLists()
  const shown: WriteSheet = {
    name: sheet,
    columns: columns.map((column, at) => ({ width: widthOf(table, at), style: styleOf(column) })),
    rows: [
      header,
      ...rows.map((row) => columns.map(({ kind }, at) => cellOf(row[at] ?? null, kind))),
    ],
    cells: cellsOf(table),
    freezePane: { rows: 1, columns: 1 },
    autoFilter: { range: `A1:${last}${rows.length + 1}` },
    dataValidations: columns.flatMap(({ options = [] }, column) =>
      listChecks(options, { column, count: rows.length }, lists),
    ),
    ...(columns.some(({ isId }) => isId === true) ? { protection: OPEN_SHEET_PROTECTION } : {}),
  }
  return await writeXlsx({
    sheets: [shown, ...(lists.isUsed ? [choicesSheet(lists)] : [])],
    namedRanges: [filterName(sheet, table)],
  })
}
