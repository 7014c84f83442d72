import { withoutChoices } from '#schema/rules/excel/choice-lists.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { parseCsv } from './parse-csv.ts'
import { readDetails, withoutLinks } from './parse-details.ts'
import { parseOds } from './parse-ods.ts'
import { parseWorkbook } from './parse-workbook.ts'
import { parseXls } from './parse-xls.ts'
import type { ParsedFile, ParsePhase, TextReading } from './parsed-file.ts'
import { checkZip, packParts } from './zip-check.ts'

interface SpreadsheetFile {
  fileName: string
  bytes: Uint8Array
  /** For a text file: how to read it. */
  reading?: TextReading
}

const ZIP = [0x50, 0x4b]
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
const TEXT_EXTENSIONS = /\.(csv|tsv|txt)$/i

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

const readExcel = (parts: ReadonlyMap<string, Uint8Array>): ParsedFile['sheets'] => {
  const sheets = parseWorkbook(packParts(withoutLinks(parts)))
  const details = readDetails(parts, sheets)
  return sheets.map((sheet) => ({ ...sheet, ...details.get(sheet.name) }))
}

const readWorkbook = (
  bytes: Uint8Array,
  onPhase: (phase: ParsePhase) => void,
): ParsedFile['sheets'] => {
  const { names, parts } = checkZip(bytes)
  if (names.includes('EncryptedPackage')) throw new ImportFileError('encrypted')
  const isExcel = names.some((name) => /^\/?xl\/workbook\.xml$/i.test(name))
  const content = parts.get('content.xml')
  if (!isExcel && content === undefined) throw new ImportFileError('notSpreadsheet')
  onPhase('reading')
  try {
    if (isExcel || content === undefined) return readExcel(parts)
    return parseOds(content, parts.get('META-INF/manifest.xml'))
  } catch (error) {
    if (error instanceof ImportFileError) throw error
    throw new ImportFileError('brokenZip')
  }
}

/**
 * Parses an untrusted file into sheets of cells. Runs in a disposable worker, and is pure so that
 * tests run it in Node.
 * @throws ImportFileError with what is wrong and where
 */
export const parseSpreadsheet = (
  { fileName, bytes, reading }: SpreadsheetFile,
  onPhase: (phase: ParsePhase) => void = () => {},
): ParsedFile => {
  if (bytes.length > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found: bytes.length })
  if (bytes.length === 0) throw new ImportFileError('empty')
  onPhase('checking')
  const isCompound = startsWith(bytes, COMPOUND)
  if (isCompound || startsWith(bytes, ZIP)) {
    if (isCompound) onPhase('reading')
    const sheets = withoutChoices(isCompound ? parseXls(bytes) : readWorkbook(bytes, onPhase))
    if (sheets.length === 0) throw new ImportFileError('empty')
    return { fileName, kind: 'workbook', sheets }
  }
  if (!TEXT_EXTENSIONS.test(fileName)) throw new ImportFileError('notSpreadsheet')
  onPhase('reading')
  const { rows, encoding, delimiter } = parseCsv({ fileName, bytes }, reading)
  if (rows.length === 0) throw new ImportFileError('empty')
  return {
    fileName,
    kind: 'csv',
    sheets: [{ name: fileName.replace(/\.[^.]*$/, ''), rows, merges: [] }],
    encoding,
    delimiter,
  }
}
