import {
  type Cell as WrittenCell,
  type CellStyle,
  type CellValue,
  type DataValidation,
  writeXlsx,
  type WriteSheet,
} from 'hucre/xlsx'
import { columnLetters, workbookRows, workbookText } from '#schema/rules/excel/excel-rows-cells.ts'
import type { ExportColumn, ExportSheet } from '#schema/rules/excel/export-workbook.ts'
import { ChoiceLists } from '#schema/rules/excel/choice-lists.ts'
import { sheetNames } from '#schema/rules/export/export-table.ts'
import { NOTED_COLUMN } from '#schema/rules/export/requirement-table.ts'
import { filterName } from '../../lib/workbook/filter-name.ts'
import { choicesSheet } from '../../lib/workbook/hidden-sheet.ts'
import { OPEN_SHEET_PROTECTION } from '../../lib/workbook/sheet-protection.ts'
import { columnRange, listChecks } from './list-checks.ts'

const HEADER: CellStyle = { font: { bold: true }, alignment: { wrapText: true, vertical: 'top' } }
const styleOf = ({ kind }: ExportColumn): CellStyle => ({
  alignment: { vertical: 'top', wrapText: kind === 'longText' },
  protection: { locked: false },
  // Texts that look like numbers or dates stay texts.
  ...(kind === 'number' ? {} : { numFmt: '@' }),
})

const ANY_NUMBER: Omit<DataValidation, 'range'> = {
  ...{ type: 'decimal', operator: 'between', formula1: '-1E+15', formula2: '1E+15' },
  ...{ allowBlank: true, showErrorMessage: true, errorStyle: 'warning' },
}

const ID: CellStyle = { alignment: { vertical: 'top' }, numFmt: '@' }

/**
 * What the spreadsheet checks in a column. Numbers are marked as such, so that an import tells them
 * from choices among few numbers.
 */
const checksOf = (
  { kind, options }: ExportColumn,
  cells: { column: number; count: number },
  lists: ChoiceLists,
): DataValidation[] => {
  if (kind !== 'number') return listChecks(options, cells, lists)
  const range = columnRange(cells)
  return range === null ? [] : [{ ...ANY_NUMBER, range }]
}

const toSheet = (
  { columns, rows, notes, isRightToLeft = false }: ExportSheet,
  name: string,
  lists: ChoiceLists,
): WriteSheet => {
  const cells = new Map<string, Partial<WrittenCell>>(
    columns.map((_, column) => [`0,${column}`, { style: HEADER }]),
  )
  // The cells below the last row are open, so that rows with ids of their own can be added.
  for (const [column, { kind }] of columns.entries())
    if (kind === 'id')
      for (const row of rows.keys()) cells.set(`${row + 1},${column}`, { style: ID })
  for (const [row, text] of notes ?? [])
    cells.set(`${row + 1},${NOTED_COLUMN}`, { comment: { text: workbookText(text) } })
  const last = columnLetters(Math.max(0, columns.length - 1))
  return {
    name,
    columns: columns.map((one) => ({ width: one.width, style: styleOf(one) })),
    rows: workbookRows([columns.map(({ header }) => header), ...rows]) as CellValue[][],
    cells,
    freezePane: { rows: 1, columns: 1 },
    ...(isRightToLeft ? { view: { rightToLeft: true } } : {}),
    autoFilter: { range: `A1:${last}${rows.length + 1}` },
    dataValidations: columns.flatMap((one, column) =>
      checksOf(one, { column, count: rows.length }, lists),
    ),
    ...(columns.some(({ kind }) => kind === 'id') ? { protection: OPEN_SHEET_PROTECTION } : {}),
  }
}

/** Writes sheets as an .xlsx workbook. Texts are written as texts, never as formulas. */
export const writeWorkbook = async (sheets: readonly ExportSheet[]): Promise<Uint8Array> => {
  const names = sheetNames(sheets.map(({ name }) => name))
  const lists = new ChoiceLists()
  const shown = sheets.map((sheet, at) => toSheet(sheet, names[at] ?? sheet.name, lists))
  return await writeXlsx({
    sheets: [...shown, ...(lists.isUsed ? [choicesSheet(lists)] : [])],
    namedRanges: sheets.map((sheet, at) => filterName(names[at] ?? sheet.name, sheet)),
  })
}
