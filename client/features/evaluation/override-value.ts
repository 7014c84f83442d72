import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Parameter, ParameterValue } from '#schema/entities/parameter.ts'
import { controlOf } from '#schema/rules/definition/controls.ts'
import { statementPercent } from '#schema/rules/definition/statement.ts'
import { overridePercent } from '#schema/rules/evaluation/evaluation-prepare.ts'
import { overrideProblem } from '#schema/rules/evaluation/override-values.ts'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { enteredText } from './evaluation-text.ts'
import { percentText } from './percent-text.ts'

/** What the form holds: a number, or the text or key that was entered. */
type Typed = number | string

const isBoxed = (field: Parameter): boolean =>
  field.isStatement !== true && ['checkbox', 'flag'].includes(controlOf(field))

/** The first content of the form for a stored value. A statement is entered as a percentage. */
export const typedOf = (field: Parameter, value: ParameterValue): Typed =>
  field.isStatement === true
    ? (overridePercent({ parameter: field }, value) ?? '')
    : typeof value === 'boolean'
      ? String(value)
      : (value ?? '')

export const typedValue = (field: Parameter, typed: Typed): ParameterValue => {
  if (typed === '') return null
  if (isBoxed(field)) return typed === 'true'
  return field.isStatement === true || controlOf(field) === 'number' ? Number(typed) : typed
}

/** Why the value cannot be saved, in words; null = it can. */
export const typedProblem = (field: Parameter, typed: Typed): string | null => {
  const problem = overrideProblem(field, typedValue(field, typed))
  if (problem === null) return null
  return field.isStatement === true
    ? i18n._(msg`Enter a value from 0 to 100`)
    : codeText(problem.code, problem.detail)
}

/** The value as the evidence shows it; null = none. */
export const valueText = (field: Parameter, value: ParameterValue | undefined): string | null =>
  field.isStatement === true
    ? percentText(
        typeof value === 'number'
          ? overridePercent({ parameter: field }, value)
          : statementPercent(field, value),
      )
    : enteredText(field, value, { yes: i18n._(msg`yes`), no: i18n._(msg`no`) })
