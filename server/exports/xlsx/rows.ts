import { cellAddress, workbookText } from '#schema/rules/excel/excel-rows-cells.ts'
import type { ColumnKind, TableCell, TableRow } from '#schema/rules/export/export-table.ts'
import { STYLE_OF, STYLES } from './styles.ts'
import { escaped } from './xml.ts'

/** The serial number of 1 January 1970. */
const EPOCH_DAYS = 25_569
const DAY_MS = 86_400_000

const cellXml = (cell: TableCell, at: string, kind: ColumnKind | 'header'): string => {
  if (cell === null || cell === '') return ''
  const style = kind === 'header' ? STYLES.header : STYLE_OF[kind]
  if (typeof cell === 'boolean')
    return `<c r="${at}" s="${STYLES.number}" t="b"><v>${cell ? 1 : 0}</v></c>`
  if (typeof cell === 'string')
    return `<c r="${at}" s="${style}" t="inlineStr"><is><t xml:space="preserve">${escaped(cell)}</t></is></c>`
  if (!Number.isFinite(cell)) return ''
  return kind === 'time'
    ? `<c r="${at}" s="${STYLES.time}"><v>${cell / DAY_MS + EPOCH_DAYS}</v></c>`
    : `<c r="${at}" s="${STYLES.number}"><v>${cell}</v></c>`
}

/** Cells of one row as XML. Texts are written as texts, so that none is ever a formula. */
export const rowXml = (
  cells: TableRow,
  row: number,
  kindAt: (column: number) => ColumnKind | 'header',
): string => {
  const xml = cells.map((cell, at) => {
    const value = typeof cell === 'string' ? workbookText(cell) : cell
    return cellXml(value, cellAddress(row, at), kindAt(at))
  })
  return `<row r="${row}">${xml.join('')}</row>`
}
