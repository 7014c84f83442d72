import { type Cell, type CellRows, cleanText, type MergedRange } from '../excel/excel-rows-cells.ts'
import { labelKey } from '../excel/excel-rows-values.ts'
import type { BookRecord, RecordedSheet } from './book-record.ts'

export interface SheetRows {
  name: string
  rows: CellRows
  merges?: readonly MergedRange[]
}

/** A sheet of the file with the places of its columns. */
export interface FoundSheet extends SheetRows {
  recorded: RecordedSheet
  headerRow: number
  /** The column of each recorded header; undefined = the file has it no more. */
  columns: (number | undefined)[]
}

const HEADER_SEARCH = 50
export const keyOf = (cell: Cell | undefined): string => labelKey(cleanText(cell))

/** People may insert rows above and columns between; the header finds them. */
const readSheet = (sheet: SheetRows, recorded: RecordedSheet): FoundSheet | null => {
  const wanted = recorded.headers.map(keyOf)
  const [idHeader] = wanted
  const at = sheet.rows
    .slice(0, HEADER_SEARCH)
    .findIndex((row) => row.some((cell) => keyOf(cell) === idHeader))
  const header = sheet.rows[at]
  if (header === undefined) return null
  const places = new Map(
    header.map((cell, column) => [keyOf(cell), column]).toReversed() as [string, number][],
  )
  const columns = wanted.map((key) => places.get(key))
  return { ...sheet, recorded, headerRow: at + 1, columns }
}

/** The number of rows with an id of the recorded sheet. */
const knownRows = ({ rows, columns }: FoundSheet, labels: ReadonlySet<string>): number =>
  rows.filter((row) => labels.has(keyOf(row[columns[0] ?? 0]))).length

/**
 * Finds each recorded sheet by its name, else the one with most of its ids, because people rename
 * sheets, or copy one and delete the other.
 */
export const findSheets = (
  { sheets: recorded, rows }: BookRecord,
  sheets: readonly SheetRows[],
): { found: (FoundSheet | null)[]; copies: string[] } => {
  const labels = recorded.map(
    (_, at) => new Set(rows.flatMap((row) => (row.sheet === at ? [keyOf(row.label)] : []))),
  )
  const taken = new Set<string>()
  const take = (sheet: FoundSheet | null): FoundSheet | null => {
    if (sheet !== null) taken.add(sheet.name)
    return sheet
  }
  const copiesOf = (one: RecordedSheet, at: number) =>
    sheets.flatMap((sheet) => {
      const copy = taken.has(sheet.name) ? null : readSheet(sheet, one)
      const count = copy === null ? 0 : knownRows(copy, labels[at] ?? new Set())
      return copy === null || count === 0 ? [] : [{ copy, count }]
    })
  const named = recorded.map((one) => {
    const sheet = sheets.find(({ name }) => labelKey(name) === labelKey(one.name))
    return sheet === undefined ? null : take(readSheet(sheet, one))
  })
  const found = named.map((sheet, at) => {
    const one = recorded[at]
    if (sheet !== null || one === undefined) return sheet
    const [best] = copiesOf(one, at).toSorted((some, other) => other.count - some.count)
    return take(best?.copy ?? null)
  })
  const copies = recorded.flatMap((one, at) => copiesOf(one, at).map(({ copy }) => copy.name))
  return { found, copies: [...new Set(copies)] }
}
