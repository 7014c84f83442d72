import { checkNames, TEXT_FILE } from './choose-files.ts'
import { ImportFileError } from './import-file-error.ts'
import { IMPORT_LIMITS } from './import-limits.ts'
import { parseSpreadsheet } from './parse-spreadsheet.ts'
import type { OnPhase, ParsedFile, TextReading } from './parsed-file.ts'
import type { NamedBytes } from './texts/read-texts.ts'
import { unzipParts } from './zip-check.ts'

/** The files that a person chose, usually one. */
export interface ReadOrder {
  files: readonly NamedBytes[]
  /** For a text table: how to read it. */
  reading?: TextReading | undefined
}

const WORD_FILE = /\.(?:docx|docm|dotx|dotm|doc)$/i
const ZIP_FILE = /\.zip$/i

/** The JSON and YAML of an archive; the folders and marks of other programs are left out. */
const textsInside = (bytes: Uint8Array): NamedBytes[] =>
  [...unzipParts(bytes, (name) => TEXT_FILE.test(name) && !name.startsWith('__MACOSX/')).parts].map(
    ([fileName, content]) => ({ fileName, bytes: content }),
  )

const checkBytes = (files: readonly NamedBytes[]): void => {
  const found = files.reduce((sum, { bytes }) => sum + bytes.length, 0)
  if (found > IMPORT_LIMITS.fileBytes)
    throw new ImportFileError('tooBig', { limit: IMPORT_LIMITS.fileBytes, found })
  if (found === 0) throw new ImportFileError('empty')
}

/**
 * Reads untrusted files: a table, workbook or Word document, or JSON and YAML, of which several can come at once.
 * @throws ImportFileError with what is wrong and where
 */
export const readFiles = async (
  { files, reading }: ReadOrder,
  onPhase: OnPhase = () => {},
): Promise<ParsedFile> => {
  const [first] = files
  if (first === undefined) throw new ImportFileError('empty')
  const { fileName, bytes } = first
  checkNames(files.map((file) => file.fileName))
  const isZip = files.length === 1 && ZIP_FILE.test(fileName)
  if (!isZip && !TEXT_FILE.test(fileName)) {
    if (WORD_FILE.test(fileName)) {
      onPhase('reading')
      const { readDocx } = await import('./word/read-docx.ts')
      return readDocx(fileName, bytes)
    }
    return parseSpreadsheet(
      { fileName, bytes, ...(reading === undefined ? {} : { reading }) },
      onPhase,
    )
  }
  onPhase('checking')
  checkBytes(files)
  const texts = isZip ? textsInside(bytes) : files
  if (texts.length === 0) throw new ImportFileError('notSpreadsheet')
  onPhase('reading')
  const { readTexts } = await import('./texts/read-texts.ts')
  return readTexts(fileName, texts, (place) => onPhase('reading', place))
}
