import type { CommitmentValues } from '../../entities/commitment.ts'
import type { Release } from '../../entities/project.ts'
import type { MatchEffort } from '../definition/match-effort.ts'
import { type AnswerProblem, validateAnswer } from '../definition/parameter-validation.ts'
import { answerParameters, parseDefinition } from '../definition/parameters.ts'

/**
 * Tells whether an answer may be submitted. `stale`: the answer, its requirement or the releases
 * changed since the check; `unchecked`: the submit had no effort left for it.
 */
export type AnswerVerdict =
  | { kind: 'valid' }
  | { kind: 'asksNothing' }
  | { kind: 'stale' }
  | { kind: 'unchecked' }
  | { kind: 'invalid'; problem: AnswerProblem }

interface Judged {
  definition: string
  values: CommitmentValues
  releases: readonly Release[]
}

export function judgeAnswer(
  { definition: text, values, releases }: Judged,
  effort?: MatchEffort,
): AnswerVerdict {
  const definition = parseDefinition(text)
  if (answerParameters(definition).length === 0) return { kind: 'asksNothing' }
  const [problem] = validateAnswer({ definition, values, releases }, effort)
  return problem === undefined ? { kind: 'valid' } : { kind: 'invalid', problem }
}
