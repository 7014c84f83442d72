import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { Parameter, Validation } from '../../entities/parameter.ts'
import { isBlank } from '../answers/commitments.ts'
import type { AnswerFile } from '../files/answer-files.ts'
import { BYTES_PER_KB, FIELD_RULES, type FieldProblem } from './field-rules.ts'
import { filesProblem, mimesOf } from './file-field.ts'

/**
 * Returns why a vendor could not add this file to the field; null = it can. The number counts only
 * here, so that a field with too few files can be filled one by one.
 */
export const newFileProblem = (
  { validations = [] }: Pick<Parameter, 'validations'>,
  files: readonly AnswerFile[],
  file: AnswerFile,
): FieldProblem | null => {
  const next = [...files, file]
  const most = FIELD_LIMITS.answerFieldFiles
  if (next.length > most) return { code: 'validation.files_max', detail: { max: most } }
  return filesProblem({ validations: validations.filter(({ kind }) => kind !== 'min_value') }, next)
}

const count = (bound: Validation['value'], most: number): FieldProblem | null =>
  FIELD_RULES.count(isBlank(bound) ? null : Number(bound)) ??
  FIELD_RULES.between(Number(bound), 1, most)

const BOUNDS: { [K in Validation['kind']]?: (bound: Validation['value']) => FieldProblem | null } =
  {
    min_value: (bound) => count(bound, FIELD_LIMITS.answerFieldFiles),
    max_value: (bound) => count(bound, FIELD_LIMITS.answerFieldFiles),
    size: (bound) => count(bound, Math.ceil(FIELD_LIMITS.fileBytes / BYTES_PER_KB)),
    mimes: (bound) => {
      const mimes = mimesOf(bound)
      if (mimes.length === 0) return FIELD_RULES.required(null)
      for (const mime of mimes) {
        const problem = FIELD_RULES.mimes(mime)
        if (problem !== null) return problem
      }
      return null
    },
  }

/** Checks the bound of a validation of a file field. */
export const fileBoundProblem = ({ kind, value }: Validation): FieldProblem | null =>
  BOUNDS[kind]?.(value) ?? null
