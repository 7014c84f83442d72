import {
  type Cell as WrittenCell,
  type CellStyle,
  type CellValue,
  type DataValidation,
  writeXlsx,
  type WriteSheet,
} from 'hucre/xlsx'
import { columnLetters, workbookRows } from '#schema/rules/excel/excel-rows-cells.ts'
import type { ExportColumn, ExportSheet } from '#schema/rules/excel/export-workbook.ts'
import { filterName } from '../../lib/filter-name.ts'

/** Excel keeps at most this many characters of a list that is written into the rule itself. */
const LONGEST_LIST = 255
/** Sheet names may not hold these characters, and have at most 31. */
const sheetName = (name: string): string =>
  name
    .replace(/[[\]:*?/\\]/g, ' ')
    .trim()
    .slice(0, 31) || 'Sheet'

/** Protects headers and ids without a password; everything else stays free. */
const PROTECTION: WriteSheet['protection'] = {
  sheet: true,
  selectLockedCells: true,
  selectUnlockedCells: true,
  formatCells: true,
  formatColumns: true,
  formatRows: true,
  insertRows: true,
  deleteRows: true,
  autoFilter: true,
  sort: true,
}
/** The longest note that Excel shows; a requirement's help is shorter than a cell. */
const LONGEST_NOTE = 32_767
/** The column with the texts of the requirements. */
const NOTED_COLUMN = 2

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
 * The choices of a column, offered by the spreadsheet; any other text may be typed, too. Numbers are
 * marked as such, so that an import tells them from choices among few numbers.
 */
const choicesOf = (
  { kind, options }: ExportColumn,
  { column, count }: { column: number; count: number },
): DataValidation[] => {
  const letters = columnLetters(column)
  const range = `${letters}2:${letters}${count + 1}`
  if (kind === 'number' && count > 0) return [{ ...ANY_NUMBER, range }]
  const isShort = options.join(',').length <= LONGEST_LIST && options.length > 0
  if (!isShort || count === 0 || options.some((option) => /[,"]/.test(option))) return []
  return [
    {
      type: 'list',
      values: [...options],
      range,
      allowBlank: true,
      showErrorMessage: true,
      errorStyle: 'warning',
    },
  ]
}

const toSheet = ({ name, columns, rows, notes }: ExportSheet): WriteSheet => {
  const cells = new Map<string, Partial<WrittenCell>>(
    columns.map((_, column) => [`0,${column}`, { style: HEADER }]),
  )
  // The cells below the last row are open, so that rows with ids of their own can be added.
  for (const [column, { kind }] of columns.entries())
    if (kind === 'id')
      for (const row of rows.keys()) cells.set(`${row + 1},${column}`, { style: ID })
  for (const [row, text] of notes ?? [])
    cells.set(`${row + 1},${NOTED_COLUMN}`, { comment: { text: text.slice(0, LONGEST_NOTE) } })
  const last = columnLetters(Math.max(0, columns.length - 1))
  return {
    name: sheetName(name),
    columns: columns.map((one) => ({ width: one.width, style: styleOf(one) })),
    rows: workbookRows([columns.map(({ header }) => header), ...rows]) as CellValue[][],
    cells,
    freezePane: { rows: 1, columns: 1 },
    autoFilter: { range: `A1:${last}${rows.length + 1}` },
    dataValidations: columns.flatMap((one, column) =>
      choicesOf(one, { column, count: rows.length }),
    ),
    ...(columns.some(({ kind }) => kind === 'id') ? { protection: PROTECTION } : {}),
  }
}

/** Writes sheets as an .xlsx workbook. Texts are written as texts, never as formulas. */
export const writeWorkbook = async (sheets: readonly ExportSheet[]): Promise<Uint8Array> =>
  await writeXlsx({
    sheets: sheets.map(toSheet),
    namedRanges: sheets.map((sheet) => filterName(sheetName(sheet.name), sheet)),
  })
