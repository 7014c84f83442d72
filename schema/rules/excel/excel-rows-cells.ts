/**
 * One cell as a spreadsheet reader delivers it: text, number, or '' if empty. Dates are YYYY-MM-DD,
 * booleans TRUE and FALSE.
 */
export type Cell = string | number
/** Row i of the sheet is `rows[i - 1]`; a row may be shorter than the sheet is wide. */
export type CellRows = readonly (readonly Cell[])[]

/** Converts a zero-based column to A, B … Z, AA … */
export const columnLetters = (column: number): string => {
  const rest = Math.floor(column / 26)
  return (rest > 0 ? columnLetters(rest - 1) : '') + String.fromCharCode(65 + (column % 26))
}

/** `row` counts from 1, as in the sheet; `column` from 0. */
export const cellAddress = (row: number, column: number): string => `${columnLetters(column)}${row}`

// Workbook XML cannot hold control characters, so an export would lose them.
// oxlint-disable-next-line no-control-regex
const CONTROL = /[\u0000-\u0008\u000b\u000c\u000e-\u001f]/g

/**
 * Returns the text for comparisons: trimmed, with uniform line ends and without control characters.
 */
export const cleanText = (cell: Cell | undefined): string =>
  cell === undefined ? '' : String(cell).replace(/\r\n?/g, '\n').replace(CONTROL, '').trim()

export const sheetCellText = (rows: CellRows, row: number, column: number): string =>
  cleanText(rows[row - 1]?.[column])

export const sheetWidth = (rows: CellRows): number =>
  rows.reduce((widest, row) => Math.max(widest, row.length), 0)

/** A file without column names has header row 0 and is read from its first row. */
export const firstDataRow = (headerRow: number): number => headerRow + 1

/**
 * Numbers rows as the specification does: the first data row is line 2, wherever it is in the
 * sheet.
 */
export const lineNumber = (row: number, headerRow: number): number => row - headerRow + 1

export const headerText = (rows: CellRows, headerRow: number, column: number): string => {
  const text = headerRow === 0 ? '' : sheetCellText(rows, headerRow, column)
  return text === '' ? `Column ${columnLetters(column)}` : text.slice(0, 500)
}

export const isSpreadsheetError = (text: string): boolean =>
  /^#(REF!|N\/A|VALUE!|DIV\/0!|NAME\?|NULL!|NUM!)$/.test(text)

export interface MergedRange {
  /** The first and last row of the range, from 1. */
  top: number
  bottom: number
  /** The columns, from 0. */
  left: number
  right: number
}

/**
 * Spreadsheets write no overlapping ranges. In a hostile file the upper range wins, so that each
 * cell is filled once.
 */
const apart = (merges: readonly MergedRange[]): MergedRange[] => {
  const covered = new Map<number, number>()
  return merges
    .toSorted((a, b) => a.top - b.top)
    .filter(({ left, top, bottom }) => {
      if (top <= (covered.get(left) ?? 0)) return false
      covered.set(left, bottom)
      return true
    })
}

/**
 * Copies the text of a merged cell, which only its first row holds, to all rows of the range, for
 * columns that group rows.
 */
export const fillMerged = (
  rows: CellRows,
  merges: readonly MergedRange[],
  columns: ReadonlySet<number>,
): CellRows => {
  const wanted = apart(
    merges.filter((range) => columns.has(range.left) && range.bottom > range.top),
  )
  if (wanted.length === 0) return rows
  const filled = rows.map((row) => [...row])
  for (const range of wanted) {
    const text = filled[range.top - 1]?.[range.left] ?? ''
    for (let row = range.top + 1; row <= Math.min(range.bottom, filled.length); row += 1) {
      const cells = filled[row - 1]
      if (cells === undefined) continue
      while (cells.length < range.left) cells.push('')
      if (cleanText(cells[range.left]) === '') cells[range.left] = text
    }
  }
  return filled
}

// Texts that a spreadsheet would run as a formula, also after blanks or in full width. A CSV has no
// types, so such a text is written with an apostrophe in front.
const FORMULA = /^['\s]*[=+\-@＝＋－＠]/
export const guardFormula = (text: string): string => (FORMULA.test(text) ? `'${text}` : text)
export const unguardFormula = (text: string): string =>
  text.startsWith("'") && FORMULA.test(text) ? text.slice(1) : text

// An underscore before what workbook XML reads as a character code; it is escaped as such a code,
// like Excel does.
const CHARACTER_CODE = /_(?=x[0-9a-f]{4}_)/gi

const mapTexts = (rows: CellRows, change: (text: string) => string): Cell[][] =>
  rows.map((row) => row.map((cell) => (typeof cell === 'string' ? change(cell) : cell)))

/** The longest text of a cell or note; Excel repairs a file with a longer one. */
const LONGEST_TEXT = 32_767
/** A text as a workbook holds it, in one cell or note; one that is too long ends with a mark. */
export const workbookText = (text: string): string => {
  const lines = text.replace(/\r\n?/g, '\n')
  const fitting = lines.length > LONGEST_TEXT ? `${lines.slice(0, LONGEST_TEXT - 1)}…` : lines
  return fitting.replace(CHARACTER_CODE, '_x005F_')
}

const CODED = /_x([0-9a-f]{4})_/gi
/** The text of a note, whose reader leaves character codes as they are. */
export const decodedText = (text: string): string =>
  text.replace(CODED, (_, code: string) => String.fromCharCode(parseInt(code, 16)))

/**
 * Prepares rows for a workbook, so that they are read back unchanged: texts stay texts even if they
 * look like numbers.
 */
export const workbookRows = (rows: CellRows): Cell[][] =>
  mapTexts(rows, (text) => text.replace(CHARACTER_CODE, '_x005F_'))

/** Prepares rows for a CSV, so that no text runs as a formula. */
export const csvRows = (rows: CellRows): Cell[][] => mapTexts(rows, guardFormula)
