import { FIELD_LIMITS } from '../../../entities/field-limits.ts'
import { isLink } from '../cell-details.ts'
import { type Cell, cleanText, isSpreadsheetError } from '../excel-rows-cells.ts'
import type { ColumnRole, ImportMapping } from '../excel-rows-mapping.ts'
import { MAX_SEVERAL, partsOf } from '../excel-rows-several.ts'
import { readValue, TICK_SIGNS, TICK_WORDS } from '../excel-rows-values.ts'
import type { ImportSheet } from '../prepare-table.ts'
import type { CellRange } from '../sheet-details.ts'

/** Fewer filled cells say too little of a column. */
const FEWEST = 3
const FEWEST_TICKS = 4

/** The filled cells of a column. */
interface Column {
  cells: readonly Cell[]
  texts: readonly string[]
  /** Filled cells with a link. */
  linked: number
  /** Options that a drop-down list offers for all of its cells; empty = none. */
  offered: readonly string[]
  /** The program takes numbers only in all of its cells. */
  isNumeric: boolean
}

const sameWords = (texts: readonly string[], words: readonly string[]): boolean =>
  texts.every((text) => words.includes(text.toLowerCase()))

const isTicks = ({ texts, offered }: Column): boolean =>
  (texts.length >= FEWEST_TICKS && sameWords(texts, TICK_SIGNS)) ||
  TICK_WORDS.some(
    ([yes, no]) =>
      yes !== '1' &&
      ((offered.length === 2 && sameWords(offered, [yes, no]) && sameWords(texts, [yes, no])) ||
        (texts.length >= FEWEST_TICKS &&
          sameWords(texts, [yes, no]) &&
          [yes, no].every((word) => texts.some((text) => text.toLowerCase() === word)))),
  )

/** Options whose first letters differ in case only would be one for readers and two for the field. */
const isChoice = ({ texts, offered }: Column): boolean => {
  const options = new Set(offered)
  return (
    offered.length > 1 &&
    offered.every((text) => text.length <= 100) &&
    texts.every((text) => options.has(text))
  )
}

const isDates = ({ texts }: Column): boolean =>
  texts.length >= FEWEST &&
  texts.every((text) => 'value' in readValue({ type: 'DATE_PICKER' }, text))

/** Texts in files without types: whole codes, such as phone numbers, are no numbers. */
const PLAIN_NUMBER = /^-?(?:0|[1-9]\d{0,5})(?:[.,]\d*[1-9])?$/
const isNumbers = ({ cells, texts }: Column): boolean =>
  texts.length >= FEWEST &&
  cells.every((cell, at) =>
    typeof cell === 'number'
      ? Math.abs(cell) <= FIELD_LIMITS.parameterNumber
      : PLAIN_NUMBER.test(texts[at] ?? ''),
  )

const MOST_PARTS = 12
/** Lists of few words that come again and again: 'Web; Mobile', 'Web'. */
const isSeveral = ({ texts }: Column): boolean => {
  if (texts.length < 5) return false
  const lists = texts.map(partsOf)
  const parts = lists.flat()
  const distinct = new Set(parts)
  const many = lists.filter(({ length }) => length > 1).length
  return (
    many >= texts.length * 0.3 &&
    distinct.size >= 2 &&
    distinct.size <= Math.min(MOST_PARTS, MAX_SEVERAL) &&
    parts.length >= distinct.size * 4 &&
    [...distinct].every(
      (part) => part.length <= 30 && part.split(/\s+/).length <= 3 && /\p{L}/u.test(part),
    )
  )
}

const kindOf = (role: ColumnRole, column: Column): ColumnRole => {
  const { texts, linked } = column
  if (texts.length === 0 || texts.some(isSpreadsheetError)) return role
  const addresses = Math.max(linked, texts.length >= FEWEST ? texts.filter(isLink).length : 0)
  if (addresses >= texts.length * 0.95) return 'link'
  if (isTicks(column)) return 'yesNo'
  if (isChoice(column)) return 'select'
  if (isDates(column)) return 'date'
  if ((role === 'text' || column.isNumeric) && isNumbers(column)) return 'number'
  return isSeveral(column) ? 'several' : role
}

/** More ranges for one column belong to single cells. */
const MOST_RANGES = 50
/** The ranges of a column if they cover all of its filled cells; else none. */
const covering = <T extends CellRange>(
  ranges: readonly T[],
  column: number,
  rows: readonly number[],
): T[] => {
  const own = ranges.filter(({ left, right }) => left <= column && column <= right)
  if (own.length > MOST_RANGES) return []
  const isCovered = rows.every((row) => own.some(({ top, bottom }) => top <= row && row <= bottom))
  return isCovered ? own : []
}

/** The filled cells of a column, at most `most` of them. */
const columnOf = (
  { sheet, headerRow, leftOut, linked }: Kinds,
  column: number,
  most: number,
): Column => {
  const rows: number[] = []
  const cells: Cell[] = []
  const texts: string[] = []
  for (let row = headerRow + 1; row <= sheet.rows.length && rows.length < most; row += 1) {
    const cell = sheet.rows[row - 1]?.[column] ?? ''
    const text = leftOut.has(row) ? '' : cleanText(cell)
    if (text === '') continue
    rows.push(row)
    cells.push(cell)
    texts.push(text)
  }
  const links = linked.get(column) ?? new Set()
  return {
    ...{ cells, texts },
    linked: rows.filter((row) => links.has(row)).length,
    offered: [
      ...new Set(covering(sheet.lists ?? [], column, rows).flatMap(({ options }) => options)),
    ],
    isNumeric: covering(sheet.numbers ?? [], column, rows).length > 0,
  }
}

interface Kinds {
  sheet: ImportSheet
  headerRow: number
  leftOut: ReadonlySet<number>
  /** Rows with a link that can be opened, by column. */
  linked: ReadonlyMap<number, ReadonlySet<number>>
}

const REFINED: ReadonlySet<ColumnRole> = new Set(['text', 'longText', 'select'])
/** Cells that are looked at before all are. */
const SAMPLE = 200

/**
 * The roles of columns with the kinds of fields that all of their cells fit. One cell that does not
 * fit would refuse its row, so each is looked at where the first ones fit.
 */
export const withKinds = (
  sheet: ImportSheet,
  headerRow: number,
  { columns, skipped = [] }: Pick<ImportMapping, 'columns' | 'skipped'>,
): ColumnRole[] => {
  const linked = new Map<number, Set<number>>()
  for (const { row, column, text } of sheet.links ?? [])
    if (isLink(text)) linked.set(column, (linked.get(column) ?? new Set()).add(row))
  const kinds: Kinds = { sheet, headerRow, leftOut: new Set(skipped), linked }
  return columns.map((role, column) => {
    if (!REFINED.has(role)) return role
    const sample = columnOf(kinds, column, SAMPLE)
    const kind = kindOf(role, sample)
    if (kind === role || sample.texts.length < SAMPLE) return kind
    return kindOf(role, columnOf(kinds, column, Infinity))
  })
}
