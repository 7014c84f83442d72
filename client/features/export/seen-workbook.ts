import { type CellStyle, type CellValue, writeXlsx } from 'hucre/xlsx'
import { columnLetters, workbookRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { sheetNames } from '#schema/rules/export/export-table.ts'
import type { SeenCell, SeenKind, SeenTable } from '#schema/rules/export/seen-table.ts'
import { filterName } from '../../lib/filter-name.ts'
import { daySerial, localTime, localSerial } from './local-time.ts'

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
/** The longest text of a cell; Excel repairs a file with a longer one. */
const CELL_TEXT = 32_767

const NARROWEST = 10
const WIDEST = 60
/** Rows that the width of a column is measured on. */
const MEASURED_ROWS = 200

const cellText = (text: string): string => {
  const [[safe = ''] = []] = workbookRows([[text.replace(/\r\n?/g, '\n')]])
  return String(safe).length > CELL_TEXT ? `${String(safe).slice(0, CELL_TEXT - 1)}…` : String(safe)
}

const cellOf = (cell: SeenCell, kind: SeenKind): CellValue => {
  if (typeof cell === 'string') return (kind === 'date' ? daySerial(cell) : null) ?? cellText(cell)
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

/** A table as a workbook: numbers and dates keep their type, and no text becomes a formula. */
export const seenWorkbook = async (table: SeenTable): Promise<Uint8Array> => {
  const { name, columns, rows } = table
  const last = columnLetters(Math.max(0, columns.length - 1))
  const [sheet = 'Sheet'] = sheetNames([name])
  const header = columns.map((column) => cellText(column.header))
  return await writeXlsx({
    sheets: [
      {
        name: sheet,
        columns: columns.map(({ kind }, at) => ({
          width: widthOf(table, at),
          style: {
            alignment: { vertical: 'top', wrapText: kind === 'text' },
            numFmt: FORMATS[kind],
          },
        })),
        rows: [
          header,
          ...rows.map((row) => columns.map(({ kind }, at) => cellOf(row[at] ?? null, kind))),
        ],
        cells: new Map(columns.map((_, at) => [`0,${at}`, { style: HEADER }])),
        freezePane: { rows: 1, columns: 1 },
        autoFilter: { range: `A1:${last}${rows.length + 1}` },
      },
    ],
    namedRanges: [filterName(sheet, table)],
  })
}
