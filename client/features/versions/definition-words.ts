import { i18n, type MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ConditionList, Parameter, Validation } from '#schema/entities/parameter.ts'
import { formatDate } from '#schema/rules/format.ts'

const TYPES: Readonly<Record<Parameter['type'], MessageDescriptor>> = {
  INPUT: msg`Text`,
  TEXTAREA: msg`Text area`,
  SELECTBOX: msg`Select box`,
  DATE_PICKER: msg`Date`,
  RADIO: msg`Radio buttons`,
  CHECKBOX: msg`Check box`,
  FLAG: msg`Flag`,
}
const INPUTS = { text: msg`Text`, number: msg`Number`, file: msg`Files` } as const

const kindText = ({ type, inputType, isGroup }: Parameter): string => {
  if (isGroup === true) return i18n._(msg`Group`)
  return i18n._(type === 'INPUT' ? INPUTS[inputType ?? 'text'] : TYPES[type])
}

const OPERATORS = {
  equals: msg`is`,
  notEquals: msg`is not`,
  contains: msg`contains`,
  greater: msg`is more than`,
  less: msg`is less than`,
  filled: msg`is filled in`,
  empty: msg`is empty`,
} as const

const flagText = (value: boolean | undefined): string =>
  value === true ? i18n._(msg`Yes`) : i18n._(msg`No`)

const conditionsText = (list: ConditionList | undefined): string => {
  if (list === undefined || list.conditions.length === 0) return ''
  const lines = list.conditions.map(({ parameterKey, op, value }) =>
    [parameterKey, i18n._(OPERATORS[op]), value === null ? '' : String(value)].join(' ').trim(),
  )
  if (lines.length === 1) return lines.join('')
  const join =
    list.join === 'all' ? i18n._(msg`all conditions are met`) : i18n._(msg`any condition is met`)
  return [join, ...lines].join('\n')
}

const RULES: Readonly<Record<Validation['kind'], MessageDescriptor>> = {
  required: msg`Must be filled in`,
  requiredConditionally: msg`Must be filled in when`,
  statement_release: msg`Ask for a release`,
  email: msg`Is an email address`,
  min: msg`Minimum number of characters`,
  max: msg`Maximum number of characters`,
  min_value: msg`At least`,
  max_value: msg`At most`,
  regex: msg`Matches the expression`,
  decimals: msg`Decimal places`,
  min_date: msg`Not before`,
  max_date: msg`Not after`,
  size: msg`Each file smaller than (KB)`,
  mimes: msg`File types`,
}

const ruleText = ({ kind, value, when }: Validation): string => {
  const name = i18n._(RULES[kind])
  const bound = when === undefined ? value : conditionsText(when)
  return bound === undefined ? name : `${name}: ${bound}`
}

/** The value that a field has in the requirement itself, as a person reads it. */
export const valueText = ({ value, options, type }: Parameter): string => {
  if (value === undefined || value === null) return ''
  if (typeof value === 'boolean') return flagText(value)
  const option = options?.find(({ key }) => key === value)
  if (option !== undefined) return option.label
  return type === 'DATE_PICKER' ? formatDate(String(value)) : String(value)
}

const optionsText = ({ options, isStatement }: Parameter): string =>
  (options ?? [])
    .map(({ label, value }) => (isStatement === true ? `${label} (${value} %)` : label))
    .join('\n')

interface Setting {
  name: MessageDescriptor
  text: (parameter: Parameter) => string
}
const numberText = (value: number | undefined): string => (value === undefined ? '' : String(value))

/** What a person can set about a field; the keys are the field's own. */
export const SETTINGS: Readonly<Record<string, Setting>> = {
  name: { name: msg`Name`, text: (parameter) => parameter.name },
  value: { name: msg`Value`, text: valueText },
  type: { name: msg`Kind`, text: kindText },
  inputType: { name: msg`Kind`, text: kindText },
  options: { name: msg`Options`, text: optionsText },
  isStatement: {
    name: msg`Scores the requirement`,
    text: (parameter) => flagText(parameter.isStatement),
  },
  hidden: { name: msg`Hidden`, text: (parameter) => flagText(parameter.hidden) },
  weight: { name: msg`Weight`, text: (parameter) => numberText(parameter.weight) },
  knockOut: { name: msg`Knock-out below`, text: (parameter) => numberText(parameter.knockOut) },
  validations: {
    name: msg`Validation rules`,
    text: (parameter) => (parameter.validations ?? []).map(ruleText).join('\n'),
  },
  visibleWhen: {
    name: msg`Shown only when`,
    text: (parameter) => conditionsText(parameter.visibleWhen),
  },
}
