import Papa from 'papaparse'
import { cellAddress, type CellRows, unguardFormula } from '#schema/rules/excel/excel-rows-cells.ts'
import { type FileProblem, ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'

const MAX_REPORTED = 50

const startsWith = (bytes: Uint8Array, ...start: number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * Decodes by the byte order mark, else as UTF-8. Text that is not valid UTF-8 is taken as the code
 * page of a Central European Excel.
 */
const decode = (bytes: Uint8Array): { text: string; encoding: string } => {
  if (startsWith(bytes, 0xff, 0xfe))
    return { text: new TextDecoder('utf-16le').decode(bytes), encoding: 'UTF-16' }
  if (startsWith(bytes, 0xfe, 0xff))
    return { text: new TextDecoder('utf-16be').decode(bytes), encoding: 'UTF-16' }
  if (bytes.includes(0)) throw new ImportFileError('notSpreadsheet')
  try {
    return { text: new TextDecoder('utf-8', { fatal: true }).decode(bytes), encoding: 'UTF-8' }
  } catch {
    return { text: new TextDecoder('windows-1250').decode(bytes), encoding: 'Windows-1250' }
  }
}

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
): FileProblem[] =>
  errors
    .filter((error) => error.type === 'Quotes')
    .slice(0, MAX_REPORTED)
    .map((error) => ({ code: 'brokenQuotes', detail: locate(text, delimiter, error.index ?? 0) }))

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

export const parseCsv = (
  bytes: Uint8Array,
): { rows: string[][]; encoding: string; delimiter: string } => {
  const { text, encoding } = decode(bytes)
  if (/^\s*(<(!doctype|html|\?xml)|%PDF|\{|\[)/i.test(text))
    throw new ImportFileError('notSpreadsheet')
  const result = Papa.parse<string[]>(text, { preview: IMPORT_LIMITS.rows + 2 })
  const { delimiter } = result.meta
  const [first, ...more] = quoteProblems(text, delimiter, result.errors)
  if (first !== undefined) throw new ImportFileError(first.code, first.detail, more)
  const rows = dropTrailingBlank(result.data)
  checkSize(rows)
  return { rows: rows.map((row) => row.map(unguardFormula)), encoding, delimiter }
}
