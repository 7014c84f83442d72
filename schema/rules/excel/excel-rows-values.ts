import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type {
  Definition,
  Parameter,
  ParameterOption,
  ParameterValue,
} from '../../entities/parameter.ts'
import { type Cell, cleanText } from './excel-rows-cells.ts'
import { leafParameters } from '../definition/parameters.ts'

export const MAX_VALUE_LENGTH = 20_000
export const MAX_OPTIONS = 200
const MAX_OPTION_LENGTH = 100

export type CellValueProblem = 'tooLong' | 'notNumber' | 'notDate' | 'notTick' | 'tooManyOptions'
export type ReadValue =
  | { value: ParameterValue; options?: ParameterOption[] }
  | { problem: CellValueProblem; max?: number }

/**
 * Maps column headers to the content parameters of one requirement, in order. Equal names are
 * numbered, so that every parameter has its own column.
 */
export const parameterLabels = (
  definition: Definition,
): Map<string, { label: string; parameter: Parameter }> => {
  const labels = new Map<string, { label: string; parameter: Parameter }>()
  for (const parameter of leafParameters(definition.contentConfiguration.parameters)) {
    // A blank where a long name is cut would not survive in a file.
    const start = cleanText(parameter.name).slice(0, 480).trim()
    const name = start || cleanText(parameter.key) || 'Parameter'
    let label = name
    for (let count = 2; labels.has(labelKey(label)); count += 1) label = `${name} (${count})`
    labels.set(labelKey(label), { label, parameter })
  }
  return labels
}
export const labelKey = (label: string): string => label.toLowerCase()

/** Words for yes and no. */
export const TICK_WORDS: readonly (readonly [yes: string, no: string])[] = [
  ['yes', 'no'],
  ['y', 'n'],
  ['true', 'false'],
  ['áno', 'nie'],
  ['ano', 'ne'],
  ['ja', 'nein'],
  ['tak', 'nie'],
  ['oui', 'non'],
  ['sí', 'no'],
  ['si', 'no'],
  ['1', '0'],
]
/** Signs that stand in a cell for yes; an empty cell beside them means no. */
export const TICK_SIGNS: readonly string[] = ['x', '✓', '✔', '☑']

const TICKS: ReadonlyMap<string, boolean> = new Map([
  ...TICK_WORDS.map(([, no]) => [no, false] as const),
  ...[...TICK_WORDS.map(([yes]) => yes), ...TICK_SIGNS].map((yes) => [yes, true] as const),
])

const optionOf = (
  options: readonly ParameterOption[],
  text: string,
): ParameterOption | undefined => {
  const labelled = options.filter((option) => cleanText(option.label) === text)
  return (
    (labelled.length === 1 ? labelled[0] : undefined) ??
    options.find((option) => cleanText(option.key) === text)
  )
}

/** Returns the exported cell of a parameter's value. */
export const valueCell = (parameter: Parameter): Cell => {
  const { value } = parameter
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return value ? 'Yes' : 'No'
  if (typeof value === 'number') return value
  const { options = [] } = parameter
  const option = options.find((one) => one.key === value)
  if (option === undefined) return value
  return optionOf(options, cleanText(option.label)) === option ? option.label : option.key
}

/**
 * A point or a comma separates decimals. Thousands separators are refused, because 1,234 would be
 * ambiguous.
 */
const NUMBER = /^[-+]?\d+(?:[.,]\d+)?(?:e[-+]?\d+)?$/i

const readNumber = (text: string): ReadValue => {
  const value = NUMBER.test(text) ? Number(text.replace(',', '.')) : Number.NaN
  return Math.abs(value) <= FIELD_LIMITS.parameterNumber ? { value } : { problem: 'notNumber' }
}

const readDate = (text: string): ReadValue => {
  const [, day, month, year] = /^(\d{1,2})\.\s?(\d{1,2})\.\s?(\d{4})$/.exec(text) ?? []
  const iso =
    day === undefined || month === undefined || year === undefined
      ? text
      : `${year}-${month.padStart(2, '0')}-${day.padStart(2, '0')}`
  const time = /^\d{4}-\d{2}-\d{2}$/.test(iso) ? Date.parse(`${iso}T00:00:00Z`) : NaN
  // Some parsers roll 31 February over and others refuse it. Only a date that is read back
  // unchanged is valid.
  return Number.isFinite(time) && new Date(time).toISOString().startsWith(iso)
    ? { value: iso }
    : { problem: 'notDate' }
}

const readOption = (text: string, options: readonly ParameterOption[]): ReadValue => {
  const known = optionOf(options, text)
  if (known !== undefined) return { value: known.key }
  if (text.length > MAX_OPTION_LENGTH) return { problem: 'tooLong', max: MAX_OPTION_LENGTH }
  if (options.length >= MAX_OPTIONS) return { problem: 'tooManyOptions', max: MAX_OPTIONS }
  return { value: text, options: [...options, { key: text, label: text, value: text }] }
}

const readText = (text: string): ReadValue =>
  text.length > MAX_VALUE_LENGTH ? { problem: 'tooLong', max: MAX_VALUE_LENGTH } : { value: text }

const readTick = (text: string): ReadValue => {
  const value = TICKS.get(text.toLowerCase())
  return value === undefined ? { problem: 'notTick' } : { value }
}

type Field = Pick<Parameter, 'type' | 'inputType' | 'options'>
const READERS: Record<Parameter['type'], (text: string, field: Field) => ReadValue> = {
  INPUT: (text, { inputType }) => (inputType === 'number' ? readNumber(text) : readText(text)),
  TEXTAREA: readText,
  DATE_PICKER: readDate,
  CHECKBOX: readTick,
  FLAG: readTick,
  SELECTBOX: (text, { options = [] }) => readOption(text, options),
  RADIO: (text, { options = [] }) => readOption(text, options),
}

/**
 * Reads a cell's text as a value of the parameter's type; '' = no value. An unknown choice adds its
 * option.
 */
export const readValue = (field: Field, text: string): ReadValue =>
  text === '' ? { value: null } : READERS[field.type](text, field)
