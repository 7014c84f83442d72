import { sheetCellText, sheetWidth } from '#schema/rules/excel/excel-rows-cells.ts'
import type { ParsedSheet } from '../parsed-file.ts'

/** The rows that a person sees of a sheet, to choose its header among them. */
export const OUTLINE_ROWS = 25
const MOST_CHARACTERS = 500

/** What the page shows of a sheet, whose cells are with the reader. */
export interface SheetOutline {
  name: string
  isHidden?: boolean
  rowCount: number
  width: number
  /** The beginnings of the texts of the first rows. */
  firstRows: readonly (readonly string[])[]
  /** Rows that the program does not show, from 1. */
  hiddenRows: readonly number[]
  merges: number
  /** The rows of the comments on cells, from 1. */
  noteRows: readonly number[]
}

export const outlineOf = (sheet: ParsedSheet): SheetOutline => {
  const { name, isHidden, rows, merges, hiddenRows = [], notes = [] } = sheet
  return {
    name,
    ...(isHidden === undefined ? {} : { isHidden }),
    rowCount: rows.length,
    width: sheetWidth(rows),
    firstRows: rows
      .slice(0, OUTLINE_ROWS)
      .map((row, at) =>
        row.map((_, column) => sheetCellText(rows, at + 1, column).slice(0, MOST_CHARACTERS)),
      ),
    hiddenRows,
    merges: merges.length,
    noteRows: notes.map(({ row }) => row),
  }
}
