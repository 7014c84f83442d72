import { CHOICES_SHEET, type ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import { type Cell, type CellRows, workbookRows } from '#schema/rules/excel/excel-rows-cells.ts'

interface HiddenSheet {
  name: string
  rows: Cell[][]
  columns: { style: { numFmt: string } }[]
  veryHidden: true
  protection: { sheet: true }
}

/** A sheet of texts that a spreadsheet's own menus do not show. */
export const hiddenSheet = (name: string, rows: CellRows): HiddenSheet => ({
  name,
  rows: workbookRows(rows),
  columns: [{ style: { numFmt: '@' } }],
  veryHidden: true,
  protection: { sheet: true },
})

export const choicesSheet = ({ lines }: ChoiceLists): HiddenSheet =>
  hiddenSheet(
    CHOICES_SHEET,
    lines.map((line) => [line]),
  )
