import type { DataValidation } from 'hucre/xlsx'
import type { ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import { columnLetters } from '#schema/rules/excel/excel-rows-cells.ts'

/** The cells of a column below its header. */
interface ColumnCells {
  column: number
  count: number
}

/** null = the sheet has no row. */
export const columnRange = ({ column, count }: ColumnCells): string | null => {
  const letters = columnLetters(column)
  return count === 0 ? null : `${letters}2:${letters}${count + 1}`
}

/** The choices that a spreadsheet offers in a column; any other text may be typed, too. */
export const listChecks = (
  options: readonly string[],
  cells: ColumnCells,
  lists: ChoiceLists,
): DataValidation[] => {
  const range = columnRange(cells)
  if (range === null || options.length === 0) return []
  return [
    {
      ...{ type: 'list', formula1: lists.formulaOf(options), range },
      ...{ allowBlank: true, showErrorMessage: true, errorStyle: 'warning' },
    },
  ]
}
