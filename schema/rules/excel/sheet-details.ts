import type { ColumnRole } from './excel-rows-mapping.ts'

/** What a file says about a cell beside its value; `row` counts from 1 and `column` from 0. */
export interface CellDetail {
  row: number
  column: number
  text: string
}

/** A range; rows count from 1 and columns from 0. */
export interface CellRange {
  top: number
  bottom: number
  left: number
  right: number
}

/** The values that a program offers for the cells of a range. */
export interface ChoiceList extends CellRange {
  options: readonly string[]
}

/** What a sheet holds beside values; absent = none. */
export interface SheetDetails {
  /** Rows that the program does not show, from 1, in order. */
  hiddenRows?: readonly number[]
  /** Addresses of links. */
  links?: readonly CellDetail[]
  /** Comments on cells. */
  notes?: readonly CellDetail[]
  lists?: readonly ChoiceList[]
  /** Ranges in which the program takes numbers only. */
  numbers?: readonly CellRange[]
  /** What the columns are, where the reader of a file knows it; their names stand in row 1. */
  roles?: readonly ColumnRole[]
}

/** More options than a field can have are no choice among few. */
export const MAX_LISTED_OPTIONS = 200
