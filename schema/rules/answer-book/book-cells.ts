import type { Parameter, ParameterOption, ParameterValue } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import { type Cell, cleanText } from '../excel/excel-rows-cells.ts'
import { parseAnswerFiles } from '../files/answer-files.ts'
import { formatDate } from '../format.ts'
import { isFileField } from '../definition/controls.ts'
import type { AskedField } from '../definition/parameters.ts'
import { RELEASE_NOT_PLANNED, RELEASE_NOW } from '../definition/statement.ts'
import type { CellWords } from './book-words.ts'

/** What the texts of cells depend on. */
export interface CellContext {
  words: CellWords
  releases: readonly Pick<Release, 'number' | 'version' | 'date'>[]
}

// Workbook XML cannot hold control characters, halves of surrogate pairs and two other codes.
// oxlint-disable no-control-regex
const UNWRITABLE =
  /[\u0000-\u0008\u000b\u000c\u000e-\u001f\ufffe\uffff]|[\ud800-\udbff](?![\udc00-\udfff])|(?<![\ud800-\udbff])[\udc00-\udfff]/g
// oxlint-enable no-control-regex

/** The text as a cell can hold it. */
export const writableText = (text: string): string =>
  text.replace(/\r\n?/g, '\n').replace(UNWRITABLE, '')

/** The option that a cell's text names: by its label if only one has it, else by its key. */
export const optionNamed = (
  options: readonly ParameterOption[],
  text: string,
): ParameterOption | undefined => {
  const labelled = options.filter(({ label }) => cleanText(writableText(label)) === text)
  return (
    (labelled.length === 1 ? labelled[0] : undefined) ??
    options.find(({ key }) => cleanText(writableText(key)) === text)
  )
}

/** The text that names the option in a cell. */
export const optionText = (
  options: readonly ParameterOption[],
  { key, label }: ParameterOption,
): string => {
  const text = cleanText(writableText(label))
  return text !== '' && optionNamed(options, text)?.key === key ? text : writableText(key)
}

export const releaseText = ({ version, date }: Pick<Release, 'version' | 'date'>): string =>
  writableText(date === null ? version : `${version} · ${formatDate(date)}`)

const releaseCell = (value: ParameterValue, { words, releases }: CellContext): Cell => {
  if (value === RELEASE_NOW) return words.availableNow
  if (value === RELEASE_NOT_PLANNED) return words.notPlanned
  const release = releases.find(({ number }) => number === value)
  // A release that is gone stays a number, which no cell can choose.
  return release === undefined ? String(value) : releaseText(release)
}

const filesCell = (value: ParameterValue): Cell =>
  (parseAnswerFiles(value) ?? []).map(({ name }) => writableText(name)).join('\n')

const textOf = ({ type, options = [] }: Parameter, value: string): Cell => {
  const isChoice = type === 'SELECTBOX' || type === 'RADIO'
  const option = isChoice ? options.find(({ key }) => key === value) : undefined
  return option === undefined ? writableText(value) : optionText(options, option)
}

/** The cell that shows a value of an answer; '' = no value. Days are YYYY-MM-DD. */
export const answerCell = (
  { parameter, part }: AskedField,
  value: ParameterValue | undefined,
  context: CellContext,
): Cell => {
  if (value === null || value === undefined || value === '') return ''
  if (part === 'release') return releaseCell(value, context)
  if (typeof value === 'boolean') return value ? context.words.yes : context.words.no
  if (typeof value === 'number') return value
  return isFileField(parameter) ? filesCell(value) : textOf(parameter, value)
}

const numberOf = (cell: Cell): number => {
  if (typeof cell === 'number') return cell
  const text = cleanText(cell)
  return text === '' ? Number.NaN : Number(text.replace(',', '.'))
}

/** Spreadsheets keep 15 digits of a number; LibreOffice rounds the last one in its own way. */
const isSameNumber = (one: number, other: number): boolean =>
  Math.abs(one - other) <= Math.abs(other) * 1e-14

/** Tells whether a cell still shows what was exported, whatever type a spreadsheet gave it. */
export const isSameCell = (cell: Cell, exported: Cell): boolean =>
  cleanText(cell) === cleanText(exported) ||
  (typeof exported === 'number' && isSameNumber(numberOf(cell), exported))
