import { createHash } from 'node:crypto'
import type { Release } from '#schema/entities/project.ts'
import type { Row } from '#schema/entities/rows.ts'
import { Refusal } from '#schema/refusal.ts'
import { type AnswerVerdict, judgeAnswer } from '#schema/rules/answers/answer-verdict.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import { effortOfText, MatchEffort } from '#schema/rules/definition/match-effort.ts'
import { parseRow } from '../../database/entity-tables.ts'

/**
 * One answer to check. `requirement` and `answer` are the stored JSON texts, null if the row does
 * not exist.
 */
interface AskedAnswer {
  requirementId: string
  contentHash: string
  requirement: string | null
  answer: string | null
}
export interface JudgeJob {
  answers: AskedAnswer[]
  releases: Release[]
  effort: number
}

/** `requirementOn` is the `updatedOn` of the requirement that was checked. */
export interface JudgedAnswer {
  requirementId: string
  contentHash: string
  requirementOn: number
  verdict: AnswerVerdict
}
/** The results for the leading answers of the job: as many as fit its effort, at least one. */
export interface Judgement {
  judged: JudgedAnswer[]
  effort: number
}
export type JudgeAnswers = (job: JudgeJob) => Promise<Judgement>

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')

const verdictOn = (
  requirement: Row<'requirement'>,
  answer: Row<'commitment'> | null,
  {
    asked,
    releases,
    effort,
  }: {
    asked: AskedAnswer
    releases: readonly Release[]
    effort: MatchEffort
  },
): AnswerVerdict => {
  const values = answer?.values ?? {}
  if (sha256(canonicalContent(values)) !== asked.contentHash) return { kind: 'stale' }
  try {
    return judgeAnswer({ definition: requirement.definition, values, releases }, effort)
  } catch (error) {
    if (!(error instanceof Refusal)) throw error
    return {
      kind: 'invalid',
      problem: { field: error.field ?? 'definition', code: error.code, detail: error.detail },
    }
  }
}

type Checked = { judged: JudgedAnswer; effort: number }
const SUBMITTED_EFFORT = 0.1

/**
 * An answer already submitted with the same content is not checked again; otherwise a repeated
 * submit would make no progress.
 */
const isSubmitted = ({ contentHash }: AskedAnswer, answer: Row<'commitment'> | null): boolean =>
  answer?.submitted === true && answer.receipt?.contentHash === contentHash

const judgeOne = (asked: AskedAnswer, releases: readonly Release[]): Checked => {
  const text = { definition: asked.requirement ?? '', answer: asked.answer ?? '' }
  const { requirementId, contentHash } = asked
  const requirement = asked.requirement === null ? null : parseRow('requirement', asked.requirement)
  const answer = asked.answer === null ? null : parseRow('commitment', asked.answer)
  const judged = (verdict: AnswerVerdict): JudgedAnswer => ({
    requirementId,
    contentHash,
    requirementOn: requirement?.updatedOn ?? 0,
    verdict,
  })
  if (requirement === null) return { judged: judged({ kind: 'stale' }), effort: effortOfText(text) }
  if (isSubmitted(asked, answer))
    return { judged: judged({ kind: 'valid' }), effort: effortOfText(text) * SUBMITTED_EFFORT }
  const effort = new MatchEffort()
  const verdict = verdictOn(requirement, answer, { asked, releases, effort })
  return { judged: judged(verdict), effort: effort.spent + effortOfText(text) }
}

/**
 * Checks answers outside any transaction. If a row changes before the transaction writes, the
 * transaction treats the result as stale.
 */
export const judgeHere = ({ answers, releases, effort: most }: JudgeJob): Judgement => {
  const judged: JudgedAnswer[] = []
  let effort = 0
  for (const asked of answers) {
    if (judged.length > 0 && effort >= most) break
    const one = judgeOne(asked, releases)
    judged.push(one.judged)
    effort += one.effort
  }
  return { judged, effort }
}

/** Checks in the calling thread, for callers that block no other request. */
export const judgeAtOnce: JudgeAnswers = async (job) => judgeHere(job)
