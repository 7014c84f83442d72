import { type CellRows, sheetCellText, firstDataRow, headerText } from './excel-rows-cells.ts'
import type { ColumnRole } from './excel-rows-mapping.ts'

const SAMPLE_ROWS = 3_000
const MAX_GUESSED_OPTIONS = 20

/** Returns the end of the rows from which the role of a column is guessed. */
const sampleEnd = (rows: CellRows, headerRow: number): number =>
  Math.min(rows.length, headerRow + SAMPLE_ROWS)

export interface ColumnFacts {
  header: string
  hasHeader: boolean
  filled: number
  /** The number of distinct values divided by the number of filled cells. */
  variety: number
  distinct: number
  longest: number
  average: number
  hasLines: boolean
}

export const columnFacts = (rows: CellRows, headerRow: number, column: number): ColumnFacts => {
  const values = new Set<string>()
  const facts = { filled: 0, longest: 0, total: 0, hasLines: false }
  const last = sampleEnd(rows, headerRow)
  for (let row = firstDataRow(headerRow); row <= last; row += 1) {
    const text = sheetCellText(rows, row, column)
    if (text === '') continue
    values.add(text)
    facts.filled += 1
    facts.total += text.length
    facts.longest = Math.max(facts.longest, text.length)
    facts.hasLines ||= text.includes('\n')
  }
  return {
    header: headerText(rows, headerRow, column),
    hasHeader: headerRow > 0 && sheetCellText(rows, headerRow, column) !== '',
    filled: facts.filled,
    variety: facts.filled === 0 ? 0 : values.size / facts.filled,
    distinct: values.size,
    longest: facts.longest,
    average: facts.filled === 0 ? 0 : facts.total / facts.filled,
    hasLines: facts.hasLines,
  }
}

/** Guesses the type of a parameter column from its cells. */
export const parameterRole = (facts: ColumnFacts): ColumnRole => {
  if (facts.filled === 0) return 'ignore'
  if (facts.hasLines || facts.longest > 200) return 'longText'
  const isChoice =
    facts.distinct <= MAX_GUESSED_OPTIONS &&
    facts.longest <= 80 &&
    facts.filled >= facts.distinct * 3
  return isChoice ? 'select' : 'text'
}
