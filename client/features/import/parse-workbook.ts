import { read, SSF, type CellObject, type Range, type WorkSheet } from 'xlsx'
import type { Cell, MergedRange } from '#schema/rules/excel/excel-rows-cells.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { ParsedSheet } from './parsed-file.ts'

const ERROR_TEXTS: Readonly<Record<number, string>> = {
  0: '#NULL!',
  7: '#DIV/0!',
  15: '#VALUE!',
  23: '#REF!',
  29: '#NAME?',
  36: '#NUM!',
  42: '#N/A',
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

/** Number of cells and characters in all sheets together. */
interface Size {
  cells: number
  characters: number
}

const countCell = (size: Size, value: Cell, name: string): void => {
  size.cells += 1
  size.characters += String(value).length
  if (size.cells > IMPORT_LIMITS.cells)
    throw new ImportFileError('tooManyCells', {
      limit: IMPORT_LIMITS.cells,
      found: size.cells,
      sheet: name,
    })
  if (size.characters > IMPORT_LIMITS.characters)
    throw new ImportFileError('zipBomb', { limit: IMPORT_LIMITS.unpackedBytes })
}

/**
 * The rows that hold a value. The declared range of a sheet can claim millions of cells that do not
 * exist.
 */
const usedRows = (sheet: WorkSheet, name: string, size: Size): Cell[][] => {
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const rows: Cell[][] = []
  data.forEach((source, index) => {
    const row = usedCells(source, name, size)
    if (row.length === 0) return
    if (index >= IMPORT_LIMITS.rows)
      throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows, sheet: name })
    while (rows.length < index) rows.push([])
    rows.push(row)
  })
  return rows
}

/**
 * Iterate over the keys that exist: counting up to a last cell in column 300,000,000 would take
 * seconds.
 */
const usedCells = (
  source: readonly (CellObject | undefined)[],
  name: string,
  size: Size,
): Cell[] => {
  const row: Cell[] = []
  for (const key of Object.keys(source)) {
    const [column, value] = [Number(key), cellOf(source[Number(key)])]
    if (value === '') continue
    if (column >= IMPORT_LIMITS.columns)
      throw new ImportFileError('tooManyColumns', { limit: IMPORT_LIMITS.columns, sheet: name })
    countCell(size, value, name)
    while (row.length < column) row.push('')
    row.push(value)
  }
  return row
}

const mergeOf = ({ s, e }: Range): MergedRange => ({
  top: s.r + 1,
  bottom: e.r + 1,
  left: s.c,
  right: e.c,
})

/**
 * Parses all sheets of a workbook that passed the archive check. Sheets without a filled cell are
 * left out.
 */
export const parseWorkbook = (bytes: Uint8Array): ParsedSheet[] => {
  // Read one row over the limit: enough to notice that a sheet is too long.
  const workbook = read(bytes, {
    type: 'array',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    sheetRows: IMPORT_LIMITS.rows + 1,
  })
  const size: Size = { cells: 0, characters: 0 }
  return workbook.SheetNames.flatMap((name, index) => {
    const sheet = workbook.Sheets[name]
    const rows = sheet === undefined ? [] : usedRows(sheet, name, size)
    const merges = (sheet?.['!merges'] ?? []).map(mergeOf)
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    return rows.length === 0 ? [] : [{ name, rows, merges, ...(isHidden ? { isHidden } : {}) }]
  })
}
