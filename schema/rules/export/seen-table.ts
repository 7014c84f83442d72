import type { TableNote } from './export-table.ts'

/** A cell of a table as a person sees it; null = empty. */
export type SeenCell = string | number | boolean | null

/**
 * How the cells of a column are written. A `percent` is a number from 0 to 100, a `date` is
 * YYYY-MM-DD, a `time` is ms since the epoch. A text in any column stays a text.
 */
export type SeenKind = 'text' | 'number' | 'percent' | 'date' | 'time' | 'yesNo'

export interface SeenColumn {
  header: string
  kind: SeenKind
  /** True = an import finds rows by these texts, so a workbook protects them. */
  isId?: boolean
  /** The texts that a workbook offers; absent or empty = any. */
  options?: readonly string[]
}

/** The rows and columns that a screen shows, in their order there. */
export interface SeenTable {
  /** Names the file and the sheet. */
  name: string
  columns: readonly SeenColumn[]
  rows: readonly (readonly SeenCell[])[]
  /** Beside cells, in a workbook only. */
  notes?: readonly TableNote[]
  /** True = the device could read only a part of the rows. */
  isPartial?: boolean
}

/** The columns of a list, with the cell that each row has in them. */
export type SeenCells<Row> = readonly (readonly [SeenColumn, (row: Row) => SeenCell])[]

export const seen = (header: string, kind: SeenKind = 'text'): SeenColumn => ({ header, kind })

/** The table of a list whose rows are given in the order of the screen. */
export const seenList = <Row>(
  name: string,
  cells: SeenCells<Row>,
  rows: readonly Row[],
): SeenTable => ({
  name,
  columns: cells.map(([column]) => column),
  rows: rows.map((row) => cells.map(([, cellOf]) => cellOf(row))),
})

/** Headers that differ from each other, so that each can name a value. */
export const distinctHeaders = (columns: readonly SeenColumn[]): string[] => {
  const taken = new Set<string>()
  return columns.map(({ header }) => {
    for (let count = 1; ; count += 1) {
      const name = count === 1 ? header : `${header} (${count})`
      if (taken.has(name)) continue
      taken.add(name)
      return name
    }
  })
}
