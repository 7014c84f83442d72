import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { parseAnswerFiles } from '../files/answer-files.ts'
import { isFileField } from './controls.ts'
import type { AskedField } from './parameters.ts'
import { RELEASE_NOW } from './statement.ts'

/** Tells whether the value is a calendar day as YYYY-MM-DD. */
export function isDay(value: unknown): value is string {
  if (typeof value !== 'string' || !/^\d{4}-\d{2}-\d{2}$/.test(value)) return false
  const ms = Date.parse(`${value}T00:00:00Z`)
  return !Number.isNaN(ms) && new Date(ms).toISOString().startsWith(value)
}

/** A statement in a text field is a percentage too. */
export const isNumeric = (parameter: Parameter): boolean =>
  parameter.type === 'INPUT' && (parameter.inputType === 'number' || parameter.isStatement === true)

type TypeCode = Extract<
  MessageCode,
  | 'validation.number'
  | 'validation.text'
  | 'validation.date'
  | 'validation.tick'
  | 'validation.option'
  | 'validation.files'
>

const text = (_: Parameter, value: ParameterValue): TypeCode | null =>
  typeof value === 'string' ? null : 'validation.text'
const tick = (_: Parameter, value: ParameterValue): TypeCode | null =>
  typeof value === 'boolean' ? null : 'validation.tick'
const option = (parameter: Parameter, value: ParameterValue): TypeCode | null =>
  parameter.options?.some(({ key }) => key === value) === true ? null : 'validation.option'

const TYPE_PROBLEMS: Record<
  Parameter['type'],
  (parameter: Parameter, value: ParameterValue) => TypeCode | null
> = {
  INPUT: (parameter, value) => {
    if (isFileField(parameter)) return parseAnswerFiles(value) === null ? 'validation.files' : null
    if (!isNumeric(parameter)) return text(parameter, value)
    return typeof value === 'number' && Number.isFinite(value) ? null : 'validation.number'
  },
  TEXTAREA: text,
  SELECTBOX: option,
  RADIO: option,
  DATE_PICKER: (_, value) => (isDay(value) ? null : 'validation.date'),
  CHECKBOX: tick,
  FLAG: tick,
}

/**
 * Returns why a value has the wrong type; null = right type. Null and empty text are always
 * allowed, because answers may be incomplete.
 */
export const valueProblem = (parameter: Parameter, value: ParameterValue): TypeCode | null =>
  value === null || value === '' ? null : TYPE_PROBLEMS[parameter.type](parameter, value)

/** Checks one field of an answer likewise. A release is an integer of at least -2. */
export function fieldProblem(field: AskedField, value: ParameterValue): TypeCode | null {
  if (field.part === 'value') return valueProblem(field.parameter, value)
  return value === null ||
    (typeof value === 'number' && Number.isInteger(value) && value >= RELEASE_NOW)
    ? null
    : 'validation.number'
}
