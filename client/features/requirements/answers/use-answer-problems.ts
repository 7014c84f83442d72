import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { CommitmentValues } from '#schema/entities/commitment.ts'
import type { Definition } from '#schema/entities/parameter.ts'
import type { Release } from '#schema/entities/project.ts'
import { validateAnswer } from '#schema/rules/definition/parameter-validation.ts'
import { answerFields } from '#schema/rules/definition/parameters.ts'
import type { FieldError } from '#client/ui/fields/error-summary.tsx'
import { codeText } from '#client/ui/feedback/refusal-text.ts'
import { inputIdOf } from './answer-field-props.ts'

/**
 * The problems of an answer: next to a field once it was left (missing values only after an attempt
 * to submit), then also as a list.
 */
export function useAnswerProblems(
  definition: Definition,
  values: CommitmentValues,
  releases: readonly Release[],
) {
  const { t } = useLingui()
  const [touched, setTouched] = useState<ReadonlySet<string>>(new Set())
  const [isAttempted, setAttempted] = useState(false)
  const problems = useMemo(
    () => validateAnswer({ definition, values, releases: [...releases] }),
    [definition, values, releases],
  )
  const errors = new Map<string, string>()
  for (const { field, code, detail } of problems) {
    if (
      (isAttempted || (touched.has(field) && code !== 'validation.required')) &&
      !errors.has(field)
    )
      errors.set(field, codeText(code, detail))
  }
  const names = new Map(
    answerFields(definition).map(({ key, parameter, part }) => [
      key,
      part === 'release' ? t`Release` : parameter.name,
    ]),
  )
  const list: FieldError[] = isAttempted
    ? problems.map(({ field, code, detail }) => ({
        inputId: inputIdOf(field),
        text: `${names.get(field) ?? field}: ${codeText(code, detail)}`,
      }))
    : []
  return {
    errors,
    list,
    isValid: problems.length === 0,
    touch: (field: string) =>
      setTouched((before) => (before.has(field) ? before : new Set(before).add(field))),
    attempt: () => setAttempted(true),
  }
}
