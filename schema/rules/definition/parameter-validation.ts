import { type CommitmentValues, releaseField } from '../../entities/commitment.ts'
import type { Definition, Parameter, ParameterValue, Validation } from '../../entities/parameter.ts'
import type { Release } from '../../entities/project.ts'
import { isBlank } from '../answers/commitments.ts'
import { parseAnswerFiles } from '../files/answer-files.ts'
import { evaluateConditions, visibilityOf } from './conditions.ts'
import { isFileField } from './controls.ts'
import { FIELD_RULES, type FieldProblem } from './field-rules.ts'
import { filesProblem } from './file-field.ts'
import { MatchEffort } from './match-effort.ts'
import { valueProblem } from './parameter-values.ts'
import { answerParameters } from './parameters.ts'
import { RELEASE_RULES, releaseChoice } from './statement-release.ts'
import { statementPercent } from './statement.ts'

export { ALLOWED_VALIDATIONS } from './controls.ts'
export { validateDefinition } from './definition-validation.ts'

/** `field` is a key of the answer's values. */
export interface AnswerProblem extends FieldProblem {
  field: string
}

const {
  required,
  email,
  min,
  max,
  regex,
  minValue,
  maxValue,
  between,
  decimals,
  minDate,
  maxDate,
} = FIELD_RULES

/** Checks of a filled value. Kinds that need other fields, and the field for files, are checked elsewhere. */
type Check = (
  value: ParameterValue,
  bound: string | number,
  effort: MatchEffort,
) => FieldProblem | null
const CHECKS: { [K in Validation['kind']]?: Check } = {
  email: (value) => email(String(value)),
  min: (value, bound) => min(String(value), Number(bound)),
  max: (value, bound) => max(String(value), Number(bound)),
  regex: (value, bound, effort) => regex(String(value), String(bound), effort),
  min_value: (value, bound) => minValue(Number(value), Number(bound)),
  max_value: (value, bound) => maxValue(Number(value), Number(bound)),
  decimals: (value, bound) => decimals(Number(value), Number(bound)),
  min_date: (value, bound) => minDate(String(value), String(bound)),
  max_date: (value, bound) => maxDate(String(value), String(bound)),
}

type Lookup = (key: string) => ParameterValue

const isRequired = (parameter: Parameter, lookup: Lookup): boolean =>
  (parameter.validations ?? []).some(({ kind, when }) =>
    kind === 'required'
      ? when === undefined || evaluateConditions(when, lookup)
      : kind === 'requiredConditionally' && when !== undefined && evaluateConditions(when, lookup),
  )

/** An unticked box is no answer to a required one; as a statement it answers 0. */
const isUnticked = ({ type, isStatement }: Parameter, value: ParameterValue): boolean =>
  type === 'CHECKBOX' && isStatement !== true && value === false

/** Returns the first problem of one value; null = none. Forms and tables call it on every input. */
export function parameterProblem(
  parameter: Parameter,
  value: ParameterValue,
  { lookup, effort }: { lookup: Lookup; effort: MatchEffort },
): FieldProblem | null {
  if (isBlank(value) || isUnticked(parameter, value))
    return isRequired(parameter, lookup) ? required(null) : null
  const wrongType = valueProblem(parameter, value)
  if (wrongType !== null) return { code: wrongType, detail: {} }
  if (isFileField(parameter)) return filesProblem(parameter, parseAnswerFiles(value) ?? [])
  for (const { kind, value: bound } of parameter.validations ?? []) {
    const found = CHECKS[kind]?.(value, bound ?? '', effort)
    if (found) return found
  }
  return parameter.isStatement === true && typeof value === 'number' ? between(value, 0, 100) : null
}

/**
 * Returns the problem of a statement's release; null = none. An optional statement without a value
 * needs no release.
 */
export function releaseProblem(
  parameter: Parameter,
  values: CommitmentValues,
  { releases, lookup }: { releases: readonly Release[]; lookup: Lookup },
): FieldProblem | null {
  const value = values[parameter.id] ?? null
  const choice = releaseChoice(values[releaseField(parameter.id)] ?? null, releases)
  const isAsked =
    (parameter.validations ?? []).some(({ kind }) => kind === 'statement_release') &&
    (!isBlank(value) || isRequired(parameter, lookup))
  return choice === 'notChosen' && !isAsked
    ? null
    : RELEASE_RULES[choice](statementPercent(parameter, value))
}

interface GivenAnswer {
  definition: Definition
  values: CommitmentValues
  releases: readonly Release[]
}

/**
 * Returns all problems that prevent the answer from being submitted, in the order of its fields.
 * Invisible fields are skipped.
 * @param effort the steps that the patterns of this answer may take; the first field that exceeds
 * them gets `validation.effort`
 */
export function validateAnswer(
  { definition, values, releases }: GivenAnswer,
  effort = new MatchEffort(),
): AnswerProblem[] {
  const all = [
    ...definition.contentConfiguration.parameters,
    ...definition.suppliersCommitment.parameters,
  ]
  const visibility = visibilityOf(all, values)
  return answerParameters(definition)
    .filter((parameter) => visibility.isVisible(parameter))
    .flatMap((parameter) => {
      const found: AnswerProblem[] = []
      const ofValue = parameterProblem(parameter, values[parameter.id] ?? null, {
        lookup: visibility.lookup,
        effort,
      })
      if (ofValue !== null) found.push({ field: parameter.id, ...ofValue })
      const ofRelease =
        parameter.isStatement === true
          ? releaseProblem(parameter, values, { releases, lookup: visibility.lookup })
          : null
      if (ofRelease !== null) found.push({ field: releaseField(parameter.id), ...ofRelease })
      return found
    })
}
