import { type CellRows, type MergedRange, sheetCellText, sheetWidth } from '../excel-rows-cells.ts'
import { ID, specificationHeaderRow } from '../excel-rows-rule.ts'
import { BELOW_LIST, INSTRUCTION, isHeaderWord, NO_REQUIREMENT } from './words.ts'

const SEARCHED_ROWS = 40
const LONG_TEXT = 120

export interface HeaderGuess {
  /** The last row of the header, from 1; 0 = none. */
  row: number
  /** 2 = the names stand in two rows, the groups above. */
  depth: 1 | 2
}

const textsOf = (rows: CellRows, row: number): string[] =>
  (rows[row - 1] ?? []).map((_, column) => sheetCellText(rows, row, column))
const filledOf = (texts: readonly string[]): string[] => texts.filter((text) => text !== '')

/** The columns that are filled in a tenth of the sheet's rows. */
const dataColumns = (rows: CellRows): Set<number> => {
  const counts = new Map<number, number>()
  let filledRows = 0
  for (const [index] of rows.entries()) {
    const texts = textsOf(rows, index + 1)
    if (filledOf(texts).length === 0) continue
    filledRows += 1
    for (const [column, text] of texts.entries())
      if (text !== '') counts.set(column, (counts.get(column) ?? 0) + 1)
    if (filledRows >= 500) break
  }
  return new Set([...counts].filter(([, count]) => count >= filledRows / 10).map(([at]) => at))
}

const NUMBER = /^[-+]?[\d\s.,]+%?$/

/**
 * Contrast of a row to the rows below: its texts are names, theirs are ids, numbers, longer, or
 * one value in each row.
 */
const contrast = (rows: CellRows, row: number, columns: ReadonlySet<number>): number => {
  let differs = 0
  for (const column of columns) {
    const text = sheetCellText(rows, row, column)
    if (text === '' || NUMBER.test(text)) continue
    const below = [1, 2, 3, 4, 5].flatMap((step) => {
      const value = sheetCellText(rows, row + step, column)
      return value === '' ? [] : [value]
    })
    if (below.length === 0) continue
    const isOther = below.every(
      (value) => /\d/.test(value) !== /\d/.test(text) || value.length > text.length * 2,
    )
    const isAlone = below.length >= 3 && new Set(below).size === 1 && below[0] !== text
    if (isOther || isAlone) differs += 1
  }
  return differs / Math.max(1, columns.size)
}

/** The share of the table's columns that a row fills. */
const inTable = (rows: CellRows, row: number, columns: ReadonlySet<number>): number =>
  textsOf(rows, row).filter((text, column) => text !== '' && columns.has(column)).length /
  Math.max(1, columns.size)

const score = (rows: CellRows, row: number, columns: ReadonlySet<number>): number => {
  const texts = textsOf(rows, row)
  const filled = filledOf(texts)
  if (filled.length < Math.min(2, columns.size)) return -Infinity
  const share = (count: number): number => count / filled.length
  const below = filledOf(textsOf(rows, row + 1)).length
  // A title and an empty row stand above a list of one column.
  const isTitle = columns.size === 1 && below === 0
  const words = filled.filter(isHeaderWord).length
  const isNumbered = /\d/.test(filled[0] ?? '') && filled[0] !== filled.at(-1)
  return (
    3 * inTable(rows, row, columns) +
    3 * share(words) -
    (words === 0 ? 3 : 0) -
    (isNumbered ? 1.5 : 0) -
    3 * share(filled.filter((text) => text.length > LONG_TEXT).length) -
    2 * share(filled.filter((text) => NUMBER.test(text)).length) -
    share(filled.length - new Set(filled).size) +
    2 * contrast(rows, row, columns) +
    (below >= filled.length / 3 || isTitle ? 0.5 : -0.5) -
    row * 0.02
  )
}

/**
 * Blocks with a heading of their own repeat some cells of it ('#', 'Level') and no header row: the
 * row with the most words of a header is a heading, too.
 */
const isRepeated = (rows: CellRows, row: number): boolean => {
  const own = textsOf(rows, row)
  const count = filledOf(own).length
  let alike = 0
  for (let other = row + 1; other <= rows.length; other += 1) {
    const equal = own.filter(
      (text, column) => text !== '' && text === sheetCellText(rows, other, column),
    ).length
    if (equal >= 2 && equal >= count * 0.5 && equal < count) alike += 1
    if (alike >= 2) return true
  }
  return false
}

/** The first row that says the same: where blocks repeat the header, all of them are read. */
const firstOf = (rows: CellRows, row: number): number => {
  const own = textsOf(rows, row)
  const isSame = (other: number): boolean =>
    filledOf(textsOf(rows, other)).length === filledOf(own).length &&
    own.every((text, column) => text === sheetCellText(rows, other, column))
  const at = rows.findIndex((_, index) => isSame(index + 1))
  return at === -1 ? row : at + 1
}

/**
 * Guesses the row of the column names. 'ID' in A1 marks a header; else the first row is skipped if
 * 'ID' follows, as the specification says.
 */
export const guessHeader = (rows: CellRows, merges: readonly MergedRange[] = []): HeaderGuess => {
  const specified = specificationHeaderRow(rows)
  if (sheetCellText(rows, specified, 0) === ID && !merges.some(({ top }) => top === specified))
    return { row: specified, depth: 1 }
  const columns = dataColumns(rows)
  let found = { row: 0, score: 1.5 }
  // Rows that fill the table above a row: names do not stand below data.
  let full = 0
  const last = Math.min(SEARCHED_ROWS, rows.length - 1)
  for (let row = 1; row <= last; row += 1) {
    const own = score(rows, row, columns) - 0.5 * full
    if (own > found.score) found = { row, score: own }
    if (row > 0 && inTable(rows, row, columns) >= 0.7) full += 1
  }
  if (found.row === 0) return { row: 0, depth: 1 }
  found = { ...found, row: firstOf(rows, found.row) }
  if (isRepeated(rows, found.row)) return { row: found.row - 1, depth: 1 }
  return withGroups(rows, merges, found.row)
}

/** The groups of a header stand in merged cells, or where the names below leave a column out. */
const withGroups = (rows: CellRows, merges: readonly MergedRange[], row: number): HeaderGuess => {
  const isPair = (top: number): boolean => {
    if (top < 1) return false
    const groups = merges.filter(
      (range) => range.top === top && range.bottom === top && range.right > range.left,
    )
    const wide = groups.filter(({ left, right }) => right - left < sheetWidth(rows) * 0.8)
    const names = filledOf(textsOf(rows, top + 1))
    const first = sheetCellText(rows, top + 1, 0)
    return (
      wide.length > 0 &&
      (first === '' || isHeaderWord(first)) &&
      filledOf(textsOf(rows, top)).length >= 2 &&
      names.length >= 2 &&
      names.every((text) => text.length <= 60) &&
      wide.every(({ left, right }) =>
        Array.from({ length: right - left + 1 }, (_, at) => left + at).some(
          (column) => sheetCellText(rows, top + 1, column) !== '',
        ),
      )
    )
  }
  if (isPair(row)) return { row: row + 1, depth: 2 }
  return isPair(row - 1) ? { row, depth: 2 } : { row, depth: 1 }
}

const isSentence = (text: string): boolean => text.length > LONG_TEXT / 2 || /[.!?]$/.test(text)

/** The numbers 1, 2, 3 … of the columns, below their names. */
const isColumnNumbers = (texts: readonly string[]): boolean =>
  texts.length >= 3 && texts.every((text, at) => text === String(at + 1))

/**
 * Rows that hold no requirement: the header and title repeated on each page, what suppliers are
 * told to fill in right below the header, and totals.
 */
export const skippedRows = (
  rows: CellRows,
  header: HeaderGuess,
  idColumn: number | undefined,
): number[] => {
  if (header.row === 0) return []
  const names = textsOf(rows, header.row)
  const first = header.row + 1
  const idOf = (row: number): string =>
    idColumn === undefined ? '' : sheetCellText(rows, row, idColumn)
  const ids = rows.flatMap((_, index) => (index + 1 > header.row ? [idOf(index + 1)] : []))
  const given = ids.filter((id) => id !== '')
  const isNumbered = given.filter((id) => /\d/.test(id)).length >= given.length * 0.9
  const lastNumbered = rows.findLastIndex((_, index) => /\d/.test(idOf(index + 1))) + 1
  const skipped: number[] = []
  let isBelowHeader = true
  for (let row = first; row <= rows.length; row += 1) {
    const texts = textsOf(rows, row)
    const filled = filledOf(texts)
    const [start] = filled
    if (start === undefined) continue
    const isSame =
      filledOf(names).length >= 2 && names.every((text, column) => text === (texts[column] ?? ''))
    const told = filled.filter((text) => INSTRUCTION.test(text)).length >= filled.length / 2
    const hasNumber = /\d/.test(idOf(row))
    isBelowHeader &&=
      row <= header.row + 4 &&
      (isColumnNumbers(filled) ||
        (filled.length >= 2 && !hasNumber && told) ||
        (filled.length >= 3 && !hasNumber && isNumbered && given.length >= 5))
    const isBelowList =
      isNumbered && row > lastNumbered && BELOW_LIST.test(start) && !isSentence(start)
    const [text = start, ...more] = filled.filter((one) => !NUMBER.test(one))
    const isTotal =
      NO_REQUIREMENT.test(start) ||
      (more.length === 0 && text.length <= 60 && NO_REQUIREMENT.test(text))
    if (isSame || isBelowHeader || isBelowList || (!hasNumber && isTotal)) skipped.push(row)
  }
  return skipped
}
