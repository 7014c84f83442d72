import type { Parameter, ParameterType, Validation } from '../../entities/parameter.ts'

/** Tells whether the field takes files as evidence. */
export const isFileField = ({ type, inputType }: Parameter): boolean =>
  type === 'INPUT' && inputType === 'file'

export type Control =
  | 'text'
  | 'number'
  | 'textarea'
  | 'select'
  | 'date'
  | 'radio'
  | 'checkbox'
  | 'flag'
  | 'file'
export const controlOf = (parameter: Parameter): Control => {
  if (parameter.type !== 'INPUT') return CONTROLS[parameter.type]
  if (isFileField(parameter)) return 'file'
  return parameter.inputType === 'number' || parameter.isStatement === true ? 'number' : 'text'
}
const CONTROLS: Record<Exclude<ParameterType, 'INPUT'>, Control> = {
  TEXTAREA: 'textarea',
  SELECTBOX: 'select',
  DATE_PICKER: 'date',
  RADIO: 'radio',
  CHECKBOX: 'checkbox',
  FLAG: 'flag',
}

/**
 * The validations that each control offers. A statement also has `statement_release`; every control
 * that can be required can be required conditionally.
 */
export const ALLOWED_VALIDATIONS = {
  text: ['required', 'requiredConditionally', 'email', 'min', 'max', 'regex'],
  number: ['required', 'requiredConditionally', 'min_value', 'max_value', 'decimals'],
  textarea: ['required', 'requiredConditionally'],
  checkbox: ['required', 'requiredConditionally'],
  radio: ['required', 'requiredConditionally'],
  select: ['required', 'requiredConditionally'],
  date: ['required', 'requiredConditionally', 'min_date', 'max_date'],
  flag: [],
  file: ['required', 'requiredConditionally', 'min_value', 'max_value', 'size', 'mimes'],
} as const satisfies Record<Control, readonly Validation['kind'][]>

export const allowedValidations = (parameter: Parameter): readonly Validation['kind'][] =>
  parameter.isStatement === true
    ? [...ALLOWED_VALIDATIONS[controlOf(parameter)], 'statement_release']
    : ALLOWED_VALIDATIONS[controlOf(parameter)]
