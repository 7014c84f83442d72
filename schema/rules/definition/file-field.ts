import type { Parameter, Validation } from '../../entities/parameter.ts'
import type { AnswerFile } from '../files/answer-files.ts'
import { FIELD_RULES, type FieldProblem } from './field-rules.ts'

export const mimesOf = (bound: Validation['value']): string[] =>
  String(bound ?? '')
    .split(',')
    .map((mime) => mime.trim())
    .filter((mime) => mime !== '')

type Bound = Validation['value']
type FileCheck = (files: readonly AnswerFile[], bound: Bound) => FieldProblem | null
const CHECKS: { [K in Validation['kind']]?: FileCheck } = {
  min_value: (files, bound) =>
    files.length >= Number(bound)
      ? null
      : { code: 'validation.files_min', detail: { min: Number(bound) } },
  max_value: (files, bound) =>
    files.length <= Number(bound)
      ? null
      : { code: 'validation.files_max', detail: { max: Number(bound) } },
  size: (files, bound) => firstOf(files, ({ bytes }) => FIELD_RULES.size(bytes, Number(bound))),
  mimes: (files, bound) =>
    firstOf(files, ({ name, mime }) => {
      const problem = FIELD_RULES.mimes(mime, mimesOf(bound))
      return problem && { ...problem, detail: { type: name.replace(/^.*\./, '') } }
    }),
}

function firstOf(
  files: readonly AnswerFile[],
  check: (file: AnswerFile) => FieldProblem | null,
): FieldProblem | null {
  for (const file of files) {
    const problem = check(file)
    if (problem !== null) return problem
  }
  return null
}

/** Checks number, size and types of the files in a field. */
export function filesProblem(
  { validations = [] }: Pick<Parameter, 'validations'>,
  files: readonly AnswerFile[],
): FieldProblem | null {
  for (const { kind, value } of validations) {
    const problem = CHECKS[kind]?.(files, value)
    if (problem) return problem
  }
  return null
}
