import type { ReportColumn, ReportTable } from '#schema/rules/report/report.ts'

/** Characters of normal text across the whole page, a cautious mean of fonts and languages. */
const PAGE_CHARACTERS = 85
/** Monospace text is printed small. */
const CODE_CHARACTERS = 108
/** A row with more lines may continue on the next page; kept whole, it would leave a gap. */
const MOST_ROW_LINES = 14
/** A table with at most as many lines stands on one page. */
const MOST_TABLE_LINES = 18

/** Estimated lines that the tallest cell of a row takes in print. */
const rowLines = (columns: readonly ReportColumn[], row: readonly string[]): number => {
  const total = columns.reduce((sum, { width }) => sum + width, 0)
  return Math.max(
    1,
    ...columns.map(({ width, isCode = false }, at) => {
      const cell = row[at] ?? ''
      const characters = (isCode ? CODE_CHARACTERS : PAGE_CHARACTERS) * (width / total)
      const linesOf = (text: string) => Math.max(1, Math.ceil(text.length / characters))
      if (isCode) return linesOf(cell)
      return cell.split('\n').reduce((sum, line) => sum + linesOf(line), 0)
    }),
  )
}

export interface PageBreaks {
  /** A short table is never divided between pages. */
  isWhole: boolean
  /** By row: whether it may be divided between pages. */
  maySplit: readonly boolean[]
}

/** Where the table may be divided between pages, from the estimated height of its rows. */
export const pageBreaks = ({ columns, rows }: ReportTable): PageBreaks => {
  const lines = rows.map((row) => rowLines(columns, row))
  return {
    isWhole: lines.reduce((sum, one) => sum + one, 0) <= MOST_TABLE_LINES,
    maySplit: lines.map((one) => one > MOST_ROW_LINES),
  }
}
