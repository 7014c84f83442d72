import type { Override } from '../../entities/commitment.ts'
import type { Parameter, ParameterValue } from '../../entities/parameter.ts'
import { isBlank } from '../answers/commitments.ts'
import { isFileField } from '../definition/controls.ts'
import type { FieldProblem } from '../definition/field-rules.ts'
import { valueProblem } from '../definition/parameter-values.ts'
import { statementPercent } from '../definition/statement.ts'

/**
 * Tells whether an evaluator can override the field. Evidence files are the vendor's own: a
 * requestor has none to put in their place.
 */
export const isOverridable = (field: Parameter): boolean => !isFileField(field)

/**
 * Returns why the value cannot override the field; null = it can. A statement takes any percentage
 * or a value of its own type. Other fields take a value of their type; their validations bind the
 * vendor alone.
 */
export function overrideProblem(field: Parameter, value: ParameterValue): FieldProblem | null {
  if (!isOverridable(field)) return { code: 'validation.override_files', detail: {} }
  if (field.isStatement === true)
    return isPercent(field, value) ? null : { code: 'validation.max_value', detail: { max: 100 } }
  if (isBlank(value)) return { code: 'validation.required', detail: {} }
  const code = valueProblem(field, value)
  return code === null ? null : { code, detail: {} }
}

const isPercent = (statement: Parameter, value: ParameterValue): boolean =>
  typeof value === 'number'
    ? value >= 0 && value <= 100
    : valueProblem(statement, value) === null && statementPercent(statement, value) !== null

/** Splits a submitted value into what an override records: for a choice, its value and its key. */
export function originalValueOf(
  field: Parameter,
  submitted: ParameterValue,
): Pick<Override, 'originalValue' | 'originalKey'> {
  const plain = { originalValue: submitted, originalKey: null }
  if (typeof submitted !== 'string') return plain
  const option = field.options?.find(({ key }) => key === submitted)
  if (field.isStatement === true)
    return { originalValue: statementPercent(field, submitted), originalKey: submitted }
  return option === undefined ? plain : { originalValue: option.value, originalKey: submitted }
}
