import type { ParameterValue } from '../../entities/parameter.ts'
import { LIMITS } from '../../tables/limits.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { isBlank } from '../answers/commitments.ts'
import type { MatchEffort } from './match-effort.ts'
import { isDay } from './parameter-values.ts'
import { matchLimit, matchPattern } from '../regex/safe-regex.ts'

/** A problem of one field, with the placeholders of its message. */
export interface FieldProblem {
  code: MessageCode
  detail: Record<string, string | number>
}
type Checked = FieldProblem | null

const unless = (
  isRight: boolean,
  code: MessageCode,
  detail: FieldProblem['detail'] = {},
): Checked => (isRight ? null : { code, detail })

/**
 * One @, no blanks and a dot in the domain. Only a mail can tell whether an address exists.
 */
const EMAIL = /^[^\s@]{1,64}@[^\s@.]+(?:\.[^\s@.]+)+$/
const EMAIL_LENGTH = 254

/** Returns the number of decimals in the shortest notation: 0.07 has 2, 1e-7 has 7. */
function decimalPlaces(value: number): number {
  const [, fraction = '', exponent = '0'] =
    /^-?\d+(?:\.(\d+))?(?:e([+-]\d+))?$/.exec(String(value)) ?? []
  return Math.max(0, fraction.length - Number(exponent))
}

export const BYTES_PER_KB = 1_024
/** The types to which a file field can be restricted. */
export const ALLOWED_MIMES = [
  'image/png',
  'image/jpeg',
  'image/gif',
  'text/html',
  'text/plain',
  'application/json',
] as const

const notLonger = (value: string, length: number) =>
  unless(value.length <= length, 'validation.max', { length })
const notBelow = (value: number, min: number) =>
  unless(value >= min, 'validation.min_value', { min })
const notAbove = (value: number, max: number) =>
  unless(value <= max, 'validation.max_value', { max })

/**
 * The field rules of the specification with their messages. All rules except `required` expect
 * filled values. Days are YYYY-MM-DD; lengths are in UTF-16 units, as inputs count them.
 */
export const FIELD_RULES = {
  required: (value: ParameterValue | undefined) => unless(!isBlank(value), 'validation.required'),
  unique: (value: ParameterValue, others: readonly ParameterValue[]) =>
    unless(!others.includes(value), 'validation.unique'),
  email: (value: string) =>
    unless(value.length <= EMAIL_LENGTH && EMAIL.test(value), 'validation.email'),
  min: (value: string, length: number) =>
    unless(value.length >= length, 'validation.min', { length }),
  max: notLonger,
  /** Like `max`, with a message that names the field. */
  maxLength: (value: string, field: string, length: number) =>
    unless(value.length <= length, 'validation.maxlength', { field, length }),
  regex(value: string, regex: string, effort?: MatchEffort) {
    const match = matchPattern(regex, value, effort)
    if (match === 'too-long') return notLonger(value, matchLimit(regex))
    return (
      unless(match !== 'too-much', 'validation.effort', { regex }) ??
      unless(match !== 'no', 'validation.regex', { regex })
    )
  },
  more: (value: number, target: number) => unless(value > target, 'validation.more', { target }),
  minValue: notBelow,
  maxValue: notAbove,
  between: (value: number, min: number, max: number) =>
    notBelow(value, min) ?? notAbove(value, max),
  decimals: (value: number, length: number) =>
    unless(decimalPlaces(value) <= length, 'validation.decimals', { length }),
  /** A number of pixels or characters: an integer of at least 0. */
  count: (value: unknown) =>
    unless(typeof value === 'number' && Number.isInteger(value) && value >= 0, 'validation.number'),
  minDate: (day: string, date_min: string) =>
    unless(day >= date_min, 'validation.min_date', { date_min }),
  maxDate: (day: string, date_max: string) =>
    unless(day <= date_max, 'validation.max_date', { date_max }),
  /** `today` is the current day in the project's zone. */
  notPast: (day: string, today: string) => unless(isDay(day) && day >= today, 'validation.past'),
  grid: (offset: number, width: number) =>
    unless(offset + width <= LIMITS.gridColumns, 'validation.grid'),
  /** `size` is in KB of 1,024 bytes. */
  size: (bytes: number, size: number) =>
    unless(bytes < size * BYTES_PER_KB, 'validation.size', { size }),
  mimes: (type: string, allowed: readonly string[] = ALLOWED_MIMES) =>
    unless(allowed.includes(type), 'validation.mimes', { type }),
} as const satisfies Record<string, (...values: never[]) => Checked>
