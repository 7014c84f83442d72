import type { Commitment } from '../../entities/commitment.ts'
import type { Release } from '../../entities/project.ts'
import type { Requirement } from '../../entities/structure.ts'
import { commitmentStatus } from './commitments.ts'
import { type MatchEffort, SharedEffort } from '../definition/match-effort.ts'
import { type AnswerProblem, validateAnswer } from '../definition/parameter-validation.ts'
import { parseDefinition } from '../definition/parameters.ts'

export const BULK_SUBMIT_CHOICES = ['SUBMIT_ALL', 'REVIEW', 'LEAVE'] as const
export type BulkSubmitChoice = (typeof BULK_SUBMIT_CHOICES)[number]

/** What leaves saved rows behind, so that the choices are offered after it. */
export const BULK_SUBMIT_OCCASIONS = [
  'import',
  'bulkUpdate',
  'cloneWithAnswers',
  'republish',
  'reconnection',
] as const

type Answer = Pick<Commitment, 'submitted' | 'values'>
type Asked = Pick<Requirement, 'definition'>

export const answerProblems = (
  requirement: Asked,
  answer: Answer | undefined,
  releases: readonly Release[],
  effort?: MatchEffort,
): AnswerProblem[] =>
  validateAnswer(parseDefinition(requirement.definition), answer?.values ?? {}, releases, effort)

/**
 * One of many answers; what there is no effort left for is taken for right, and the server decides.
 */
export const isInvalidAnswer = (
  {
    requirement,
    answer,
    releases,
  }: { requirement: Asked; answer: Answer | undefined; releases: readonly Release[] },
  shared: SharedEffort,
): boolean => {
  const { found, isCut } = shared.check((effort) =>
    answerProblems(requirement, answer, releases, effort),
  )
  return found.some(({ code }) => code !== 'validation.effort' || !isCut)
}

export interface SubmitPlan<R> {
  /** Saved answers that can be submitted now. */
  ready: R[]
  /** Saved answers that cannot yet. */
  invalid: R[]
  /** Requirements without a submitted answer, apart from the ready ones that are submitted now. */
  open: number
}

/** Which of the saved answers can be submitted now, in the order of the requirements. */
export function planSubmit<R extends Asked & { id: string }>(
  requirements: readonly R[],
  answers: ReadonlyMap<string, Answer>,
  releases: readonly Release[],
): SubmitPlan<R> {
  const plan: SubmitPlan<R> = { ready: [], invalid: [], open: 0 }
  const shared = new SharedEffort()
  for (const requirement of requirements) {
    const answer = answers.get(requirement.id)
    const status = commitmentStatus(answer)
    if (status === 'OPEN') plan.open++
    if (status === 'DRAFT')
      (isInvalidAnswer({ requirement, answer, releases }, shared) ? plan.invalid : plan.ready).push(
        requirement,
      )
  }
  return plan
}

/** Whether there is anything to choose about. */
export const isBulkSubmitOffered = ({ ready, invalid }: SubmitPlan<unknown>): boolean =>
  ready.length + invalid.length > 0

/**
 * What each choice does: the answers to submit, and the rows that the table shows, invalid ones
 * first; null = it shows what it showed.
 */
export const BULK_SUBMIT: {
  readonly [C in BulkSubmitChoice]: <R>(plan: SubmitPlan<R>) => { submit: R[]; show: R[] | null }
} = {
  SUBMIT_ALL: ({ ready }) => ({ submit: ready, show: null }),
  REVIEW: ({ ready, invalid }) => ({ submit: [], show: [...invalid, ...ready] }),
  LEAVE: () => ({ submit: [], show: null }),
}

/** What fills the message `bulk.result` after `submitted` answers were taken. */
export const bulkResult = (
  { ready, invalid, open }: SubmitPlan<unknown>,
  submitted: number,
): { n: number; m: number } => ({
  n: submitted,
  m: ready.length + invalid.length + open - submitted,
})
