import { i18n } from '@lingui/core'
import type { ParameterValue, Parameter } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { parseAnswerFiles } from '#schema/rules/files/answer-files.ts'
import { formatDate } from '#schema/rules/format.ts'
import { filesText } from '#client/ui/elements/files-text.ts'

/** A number as people read it: with a decimal comma in Slovak. */
const asRead = (digits: string): string =>
  i18n.locale === 'sk' ? digits.replace('.', ',') : digits

/** A number with two decimals, for reading. */
export const decimalText = (value: number): string => asRead(value.toFixed(2))

/** A score or percentage with two decimals; a dash if there is nothing to score. */
export const scoreText = (score: number | null): string =>
  score === null ? '–' : `${decimalText(score)} %`

/** A weight with at most two decimals and no trailing zeros, for reading. */
export const weightText = (weight: number): string => asRead(weightDigits(weight))

/** The same with a decimal point, for sums. */
export const weightDigits = (weight: number): string => String(Math.round(weight * 100) / 100)

/** The signed difference of two scores as shown, such as +1.20 or −0.50; null if both read the same. */
export const differenceText = (before: number | null, after: number | null): string | null => {
  if (before === null || after === null) return null
  const difference = Number(after.toFixed(2)) - Number(before.toFixed(2))
  if (difference === 0) return null
  return `${difference > 0 ? '+' : '−'}${decimalText(Math.abs(difference))}`
}

/** The text of a value that a vendor entered; null if it is empty. */
export const enteredText = (
  parameter: Parameter,
  value: ParameterValue | undefined,
  words: { yes: string; no: string },
): string | null => {
  if (value === null || value === undefined || value === '') return null
  if (typeof value === 'boolean') return value ? words.yes : words.no
  if (typeof value === 'number')
    return parameter.isStatement === true ? `${value} %` : String(value)
  if (parameter.type === 'DATE_PICKER') return formatDate(value)
  const files = isFileField(parameter) ? parseAnswerFiles(value) : null
  if (files !== null) return filesText(files)
  return parameter.options?.find((option) => option.key === value)?.label ?? value
}

export const releaseText = (
  release: ParameterValue | undefined,
  releases: readonly Release[],
  words: { now: string; notPlanned: string },
): string | null => {
  if (release === -2) return words.now
  if (release === -1) return words.notPlanned
  const found = releases.find((row) => row.number === release)
  if (found === undefined) return null
  return found.date === null ? found.version : `${found.version} · ${formatDate(found.date)}`
}
