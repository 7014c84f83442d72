import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { type Cell, cleanText, isSpreadsheetError } from '../excel/excel-rows-cells.ts'
import { readValue } from '../excel/excel-rows-values.ts'
import { type Control, controlOf } from '../definition/controls.ts'
import { MatchEffort } from '../definition/match-effort.ts'
import { parameterProblem } from '../definition/parameter-validation.ts'
import type { AskedField } from '../definition/parameters.ts'
import { RELEASE_NOT_PLANNED, RELEASE_NOW } from '../definition/statement.ts'
import { type CellContext, optionNamed, releaseText, writableText } from './book-cells.ts'
import type { CellWords } from './book-words.ts'

/** Why the text of a cell cannot be the value of its field. */
export type CellProblem =
  | { code: 'cellError' | 'notNumber' | 'notDate' | 'notTick' | 'notOption' | 'notRelease' }
  | { code: 'notPercent' }
  | { code: 'tooLong'; length: number; max: number }
  | { code: 'breaksRule'; rule: MessageCode; detail: Record<string, string | number> }
export type CellReading = { value: ParameterValue } | { problem: CellProblem }

/** The words of the workbook and those of the person who imports it. */
export interface ReadContext extends CellContext {
  own: CellWords
}

const refuse = (problem: CellProblem): CellReading => ({ problem })

const readNumber = (text: string): number | null => {
  const read = readValue({ type: 'INPUT', inputType: 'number' }, text)
  return 'value' in read && typeof read.value === 'number' ? read.value : null
}
const readPlain = (type: 'DATE_PICKER' | 'CHECKBOX', text: string): ParameterValue => {
  const read = readValue({ type }, text)
  return 'value' in read ? read.value : null
}
const folded = (text: string): string => cleanText(writableText(text)).toLowerCase()

const readRelease = (text: string, { words, own, releases }: ReadContext): CellReading => {
  const wanted = folded(text)
  const isWord = (word: 'availableNow' | 'notPlanned') =>
    [words[word], own[word]].some((one) => folded(one) === wanted)
  if (isWord('availableNow')) return { value: RELEASE_NOW }
  if (isWord('notPlanned')) return { value: RELEASE_NOT_PLANNED }
  const release =
    releases.find((one) => folded(releaseText(one)) === wanted) ??
    releases.find(({ version }) => folded(version) === wanted)
  return release === undefined ? refuse({ code: 'notRelease' }) : { value: release.number }
}

/**
 * A spreadsheet keeps 50 % as 0.5, so that a number up to 1 is more often a part than a percentage.
 */
const readPercent = (text: string): CellReading => {
  const [, signed] = /^(\d+(?:[.,]\d+)?)\s*%$/.exec(text) ?? []
  const value = readNumber(signed ?? text)
  if (value === null) return refuse({ code: 'notNumber' })
  const isPart = signed === undefined && value > 0 && value <= 1
  return isPart || value < 0 || value > 100 ? refuse({ code: 'notPercent' }) : { value }
}

const readOption = (text: string, { options = [] }: Parameter): CellReading => {
  const near = options.filter(({ label }) => folded(label) === text.toLowerCase())
  const option = optionNamed(options, text) ?? (near.length === 1 ? near[0] : undefined)
  return option === undefined ? refuse({ code: 'notOption' }) : { value: option.key }
}

const readYesNo = (text: string, { words, own }: ReadContext): CellReading => {
  const isWord = (word: 'yes' | 'no') =>
    [words[word], own[word]].some((one) => folded(one) === folded(text))
  if (isWord('yes')) return { value: true }
  if (isWord('no')) return { value: false }
  const value = readPlain('CHECKBOX', text)
  return value === null ? refuse({ code: 'notTick' }) : { value }
}

const DAY_MS = 86_400_000
const DAY_0 = Date.UTC(1899, 11, 30)
/** 1 March 1900, since when spreadsheets agree, and the end of 9999. */
const [FIRST_SERIAL, LAST_SERIAL] = [61, 2_958_465]
/** The day of a number that a spreadsheet shows as a date, where its format was taken away. */
const dayOf = (serial: number): string | null =>
  Number.isInteger(serial) && serial >= FIRST_SERIAL && serial <= LAST_SERIAL
    ? new Date(DAY_0 + serial * DAY_MS).toISOString().slice(0, 10)
    : null

const readText = (text: string): CellReading =>
  text.length > FIELD_LIMITS.parameterValue
    ? refuse({ code: 'tooLong', length: text.length, max: FIELD_LIMITS.parameterValue })
    : { value: text }

const asRead = (value: ParameterValue, code: 'notNumber' | 'notDate'): CellReading =>
  value === null ? refuse({ code }) : { value }

type Reader = (text: string, parameter: Parameter, context: ReadContext) => CellReading
const READERS: Record<Control, Reader> = {
  text: readText,
  textarea: readText,
  number: (text, { isStatement }) =>
    isStatement === true ? readPercent(text) : asRead(readNumber(text), 'notNumber'),
  date: (text) => asRead(readPlain('DATE_PICKER', text), 'notDate'),
  select: readOption,
  radio: readOption,
  checkbox: (text, _, context) => readYesNo(text, context),
  flag: (text, _, context) => readYesNo(text, context),
  file: () => ({ value: null }),
}

/** The problem of a value by itself. Whether another field needs it is decided at the submit. */
const ruleProblem = (parameter: Parameter, value: ParameterValue): CellProblem | null => {
  const effort = new MatchEffort()
  const found = parameterProblem(parameter, value, { lookup: () => null, effort })
  if (found === null || value === false) return null
  const { length } = found.detail
  return found.code === 'validation.max' && typeof value === 'string'
    ? { code: 'tooLong', length: value.length, max: Number(length) }
    : { code: 'breaksRule', rule: found.code, detail: found.detail }
}

/** Reads a changed cell as the value of its field; an empty cell is no value. */
export const readAnswerCell = (
  { parameter, part }: AskedField,
  cell: Cell,
  context: ReadContext,
): CellReading => {
  const text = cleanText(cell)
  if (text === '') return { value: null }
  if (isSpreadsheetError(text)) return refuse({ code: 'cellError' })
  if (part === 'release') return readRelease(text, context)
  const day = controlOf(parameter) === 'date' && typeof cell === 'number' ? dayOf(cell) : null
  if (day !== null) return { value: day }
  const read = READERS[controlOf(parameter)](text, parameter, context)
  if ('problem' in read) return read
  const problem = ruleProblem(parameter, read.value)
  return problem === null ? read : refuse(problem)
}
