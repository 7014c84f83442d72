import { CHOICES_SHEET } from '../excel/choice-lists.ts'

/** A cell; a `time` column holds ms since the epoch, a `date` YYYY-MM-DD. */
export type TableCell = string | number | boolean | null
export type TableRow = readonly TableCell[]

export type ColumnKind = 'id' | 'text' | 'longText' | 'number' | 'yesNo' | 'time'

export interface TableColumn {
  /** Names the value in JSON. */
  key: string
  header: string
  kind: ColumnKind
  /** Width in characters of the default font. */
  width: number
  /** The texts that a spreadsheet offers; absent or empty = any. */
  options?: readonly string[]
}

/** A table of an export without its rows. */
export interface TableHead {
  name: string
  columns: readonly TableColumn[]
  /** True = notes follow the rows. */
  hasNotes?: boolean
}

/** A text beside a cell, which a spreadsheet shows on demand; both count from 0, below the header. */
export interface TableNote {
  row: number
  column: number
  text: string
}

/** Excel's limits. */
export const MOST_ROWS = 1_048_575
export const MOST_COLUMNS = 16_384

const WIDTHS: Record<ColumnKind, number> = {
  id: 14,
  text: 26,
  longText: 60,
  number: 12,
  yesNo: 10,
  time: 18,
}

export const column = (key: string, header: string, kind: ColumnKind = 'text'): TableColumn => ({
  key,
  header,
  kind,
  width: WIDTHS[kind],
})

const SHEET_NAME = 31
/**
 * Names of sheets that a spreadsheet accepts: at most 31 characters, none of `[]:*?/\`, no
 * apostrophe at an end, and each once regardless of case.
 */
export const sheetNames = (names: readonly string[]): string[] => {
  const taken = new Set(['history', CHOICES_SHEET])
  return names.map((name) => {
    const clean =
      name
        // oxlint-disable-next-line no-control-regex
        .replace(/[\u0000-\u001f[\]:*?/\\]/g, ' ')
        .trim()
        .replace(/^'+|'+$/g, '') || 'Sheet'
    for (let count = 1; ; count += 1) {
      const end = count === 1 ? '' : ` (${count})`
      const unique = `${clean.slice(0, SHEET_NAME - end.length).trimEnd()}${end}`
      if (taken.has(unique.toLowerCase())) continue
      taken.add(unique.toLowerCase())
      return unique
    }
  })
}
