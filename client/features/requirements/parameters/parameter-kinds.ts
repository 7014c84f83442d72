import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { Parameter } from '#schema/entities/parameter.ts'
import { isFileField } from '#schema/rules/definition/controls.ts'
import { isGroup } from '#schema/rules/definition/parameters.ts'

/** The kinds of fields that a person can add. */
const PARAMETER_KINDS = [
  'statement',
  'text',
  'long',
  'number',
  'select',
  'radio',
  'checkbox',
  'date',
  'flag',
  'file',
  'group',
] as const
export type ParameterKind = (typeof PARAMETER_KINDS)[number]

const NAMES = {
  statement: msg`Statement (0 to 100 %)`,
  text: msg`Text`,
  long: msg`Text area`,
  number: msg`Number`,
  select: msg`Select box`,
  radio: msg`Radio buttons`,
  checkbox: msg`Check box`,
  date: msg`Date`,
  flag: msg`Flag`,
  file: msg`Files`,
  group: msg`Group`,
} satisfies Record<ParameterKind, unknown>
/** The kinds that one half of a requirement can have: only answers have statements and files. */
export const kindsOf = (half: 'answer' | 'content'): readonly ParameterKind[] =>
  half === 'answer'
    ? PARAMETER_KINDS
    : PARAMETER_KINDS.filter((kind) => kind !== 'statement' && kind !== 'file')
export const kindName = (kind: ParameterKind): string => i18n._(NAMES[kind])

const SHAPES: Record<
  ParameterKind,
  Pick<Parameter, 'type' | 'inputType' | 'isStatement' | 'isGroup'>
> = {
  statement: { type: 'INPUT', inputType: 'number', isStatement: true },
  text: { type: 'INPUT', inputType: 'text' },
  long: { type: 'TEXTAREA' },
  number: { type: 'INPUT', inputType: 'number' },
  select: { type: 'SELECTBOX' },
  radio: { type: 'RADIO' },
  checkbox: { type: 'CHECKBOX' },
  date: { type: 'DATE_PICKER' },
  flag: { type: 'FLAG' },
  file: { type: 'INPUT', inputType: 'file' },
  group: { type: 'INPUT', isGroup: true },
}

export function kindOf(parameter: Parameter): ParameterKind {
  if (isGroup(parameter)) return 'group'
  switch (parameter.type) {
    case 'TEXTAREA':
      return 'long'
    case 'SELECTBOX':
      return 'select'
    case 'RADIO':
      return 'radio'
    case 'CHECKBOX':
      return 'checkbox'
    case 'FLAG':
      return 'flag'
    case 'DATE_PICKER':
      return 'date'
    case 'INPUT':
      if (isFileField(parameter)) return 'file'
      return parameter.isStatement
        ? 'statement'
        : parameter.inputType === 'number'
          ? 'number'
          : 'text'
    default:
      return parameter.type satisfies never
  }
}

export const hasOptions = (kind: ParameterKind): boolean => kind === 'select' || kind === 'radio'
/** Whether a field of this kind can be a statement, which scores the requirement. */
export const canBeStatement = (kind: ParameterKind): boolean =>
  kind === 'statement' || kind === 'select' || kind === 'radio' || kind === 'checkbox'

/** A new field of a kind, valid as it is. */
export function newParameter(
  kind: ParameterKind,
  ids: { id: string; key: string; name: string },
): Parameter {
  return {
    ...ids,
    ...SHAPES[kind],
    layout: { internal: { offset: 0, width: kind === 'number' || kind === 'date' ? 6 : 12 } },
    ...(hasOptions(kind)
      ? {
          options: [1, 2].map((at) => ({
            key: `option-${at}`,
            label: i18n._(msg`Option ${at}`),
            value: '',
          })),
        }
      : {}),
    ...(kind === 'group' ? { parameters: [] } : {}),
    ...(kind === 'statement'
      ? { validations: [{ kind: 'required' }, { kind: 'statement_release' }] }
      : {}),
  }
}

/** Converts a field to another kind; drops properties that the new kind does not have. */
export function asKind(parameter: Parameter, kind: ParameterKind): Parameter {
  const {
    options,
    validations,
    isStatement: _statement,
    inputType: _input,
    isGroup: _group,
    parameters: _parameters,
    ...kept
  } = parameter
  const fresh = newParameter(kind, parameter)
  const required = (validations ?? []).filter(
    (one) =>
      (one.kind === 'required' || one.kind === 'requiredConditionally') &&
      kind !== 'flag' &&
      kind !== 'group',
  )
  return {
    ...kept,
    ...SHAPES[kind],
    ...(hasOptions(kind) ? { options: options ?? fresh.options } : {}),
    ...(kind === 'group' ? { parameters: [] } : {}),
    validations: kind === 'statement' ? [...required, { kind: 'statement_release' }] : required,
  }
}
