import type { Commitment } from '../../entities/commitment.ts'
import type { Release } from '../../entities/project.ts'
import type { Requirement } from '../../entities/structure.ts'
import { commitmentStatus } from './commitments.ts'
import { type MatchEffort, SharedEffort } from '../definition/match-effort.ts'
import { type AnswerProblem, validateAnswer } from '../definition/parameter-validation.ts'
import { parseDefinition } from '../definition/parameters.ts'

export const BULK_SUBMIT_CHOICES = ['SUBMIT_ALL', 'REVIEW', 'LEAVE'] as const
export type BulkSubmitChoice = (typeof BULK_SUBMIT_CHOICES)[number]

/** Actions that leave saved, unsubmitted answers; the choices are offered after each. */
export const BULK_SUBMIT_OCCASIONS = [
  'import',
  'bulkUpdate',
  'cloneWithAnswers',
  'republish',
  'reconnection',
] as const
export type BulkSubmitOccasion = (typeof BULK_SUBMIT_OCCASIONS)[number]

type Answer = Pick<Commitment, 'submitted' | 'values'>
type Asked = Pick<Requirement, 'definition'>

interface Reviewed {
  requirement: Asked
  answer: Answer | undefined
  releases: readonly Release[]
}

export const answerProblems = (
  { requirement, answer, releases }: Reviewed,
  effort?: MatchEffort,
): AnswerProblem[] =>
  validateAnswer(
    { definition: parseDefinition(requirement.definition), values: answer?.values ?? {}, releases },
    effort,
  )

/**
 * Tells whether one of many answers is invalid. An answer counts as valid if the shared effort runs
 * out before it is checked; the server decides.
 */
export const isInvalidAnswer = (reviewed: Reviewed, shared: SharedEffort): boolean => {
  const { found, isCut } = shared.check((effort) => answerProblems(reviewed, effort))
  return found.some(({ code }) => code !== 'validation.effort' || !isCut)
}

export interface SubmitPlan<R> {
  /** Saved answers that can be submitted now. */
  ready: R[]
  /** Saved answers that cannot be submitted yet. */
  invalid: R[]
  /** The number of requirements whose answer is open. */
  open: number
}

/** Sorts the saved answers by whether they can be submitted now, in the requirements' order. */
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

/** Tells whether there are saved answers to choose about. */
export const isBulkSubmitOffered = ({ ready, invalid }: SubmitPlan<unknown>): boolean =>
  ready.length + invalid.length > 0

/**
 * What each choice does: the answers to submit, and the rows that the table then shows, invalid
 * ones first; null = the table keeps its rows.
 */
export const BULK_SUBMIT: {
  readonly [C in BulkSubmitChoice]: <R>(plan: SubmitPlan<R>) => { submit: R[]; show: R[] | null }
} = {
  SUBMIT_ALL: ({ ready }) => ({ submit: ready, show: null }),
  REVIEW: ({ ready, invalid }) => ({ submit: [], show: [...invalid, ...ready] }),
  LEAVE: () => ({ submit: [], show: null }),
}

/** Returns the placeholders of the message `bulk.result` after `submitted` answers are accepted. */
export const bulkResult = (
  { ready, invalid, open }: SubmitPlan<unknown>,
  submitted: number,
): { n: number; m: number } => ({
  n: submitted,
  m: ready.length + invalid.length + open - submitted,
})
