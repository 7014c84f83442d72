import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { ParameterValue } from '../../entities/parameter.ts'

/**
 * A file that a field of an answer names as evidence. The hash identifies the vendor's attachment
 * of the requirement, and lets the receipt of the answer cover the bytes.
 */
export interface AnswerFile {
  name: string
  bytes: number
  mime: string
  contentHash: string
}

const isText = (value: unknown): value is string =>
  typeof value === 'string' && value !== '' && value.length <= FIELD_LIMITS.title
// Without a schema, because every table of answers loads these rules first.
const isAnswerFile = (value: unknown): value is AnswerFile => {
  const { name, bytes, mime, contentHash, ...rest } = Object(value) as Record<string, unknown>
  return (
    isText(name) &&
    isText(mime) &&
    Number.isSafeInteger(bytes) &&
    Number(bytes) >= 0 &&
    /^[0-9a-f]{64}$/.test(String(contentHash)) &&
    Object.keys(rest).length === 0
  )
}

/**
 * Reads the value of a field for files; null = the value is empty or does not name files. An older
 * version of the application shows such a field as text, so that any text can stand in it.
 */
export function parseAnswerFiles(value: ParameterValue | undefined): AnswerFile[] | null {
  try {
    const files: unknown = JSON.parse(String(value))
    return Array.isArray(files) &&
      files.length > 0 &&
      files.length <= FIELD_LIMITS.answerFieldFiles &&
      files.every(isAnswerFile)
      ? files
      : null
  } catch {
    return null
  }
}

/** Returns the value of a field for files; no files = null. */
export const answerFilesText = (files: readonly AnswerFile[]): ParameterValue =>
  files.length === 0
    ? null
    : JSON.stringify(
        files.map(({ name, bytes, mime, contentHash }) => ({ name, bytes, mime, contentHash })),
      )
