import { parseJson } from '#schema/rules/texts/parse-json.ts'
import { tablesOfTexts } from '#schema/rules/texts/tables-of-texts.ts'
import { TextError, type TextValue } from '#schema/rules/texts/text-value.ts'
import { type FileProblem, ImportFileError } from '../import-file-error.ts'
import { decodeText, guessEncoding } from '../parse-text.ts'
import type { FilePlace, ParsedFile } from '../parsed-file.ts'
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

/** What is wrong with a file; a bug is thrown on. */
const problemsOf = (error: unknown, detail: FileProblem['detail']): FileProblem[] => {
  if (error instanceof TextError)
    return [{ code: error.code, detail: { line: error.line, ...detail } }]
  if (!(error instanceof ImportFileError)) throw error
  return error.problems.map((one) => ({ ...one, detail: { ...one.detail, ...detail } }))
}

/**
 * Reads untrusted JSON and YAML as tables. Runs in a disposable worker, and is pure so that tests run
 * it in Node. All files are tried, so that a person learns of every wrong one at once.
 * @throws ImportFileError with what is wrong and where
 */
export const readTexts = (
  fileName: string,
  files: readonly NamedBytes[],
  onFile: (place: FilePlace) => void = () => {},
): ParsedFile => {
  const problems: FileProblem[] = []
  const values = files.flatMap((file, at) => {
    onFile({ fileName: file.fileName, at: at + 1, of: files.length })
    try {
      return [{ path: file.fileName, value: valueOf(file) }]
    } catch (error) {
      const inFile = files.length > 1 ? { inFile: file.fileName } : {}
      problems.push(...problemsOf(error, inFile))
      return []
    }
  })
  if (problems.length > 0) throw ImportFileError.of(problems)
  try {
    const { tables, withoutList } = tablesOfTexts(values)
    const sheets = tables.map((table) => ({ ...table, merges: [] }))
    return { fileName, kind: 'text', sheets, ...(withoutList.length > 0 ? { withoutList } : {}) }
  } catch (error) {
    throw ImportFileError.of(problemsOf(error, {}))
  }
}
