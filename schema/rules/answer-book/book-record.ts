import * as v from 'valibot'
import type { CellRows } from '../excel/excel-rows-cells.ts'

/** The hidden sheet of a workbook, by which it is known again. */
export const RECORD_SHEET = '_tenderbook'
const MARK = 'tenderbook-answers'
export const BOOK_FORMAT = 1
/** Excel keeps at most 32,767 characters in a cell. */
const PART = 30_000
const MOST_PARTS = 199

const words = v.strictObject({
  yes: v.string(),
  no: v.string(),
  availableNow: v.string(),
  notPlanned: v.string(),
})
const cell = v.union([v.string(), v.number()])
const value = v.union([v.string(), v.number(), v.boolean(), v.null()])
const RecordedField = v.strictObject({
  /** The place of the column in `columns` of the sheet. */
  column: v.number(),
  field: v.string(),
  /** The value at the export. */
  base: value,
  /** The cell that showed it. */
  cell,
})
export type RecordedField = v.InferOutput<typeof RecordedField>
const RecordedRow = v.strictObject({
  /** The place of the sheet in `sheets`. */
  sheet: v.number(),
  requirementId: v.string(),
  /** The text in the first column. */
  label: v.string(),
  /** `updatedOn` of the requirement and of the answer; 0 = there was no answer. */
  requirementOn: v.number(),
  answerOn: v.number(),
  fields: v.array(RecordedField),
})
export type RecordedRow = v.InferOutput<typeof RecordedRow>
const RecordedSheet = v.strictObject({
  name: v.string(),
  documentId: v.string(),
  /** The same in all versions of the project. */
  lineageId: v.string(),
  document: v.string(),
  headers: v.array(v.string()),
  /** The first column of the answer. */
  firstAnswer: v.number(),
})
export type RecordedSheet = v.InferOutput<typeof RecordedSheet>
const RecordHead = v.strictObject({
  projectId: v.string(),
  project: v.string(),
  version: v.string(),
  /** The number of the publication. */
  addendum: v.number(),
  vendorId: v.number(),
  vendor: v.string(),
  exportedOn: v.number(),
  words,
  sheets: v.array(RecordedSheet),
})
export type RecordHead = v.InferOutput<typeof RecordHead>
export interface BookRecord extends RecordHead {
  rows: RecordedRow[]
}

type Sha256 = (text: string) => string

/** ASCII only, because a cut between two halves of a character would lose both. */
const asciiText = (content: unknown): string =>
  JSON.stringify(content).replace(
    /[^\x20-\x7e]/g,
    (letter) => `\\u${letter.charCodeAt(0).toString(16).padStart(4, '0')}`,
  )

/** Cuts a text into cells. The bars keep blanks at the ends, and what looks like a formula. */
const partsOf = (text: string): string[] =>
  Array.from({ length: Math.ceil(text.length / PART) }, (_, at) => {
    const part = text.slice(at * PART, (at + 1) * PART)
    return `|${part}|`
  })
const joined = (cells: readonly (string | number)[]): string | null => {
  const parts = cells.map(String).filter((part) => part !== '')
  return parts.every((part) => part.length >= 2 && part.startsWith('|') && part.endsWith('|'))
    ? parts.map((part) => part.slice(1, -1)).join('')
    : null
}

/**
 * The rows of the hidden sheet: a mark with the format and a check sum, the head, then a line per
 * requirement.
 */
export const recordRows = ({ rows, ...head }: BookRecord, sha256: Sha256): string[][] => {
  const lines = [head, ...rows].map(asciiText)
  return [[MARK, String(BOOK_FORMAT), sha256(lines.join('\n'))], ...lines.map(partsOf)]
}
/** Tells whether a line of the hidden sheet can hold the row. */
export const fitsRecord = (row: RecordedRow): boolean => asciiText(row).length <= PART * MOST_PARTS

/** Why a file is no workbook of answers that can be read. */
export type RecordProblem = 'notBook' | 'newerFormat' | 'damaged'

const parse = (lines: readonly string[]): BookRecord => {
  const [head, ...rows] = lines.map((line): unknown => JSON.parse(line))
  return { ...v.parse(RecordHead, head), rows: v.parse(v.array(RecordedRow), rows) }
}

/** Reads the hidden sheet. One that a person has changed is refused. */
export const readRecord = (
  sheets: readonly { name: string; rows: CellRows }[],
  sha256: Sha256,
): BookRecord | RecordProblem => {
  const own = sheets.find(({ rows }) => rows[0]?.[0] === MARK)
  const [top, ...below] = own?.rows ?? []
  if (top === undefined) return 'notBook'
  const format = Number(top[1])
  if (!Number.isInteger(format) || format < 1) return 'damaged'
  if (format > BOOK_FORMAT) return 'newerFormat'
  const lines = below.map(joined)
  if (!lines.every((line) => line !== null) || sha256(lines.join('\n')) !== top[2]) return 'damaged'
  try {
    return parse(lines)
  } catch {
    return 'damaged'
  }
}
