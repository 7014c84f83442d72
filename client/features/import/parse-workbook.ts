import { read, type CellObject, type Range, type WorkSheet } from 'xlsx'
import type { Cell, MergedRange } from '#schema/rules/excel/excel-rows-cells.ts'
import type { CellDetail } from '#schema/rules/excel/sheet-details.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { cellOf, countCells, type Size } from './parse-cells.ts'
import { noteText } from './parse-details.ts'
import type { ParsedSheet } from './parsed-file.ts'

interface Reading {
  name: string
  size: Size
  isFrom1904: boolean
  /** What cells say beside their values; of an .xlsx, it is read from its XML. */
  links: CellDetail[]
  notes: CellDetail[]
}

const noteDetails = ({ links, notes }: Reading, cell: CellObject | undefined, at: CellAt): void => {
  const target = cell?.l?.Target
  if (target !== undefined) links.push({ ...at, text: target })
  const text = (cell?.c ?? []).map(({ t, a = '' }) => noteText(t ?? '', a)).join('\n')
  if (text !== '') notes.push({ ...at, text })
}
type CellAt = Omit<CellDetail, 'text'>

/**
 * The rows that hold a value. The declared range of a sheet can claim millions of cells that do not
 * exist.
 */
const usedRows = (sheet: WorkSheet, reading: Reading): Cell[][] => {
  const data: (CellObject | undefined)[][] = sheet['!data'] ?? []
  const rows: Cell[][] = []
  data.forEach((source, index) => {
    const row = usedCells(source, index + 1, reading)
    if (row.length === 0) return
    if (index >= IMPORT_LIMITS.rows)
      throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows, sheet: reading.name })
    countCells(reading.size, '', { sheet: reading.name, copies: index - rows.length })
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
  rowNumber: number,
  reading: Reading,
): Cell[] => {
  const { name, size, isFrom1904 } = reading
  const row: Cell[] = []
  for (const key of Object.keys(source)) {
    const [column, value] = [Number(key), cellOf(source[Number(key)], isFrom1904)]
    if (value === '') continue
    if (column >= IMPORT_LIMITS.columns)
      throw new ImportFileError('tooManyColumns', { limit: IMPORT_LIMITS.columns, sheet: name })
    countCells(size, value, { sheet: name })
    while (row.length < column) row.push('')
    row.push(value)
    noteDetails(reading, source[column], { row: rowNumber, column })
  }
  return row
}

const mergeOf = ({ s, e }: Range): MergedRange => ({
  top: s.r + 1,
  bottom: e.r + 1,
  left: s.c,
  right: e.c,
})

/** Rows that a workbook of before 2007 hides; the reader gives those of others only with styles. */
const hiddenRowsOf = (sheet: WorkSheet | undefined, count: number): number[] =>
  Object.entries(sheet?.['!rows'] ?? {}).flatMap(([key, row]) =>
    row?.hidden === true && Number(key) < count ? [Number(key) + 1] : [],
  )

/**
 * Parses all sheets of a workbook that passed the archive check, or of the stream of a workbook
 * from before 2007. Sheets without a filled cell are left out.
 */
export const parseWorkbook = (bytes: Uint8Array): ParsedSheet[] => {
  // Read one row over the limit: enough to notice that a sheet is too long.
  const workbook = read(bytes, {
    type: 'buffer',
    dense: true,
    cellFormula: false,
    cellHTML: false,
    cellText: false,
    cellNF: true,
    sheetRows: IMPORT_LIMITS.rows + 1,
  })
  const size: Size = { cells: 0, characters: 0 }
  const isFrom1904 = workbook.Workbook?.WBProps?.date1904 === true
  return workbook.SheetNames.flatMap((name, index) => {
    const sheet = workbook.Sheets[name]
    const reading: Reading = { name, size, isFrom1904, links: [], notes: [] }
    const rows = sheet === undefined ? [] : usedRows(sheet, reading)
    if (rows.length === 0) return []
    const merges = (sheet?.['!merges'] ?? []).map(mergeOf)
    const isHidden = (workbook.Workbook?.Sheets?.[index]?.Hidden ?? 0) !== 0
    const hiddenRows = hiddenRowsOf(sheet, rows.length)
    return [
      {
        ...{ name, rows, merges },
        ...(isHidden ? { isHidden } : {}),
        ...(hiddenRows.length > 0 ? { hiddenRows } : {}),
        ...(reading.links.length > 0 ? { links: reading.links } : {}),
        ...(reading.notes.length > 0 ? { notes: reading.notes } : {}),
      },
    ]
  })
}
