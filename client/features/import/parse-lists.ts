import { type CellRows, sheetCellText } from '#schema/rules/excel/excel-rows-cells.ts'
import { MAX_LISTED_OPTIONS } from '#schema/rules/excel/sheet-details.ts'

export interface NamedRows {
  name: string
  rows: CellRows
}

const MAX_COLUMN = 200
export const columnOf = (letters: string): number =>
  [...letters.toUpperCase()].reduce((sum, letter) => sum * 26 + letter.charCodeAt(0) - 64, 0) - 1

/** 'My lists'!$A$1:$A$5, Lists.A1:A5 or $A:$A; the sheet stands before a sign of exclamation or dot. */
const REFERENCE =
  /^\[?(?:\$?(?:'((?:[^']|'')+)'|([^'.!\]]*))[.!])?\$?([A-Z]{1,3})\$?(\d{1,7})?(?::(?:[^.!:]*[.!])?\$?([A-Z]{1,3})\$?(\d{1,7})?)?\]?$/i

/** The texts of a range without empty ones; `own` is the sheet of a range that names none. */
export const rangeTexts = (
  sheets: readonly NamedRows[],
  reference: string,
  own: string,
): string[] => {
  const match = REFERENCE.exec(reference.trim().replace(/^=/, ''))
  if (match === null) return []
  const [, quoted, plain = '', left = '', top = '1', right = left, last] = match
  const name = quoted === undefined ? plain : quoted.replaceAll("''", "'")
  const rows = sheets.find((sheet) => sheet.name === (name === '' ? own : name))?.rows ?? []
  const isColumn = match[4] === undefined
  const bottom = isColumn ? rows.length : Math.min(rows.length, Number(last ?? top))
  const texts: string[] = []
  for (let row = Number(top); row <= bottom && texts.length < MAX_LISTED_OPTIONS; row += 1)
    for (let at = columnOf(left); at <= Math.min(columnOf(right), MAX_COLUMN); at += 1) {
      const text = sheetCellText(rows, row, at)
      if (text !== '') texts.push(text)
    }
  return texts
}

/** Options without empty and repeated ones. */
export const optionsOf = (texts: readonly string[]): string[] =>
  [...new Set(texts.map((text) => text.trim()))]
    .filter((text) => text !== '')
    .slice(0, MAX_LISTED_OPTIONS)
