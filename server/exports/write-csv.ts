import { csvRows } from '#schema/rules/excel/excel-rows-cells.ts'
import type { TableCell, TableColumn, TableRow } from '#schema/rules/export/export-table.ts'
import { sheetNames } from '#schema/rules/export/export-table.ts'
import type { Sink } from './export-files.ts'
import type { ExportFacts, TableWriter } from './table-writer.ts'
import { TextPieces, ZipWriter } from './zip-writer.ts'

/** Spreadsheet programs read a CSV as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

const csvText = (cell: TableCell, column: TableColumn | undefined): string | number => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  if (column?.kind === 'time' && typeof cell === 'number') return new Date(cell).toISOString()
  return cell
}

const quoted = (cell: string | number): string => {
  const text = String(cell)
  return /[",\r\n]|^\s|\s$/.test(text) ? `"${text.replaceAll('"', '""')}"` : text
}

/** Lines of a CSV. No text of a person runs as a formula. */
export const csvLines = (rows: readonly TableRow[], columns: readonly TableColumn[]): string =>
  csvRows(rows.map((row) => row.map((cell, at) => csvText(cell, columns[at]))))
    .map((row) => `${row.map(quoted).join(',')}\r\n`)
    .join('')

/** One table is a file, several are an archive with a file for each. */
export const csvWriter = (sink: Sink, { tables }: ExportFacts): TableWriter => {
  const zip = tables.length > 1 ? new ZipWriter(sink) : null
  const names = sheetNames(tables)
  let text = new TextPieces((bytes) => sink.write(bytes))
  let columns: readonly TableColumn[] = []
  let table = -1
  return {
    begin: async (head) => {
      table += 1
      columns = head.columns
      // A number in front keeps the order and makes a name safe that a system reserves.
      if (zip !== null)
        text = await zip.entry(`${table + 1} ${names[table]?.replace(/["<>|]/g, ' ')}.csv`)
      await text.add(BYTE_ORDER_MARK)
      await text.add(csvLines([columns.map(({ header }) => header)], []))
    },
    rows: async (rows) => await text.add(csvLines(rows, columns)),
    end: async () => {
      await text.flush()
      await zip?.end()
    },
  }
}
