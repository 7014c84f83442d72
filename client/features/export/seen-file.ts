import { csvRows } from '#schema/rules/excel/excel-rows-cells.ts'
import { distinctHeaders, type SeenCell, type SeenTable } from '#schema/rules/export/seen-table.ts'
import { localTime } from './local-time.ts'

/** A table as it is shown has no ReqIF: that format holds requirements with their types. */
export type SeenFormat = 'xlsx' | 'csv' | 'json'

/** Spreadsheet programs read a CSV as UTF-8 only with this mark. */
const BYTE_ORDER_MARK = '\uFEFF'

/** The cell as a text file shows it: times as on the screen, in this device's time zone. */
const plainCell = (cell: SeenCell, isTime: boolean): string | number => {
  if (cell === null) return ''
  if (typeof cell === 'boolean') return cell ? 'TRUE' : 'FALSE'
  return isTime && typeof cell === 'number' ? localTime(cell) : cell
}

const csvOf = async ({ columns, rows }: SeenTable): Promise<Blob> => {
  const { default: Papa } = await import('papaparse')
  const cells = rows.map((row) =>
    columns.map(({ kind }, at) => plainCell(row[at] ?? null, kind === 'time')),
  )
  const text = Papa.unparse(csvRows([columns.map(({ header }) => header), ...cells]), {
    newline: '\r\n',
  })
  return new Blob([BYTE_ORDER_MARK, text], { type: 'text/csv;charset=utf-8' })
}

const jsonOf = ({ name, columns, rows }: SeenTable): Blob => {
  const headers = distinctHeaders(columns)
  const records = rows.map((row) =>
    Object.fromEntries(
      headers.map((header, at) => {
        const cell = row[at] ?? null
        const isTime = columns[at]?.kind === 'time' && typeof cell === 'number'
        return [header, isTime ? new Date(cell).toISOString() : cell]
      }),
    ),
  )
  return new Blob([JSON.stringify({ name, rows: records }, null, 2)], { type: 'application/json' })
}

/** The file of what a screen shows, made on this device. */
export const seenFile = async (format: SeenFormat, table: SeenTable): Promise<Blob> => {
  switch (format) {
    case 'xlsx': {
      const { seenWorkbook } = await import('./seen-workbook.ts')
      const bytes = await seenWorkbook(table)
      return new Blob([bytes.slice()], {
        type: 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
      })
    }
    case 'csv':
      return await csvOf(table)
    case 'json':
      return jsonOf(table)
    default:
      return format satisfies never
  }
}
