import { read, SSF, type CellObject, type Range, type WorkSheet } from 'xlsx'
import type { Cell, MergedRange } from '#schema/rules/excel-rows-cells.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { ParsedSheet } from './parsed-file.ts'

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  0: '#NULL!', 7: '#DIV/0!', 15: '#VALUE!', 23: '#REF!', 29: '#NAME?', 36: '#NUM!', 42: '#N/A',
}

const pad = (value: number): string => String(value).padStart(2, '0')

const numberCell = (value: number, format: CellObject['z']): Cell => {
  if (format === undefined || !SSF.is_date(String(format))) return value
  const date: { y: number; m: number; d: number } | null = SSF.parse_date_code(value)
  return date === null ? value : `${date.y}-${pad(date.m)}-${pad(date.d)}`
}

const cellOf = (cell: CellObject | undefined): Cell => {
  if (cell === undefined || cell.v === undefined) return ''
  switch (cell.t) {
    case 'n':
      return numberCell(Number(cell.v), cell.z)
    case 'b':
      return cell.v === true ? 'TRUE' : 'FALSE'
    case 'e':
      return ERROR_TEXTS[Number(cell.v)] ?? '#VALUE!'
    case 's':
    case 'd':
    case 'z':
      return String(cell.v)
    default:
      return cell.t satisfies never
  }
}

/** Only cells that hold something make the table: a sheet's declared range can claim millions of cells that are not there. */
const usedRows = (sheet: WorkSheet, name: string): Cell[][] => {
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const rows: Cell[][] = []
  let cells = 0
  data.forEach((source, index) => {
    const row: Cell[] = []
    source.forEach((cell, column) => {
      const value = cellOf(cell)
      if (value === '') return
      if (column >= IMPORT_LIMITS.columns) throw new ImportFileError('tooManyColumns', { limit: IMPORT_LIMITS.columns, sheet: name })
      while (row.length < column) row.push('')
      row.push(value)
      cells += 1
    })
    if (row.length === 0) return
    if (index >= IMPORT_LIMITS.rows) throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows, sheet: name })
    while (rows.length < index) rows.push([])
    rows.push(row)
  })
  if (cells > IMPORT_LIMITS.cells) throw new ImportFileError('tooManyCells', { limit: IMPORT_LIMITS.cells, found: cells, sheet: name })
  return rows
}

const mergeOf = ({ s, e }: Range): MergedRange => ({ top: s.r + 1, bottom: e.r + 1, left: s.c, right: e.c })

/** All sheets of a workbook that has passed the archive check; sheets without a filled cell are left out. */
export const parseWorkbook = (bytes: Uint8Array): ParsedSheet[] => {
  // One row more than the limit, so that a sheet that is too long is noticed without reading it all.
  const workbook = read(bytes, { type: 'array', dense: true, cellFormula: false, cellHTML: false, cellText: false, cellNF: true, sheetRows: IMPORT_LIMITS.rows + 1 })
  return workbook.SheetNames.flatMap((name) => {
    const sheet = workbook.Sheets[name]
    const rows = sheet === undefined ? [] : usedRows(sheet, name)
    return rows.length === 0 ? [] : [{ name, rows, merges: (sheet?.['!merges'] ?? []).map(mergeOf) }]
  })
}
