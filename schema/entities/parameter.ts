import * as v from 'valibot'
import { LIMITS } from '../tables/limits.ts'
import { FIELD_LIMITS } from './field-limits.ts'
import { filledText, listOf, numberBetween, percent, text } from './fields.ts'

export const PARAMETER_TYPES = [
  'INPUT',
  'TEXTAREA',
  'SELECTBOX',
  'DATE_PICKER',
  'RADIO',
  'CHECKBOX',
  'FLAG',
] as const
export const ParameterType = v.picklist(PARAMETER_TYPES)
export type ParameterType = v.InferOutput<typeof ParameterType>

/**
 * What an INPUT takes; absent = text. `file` takes the vendor's evidence: its value is the text of
 * `answerFilesText`.
 */
const INPUT_TYPES = ['text', 'number', 'file'] as const

const number = numberBetween(-FIELD_LIMITS.parameterNumber, FIELD_LIMITS.parameterNumber)
/**
 * The value of one field of a requirement or answer: text, number, YYYY-MM-DD, key of an option,
 * boolean or null.
 */
export const ParameterValue = v.union([
  text(FIELD_LIMITS.parameterValue),
  number,
  v.boolean(),
  v.null(),
])
export type ParameterValue = v.InferOutput<typeof ParameterValue>

export const ParameterOption = v.strictObject({
  key: filledText(FIELD_LIMITS.parameterKey),
  label: text(FIELD_LIMITS.optionLabel),
  /** The option's number, 0..100, if the parameter is a statement. */
  value: v.union([text(FIELD_LIMITS.optionLabel), number]),
})
export type ParameterOption = v.InferOutput<typeof ParameterOption>

export const CONDITION_OPERATORS = [
  'equals',
  'notEquals',
  'contains',
  'greater',
  'less',
  'filled',
  'empty',
] as const
export const Condition = v.strictObject({
  parameterKey: filledText(FIELD_LIMITS.parameterKey),
  op: v.picklist(CONDITION_OPERATORS),
  value: ParameterValue,
})
export type Condition = v.InferOutput<typeof Condition>

export const ConditionList = v.strictObject({
  join: v.picklist(['all', 'any']),
  conditions: listOf(Condition, FIELD_LIMITS.conditions),
})
export type ConditionList = v.InferOutput<typeof ConditionList>

export const VALIDATION_KINDS = [
  'required',
  'requiredConditionally',
  'statement_release',
  'email',
  'min',
  'max',
  'min_value',
  'max_value',
  'regex',
  'decimals',
  'min_date',
  'max_date',
  'size',
  'mimes',
] as const
export const Validation = v.strictObject({
  kind: v.picklist(VALIDATION_KINDS),
  /**
   * The bound: characters for min and max, a number for *_value, decimals and size (KB), YYYY-MM-DD
   * for *_date, a pattern for regex, types divided by commas for mimes. The *_value bounds of a file
   * field count its files.
   */
  value: v.optional(v.union([text(FIELD_LIMITS.validationValue), number])),
  when: v.optional(ConditionList),
})
export type Validation = v.InferOutput<typeof Validation>

/**
 * One field of a requirement's content or of the answer. Groups can be nested up to
 * FIELD_LIMITS.groupDepth.
 */
export interface Parameter {
  id: string
  key: string
  name: string
  type: ParameterType
  inputType?: (typeof INPUT_TYPES)[number] | undefined
  options?: ParameterOption[] | undefined
  value?: ParameterValue | undefined
  isGroup?: boolean | undefined
  parameters?: Parameter[] | undefined
  /** True = the field scores the requirement, 0..100, and names a release. */
  isStatement?: boolean | undefined
  hidden?: boolean | undefined
  skip?: boolean | undefined
  /** The relative weight of a statement in its document; 0 = shown but not scored, absent = 1. */
  weight?: number | undefined
  /** A statement below this value, 0..100, misses the knock-out. */
  knockOut?: number | undefined
  layout?: { internal: { offset: number; width: number } } | undefined
  validations?: Validation[] | undefined
  visibleWhen?: ConditionList | undefined
}

const name = filledText(FIELD_LIMITS.parameterName)
const key = filledText(FIELD_LIMITS.parameterKey)
const parameterFields = {
  id: key,
  key,
  name,
  type: ParameterType,
  inputType: v.optional(v.picklist(INPUT_TYPES)),
  options: v.optional(listOf(ParameterOption, FIELD_LIMITS.parameterOptions)),
  value: v.optional(ParameterValue),
  isGroup: v.optional(v.boolean()),
  isStatement: v.optional(v.boolean()),
  hidden: v.optional(v.boolean()),
  skip: v.optional(v.boolean()),
  weight: v.optional(numberBetween(0, FIELD_LIMITS.statementWeight)),
  knockOut: v.optional(percent),
  layout: v.optional(
    v.strictObject({
      internal: v.strictObject({
        offset: v.pipe(v.number(), v.integer(), v.minValue(0), v.maxValue(LIMITS.gridColumns - 1)),
        width: v.pipe(v.number(), v.integer(), v.minValue(1), v.maxValue(LIMITS.gridColumns)),
      }),
    }),
  ),
  validations: v.optional(listOf(Validation, FIELD_LIMITS.validations)),
  visibleWhen: v.optional(ConditionList),
}
const leaf = v.strictObject(parameterFields)
const groupOf = (child: v.GenericSchema<Parameter>): v.GenericSchema<Parameter> =>
  v.strictObject({
    ...parameterFields,
    parameters: v.optional(listOf(child, FIELD_LIMITS.groupParameters)),
  })

const nestedGroups = (depth: number): v.GenericSchema<Parameter> =>
  depth === 0 ? leaf : groupOf(nestedGroups(depth - 1))

export const Parameter: v.GenericSchema<Parameter> = nestedGroups(FIELD_LIMITS.groupDepth)

/** The content of `requirement.definition`, which stores it as text. */
export const Definition = v.strictObject({
  contentConfiguration: v.strictObject({ parameters: listOf(Parameter, FIELD_LIMITS.parameters) }),
  suppliersCommitment: v.strictObject({ parameters: listOf(Parameter, FIELD_LIMITS.parameters) }),
})
export type Definition = v.InferOutput<typeof Definition>
