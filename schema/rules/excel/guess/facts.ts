import { type CellRows, sheetCellText } from '../excel-rows-cells.ts'
import { parameterRole } from '../excel-rows-facts.ts'

const SAMPLE_ROWS = 3_000
/** A name of a requirement, as it is referred to: V1.1.1, REQ-12, AC-2(1), 1.10, a GUID. */
const ID_LIKE =
  /^(?=.*\d)[\p{L}\d][\p{L}\d._/:()[\]-]*$|^\p{L}{1,4}\.?[ -]?\d+([.-]\d+)*$|^[\p{Lu}]{1,6}$|^\p{L}\)$/u
const NUMBER = /^[-+]?[\d\s.,]+%?$/

/** What the cells of a column look like, in the rows that hold data. */
export interface Looks {
  column: number
  header: string
  hasHeader: boolean
  filled: number
  /** Filled rows of all rows that hold data, 0 to 1. */
  share: number
  distinct: number
  /** Distinct values of filled cells, 0 to 1. */
  variety: number
  longest: number
  /** Characters. */
  average: number
  /** Words of a cell, on average; characters count for scripts without blanks. */
  words: number
  hasLines: boolean
  /** Shares of the filled cells that are numbers, and that look like an id. */
  numbers: number
  ids: number
  /** Groups of equal values in a row of rows; blanks belong to the group above. */
  runs: number
  /** Filled cells that count on from the one above, or begin at 1 again, 0 to 1. */
  counting: number
  /** How far down the data its last filled cell is, 0 to 1. */
  reach: number
  /** A choice among few values. */
  isChoice: boolean
  /** Several of its cells reach over more than one row. */
  isMerged: boolean
}

const wordsOf = (text: string): number =>
  /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}]/u.test(text)
    ? text.length / 3
    : text.split(/\s+/).length

/** '3' after '2', or '1' where counting begins. */
const isNext = (text: string, before: string): boolean => {
  if (!/^\d+\.?$/.test(text)) return false
  const number = Number.parseInt(text, 10)
  return number === 1 || number === Number.parseInt(before, 10) + 1
}

interface LooksInput extends Pick<Looks, 'column' | 'header' | 'isMerged'> {
  /** The rows that hold data, from 1. */
  data: readonly number[]
}

export const looksOf = (rows: CellRows, { data, column, header, isMerged }: LooksInput): Looks => {
  const values = new Set<string>()
  const sums = {
    filled: 0,
    longest: 0,
    total: 0,
    words: 0,
    numbers: 0,
    ids: 0,
    runs: 0,
    counting: 0,
    reach: 0,
  }
  let hasLines = false
  let last = ''
  const sample = data.slice(0, SAMPLE_ROWS)
  for (const [at, row] of sample.entries()) {
    const text = sheetCellText(rows, row, column)
    if (text === '') continue
    if (text !== last) sums.runs += 1
    if (isNext(text, last)) sums.counting += 1
    last = text
    values.add(text)
    sums.reach = (at + 1) / sample.length
    sums.filled += 1
    sums.total += text.length
    sums.words += wordsOf(text)
    sums.longest = Math.max(sums.longest, text.length)
    hasLines ||= text.includes('\n')
    if (NUMBER.test(text)) sums.numbers += 1
    if (text.length <= 60 && ID_LIKE.test(text)) sums.ids += 1
  }
  const { filled, longest, runs } = sums
  const of = (sum: number): number => (filled === 0 ? 0 : sum / filled)
  const facts = {
    header,
    hasHeader: header !== '',
    filled,
    distinct: values.size,
    variety: of(values.size),
    longest,
    average: of(sums.total),
    hasLines,
  }
  return {
    ...facts,
    column,
    isMerged,
    share: filled / Math.max(1, sample.length),
    reach: sums.reach,
    words: of(sums.words),
    numbers: of(sums.numbers),
    ids: of(sums.ids),
    counting: of(sums.counting),
    runs,
    isChoice: parameterRole(facts) === 'select',
  }
}
