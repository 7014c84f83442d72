import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { parseCsv } from './parse-csv.ts'
import { parseWorkbook } from './parse-workbook.ts'
import type { ParsedFile, ParsePhase } from './parsed-file.ts'
import { checkZip } from './zip-check.ts'

interface SpreadsheetFile {
  fileName: string
  bytes: Uint8Array
}

const ZIP = [0x50, 0x4b]
const COMPOUND = [0xd0, 0xcf, 0x11, 0xe0]
const TEXT_EXTENSIONS = /\.(csv|tsv|txt)$/i

const startsWith = (bytes: Uint8Array, start: readonly number[]): boolean =>
  start.every((byte, index) => bytes[index] === byte)

/**
 * A password-protected workbook is a compound file with a stream of this name. Without it, the file
 * is a workbook from before 2007.
 */
const isEncrypted = (bytes: Uint8Array): boolean => {
  const name = [...'EncryptedPackage'].flatMap((letter) => [letter.charCodeAt(0), 0])
  for (let at = bytes.indexOf(name[0] ?? 0); at !== -1; at = bytes.indexOf(name[0] ?? 0, at + 1)) {
    if (name.every((byte, index) => bytes[at + index] === byte)) return true
  }
  return false
}

const readWorkbook = (
  bytes: Uint8Array,
  onPhase: (phase: ParsePhase) => void,
): ParsedFile['sheets'] => {
  const { names, bytes: checked } = checkZip(bytes)
  if (names.includes('EncryptedPackage')) throw new ImportFileError('encrypted')
  if (!names.some((name) => /^\/?xl\/workbook\.xml$/i.test(name)))
    throw new ImportFileError('notSpreadsheet')
  onPhase('reading')
  try {
    return parseWorkbook(checked)
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
  { fileName, bytes }: SpreadsheetFile,
  onPhase: (phase: ParsePhase) => void = () => {},
): ParsedFile => {
  if (bytes.length > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found: bytes.length })
  if (bytes.length === 0) throw new ImportFileError('empty')
  onPhase('checking')
  if (startsWith(bytes, COMPOUND))
    throw new ImportFileError(isEncrypted(bytes) ? 'encrypted' : 'oldFormat')
  if (startsWith(bytes, ZIP)) {
    const sheets = readWorkbook(bytes, onPhase)
    if (sheets.length === 0) throw new ImportFileError('empty')
    return { fileName, kind: 'workbook', sheets }
  }
  if (!TEXT_EXTENSIONS.test(fileName)) throw new ImportFileError('notSpreadsheet')
  onPhase('reading')
  const { rows, encoding, delimiter } = parseCsv(bytes)
  if (rows.length === 0) throw new ImportFileError('empty')
  return {
    fileName,
    kind: 'csv',
    sheets: [{ name: fileName.replace(/\.[^.]*$/, ''), rows, merges: [] }],
    encoding,
    delimiter,
  }
}
