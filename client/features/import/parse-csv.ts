import Papa from 'papaparse'
import { cellAddress, type CellRows, unguardFormula } from '#schema/rules/excel/excel-rows-cells.ts'
import { type FileProblem, ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import type { TextEncoding, TextReading } from './parsed-file.ts'
import { decodeText, guessEncoding } from './parse-text.ts'

const MAX_REPORTED = 50

/** Locates a broken quote: record and column in the table, and line in the text. */
const locate = (text: string, delimiter: string, index: number): FileProblem['detail'] => {
  const before = text.slice(0, index)
  const records = Papa.parse<string[]>(before, { delimiter }).data
  return {
    line: before.split(/\r\n|\n|\r/).length,
    address: cellAddress(
      Math.max(1, records.length),
      Math.max(0, (records.at(-1)?.length ?? 1) - 1),
    ),
  }
}

const quoteProblems = (
  text: string,
  delimiter: string,
  errors: readonly Papa.ParseError[],
): FileProblem[] => {
  // The parser reports each quotation mark that does not end the same cell.
  const starts = new Set(
    errors.filter(({ type }) => type === 'Quotes').map(({ index = 0 }) => index),
  )
  return [...starts]
    .slice(0, MAX_REPORTED)
    .map((index) => ({ code: 'brokenQuotes', detail: locate(text, delimiter, index) }))
}

const dropTrailingBlank = (rows: string[][]): string[][] =>
  rows.slice(0, rows.findLastIndex((row) => row.some((cell) => cell.trim() !== '')) + 1)

const checkSize = (rows: CellRows): void => {
  if (rows.length > IMPORT_LIMITS.rows)
    throw new ImportFileError('tooManyRows', { limit: IMPORT_LIMITS.rows })
  const widest = rows.reduce((most, row) => Math.max(most, row.length), 0)
  if (widest > IMPORT_LIMITS.columns)
    throw new ImportFileError('tooManyColumns', { limit: IMPORT_LIMITS.columns, found: widest })
  const cells = rows.reduce((sum, row) => sum + row.length, 0)
  if (cells > IMPORT_LIMITS.cells)
    throw new ImportFileError('tooManyCells', { limit: IMPORT_LIMITS.cells, found: cells })
}

/** Excel writes the delimiter into a first line of its own, which is no row. */
const SEPARATOR_LINE = /^sep=(.)\r?\n/i

/** Characters from which the separator is guessed. */
const SAMPLE = 100_000

/**
 * Guesses the separator. A tab wins in a file that is called tab-separated. Empty lines count
 * nothing: the one at the end would favour a separator with few columns.
 */
const guessDelimiter = (text: string, fileName: string): string => {
  const sample = text.slice(0, SAMPLE)
  if (/\.tsv$/i.test(fileName) && sample.includes('\t')) return '\t'
  return Papa.parse(sample, { preview: 20, skipEmptyLines: 'greedy' }).meta.delimiter
}

/** A file of separators has no delimiter to guess, and each of its lines would count as a text. */
const CONTENT = /[^\s,;|]/

interface TextTable {
  rows: string[][]
  encoding: TextEncoding
  delimiter: string
}

export const parseCsv = (
  { fileName, bytes }: { fileName: string; bytes: Uint8Array },
  reading: TextReading = {},
): TextTable => {
  const encoding = reading.encoding ?? guessEncoding(bytes)
  const isWide = encoding.startsWith('UTF-16')
  if (!isWide && bytes.includes(0)) throw new ImportFileError('notSpreadsheet')
  const written = decodeText(bytes, encoding)
  const [line = '', separator] = SEPARATOR_LINE.exec(written) ?? []
  const text = written.slice(line.length)
  if (/^\s*(<(!doctype|html|\?xml)|%PDF|\{|\[)/i.test(text))
    throw new ImportFileError('notSpreadsheet')
  const delimiter = reading.delimiter ?? separator ?? guessDelimiter(text, fileName)
  const result = Papa.parse<string[]>(text, { preview: IMPORT_LIMITS.rows + 2, delimiter })
  const [first, ...more] = quoteProblems(text, delimiter, result.errors)
  if (first !== undefined) throw new ImportFileError(first.code, first.detail, more)
  const rows = CONTENT.test(text) ? dropTrailingBlank(result.data) : []
  checkSize(rows)
  return { rows: rows.map((row) => row.map(unguardFormula)), encoding, delimiter }
}
