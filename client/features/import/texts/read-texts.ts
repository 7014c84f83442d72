import { parseJson } from '#schema/rules/texts/parse-json.ts'
import { tablesOfTexts } from '#schema/rules/texts/tables-of-texts.ts'
import { TextError, type TextValue } from '#schema/rules/texts/text-value.ts'
import { ImportFileError } from '../import-file-error.ts'
import { decodeText, guessEncoding } from '../parse-text.ts'
import type { ParsedFile } from '../parsed-file.ts'
import { parseYaml } from './parse-yaml.ts'

export interface NamedBytes {
  fileName: string
  bytes: Uint8Array
}

/** The line of the first bytes that are no UTF-8. */
const brokenLine = (bytes: Uint8Array): number => {
  let start = 0
  for (let line = 1; ; line += 1) {
    const end = bytes.indexOf(0x0a, start)
    try {
      new TextDecoder('utf-8', { fatal: true }).decode(
        bytes.subarray(start, end === -1 ? bytes.length : end),
      )
    } catch {
      return line
    }
    if (end === -1) return line
    start = end + 1
  }
}

const textOf = (bytes: Uint8Array): string => {
  const encoding = guessEncoding(bytes)
  if (encoding.startsWith('Windows')) throw new TextError('textEncoding', brokenLine(bytes))
  if (encoding === 'UTF-8' && bytes.includes(0)) throw new ImportFileError('notSpreadsheet')
  return decodeText(bytes, encoding)
}

const valueOf = ({ fileName, bytes }: NamedBytes): TextValue => {
  const text = textOf(bytes)
  if (text.trim() === '') throw new ImportFileError('empty')
  // YAML holds JSON, too, but knows no comments with two slashes.
  return /\.ya?ml$/i.test(fileName) ? parseYaml(text) : parseJson(text)
}

/**
 * Reads untrusted JSON and YAML as tables. Runs in a disposable worker, and is pure so that tests run
 * it in Node.
 * @throws ImportFileError with what is wrong and where
 */
export const readTexts = (fileName: string, files: readonly NamedBytes[]): ParsedFile => {
  let name = fileName
  try {
    const values = files.map((file) => {
      name = file.fileName
      return { path: file.fileName, value: valueOf(file) }
    })
    name = fileName
    const sheets = tablesOfTexts(values).map((table) => ({ ...table, merges: [] }))
    return { fileName, kind: 'text', sheets }
  } catch (error) {
    if (!(error instanceof TextError)) throw error
    throw new ImportFileError(error.code, {
      line: error.line,
      ...(files.length > 1 ? { inFile: name } : {}),
    })
  }
}
