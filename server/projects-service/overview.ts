import { setImmediate as nextTurn } from 'node:timers/promises'
import type { InferOutput } from 'valibot'
import type { Overview } from '#schema/api/projects-service/project-replies.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Package, Requirement } from '#schema/entities/structure.ts'
import { isOfComments } from '#schema/rules/access/access.ts'
import { filterComments } from '#schema/rules/comments/comments.ts'
import { remainingTime } from '#schema/rules/project/deadline.ts'
import { isAnswered } from '../database/entity-tables.ts'
import { countAnswers, nothingAnswered, readDefinitions } from './answer-counts.ts'
import { listRows, type OpenedProject, seesAnswersOf } from './open-project.ts'
import { missedKnockOuts, readEvaluation } from './project-evaluation.ts'
import { readCommitments, readRequirements } from './rows-in-turns.ts'

type OverviewReply = InferOutput<typeof Overview>

/** The key figures of a project that the caller may see; a vendor sees only its own progress. */
export const readOverview = async (
  opened: OpenedProject,
  summary: ProjectSummary,
  now: number,
): Promise<OverviewReply> => {
  const { deadlineAt } = opened.project
  const requirements = await readRequirements(opened)
  const commitments = await readCommitments(opened, requirements)
  return {
    project: summary,
    daysLeft: deadlineAt === null ? null : remainingTime(deadlineAt, now).days,
    requirements: requirements.length,
    packages: await progressOf(opened, 'package', { requirements, commitments }),
    documents: await progressOf(opened, 'document', { requirements, commitments }),
    vendors: await vendorsOf(opened, requirements, commitments),
    ...(await commentsOf(opened)),
  }
}

interface Answers {
  requirements: readonly Requirement[]
  commitments: readonly Commitment[]
}
const ANSWERS_AT_ONCE = 5_000
const PLACE = { package: 'packageId', document: 'documentId' } as const

/**
 * Counts per package or document; `answered` and `submitted` are null if the caller may not see
 * answers.
 */
const progressOf = async (
  opened: OpenedProject,
  level: 'package' | 'document',
  { requirements, commitments }: Answers,
): Promise<OverviewReply['packages']> => {
  const seesAnswers = opened.buckets.some((bucket) => /:v\d+$/.test(bucket))
  const rows: readonly Pick<Package, 'id' | 'name'>[] = await listRows(opened, level)
  const places = new Map(requirements.map((one) => [one.id, one[PLACE[level]]]))
  const progress = new Map(
    rows.map(({ id, name }) => [
      id,
      {
        id,
        name,
        requirements: 0,
        answered: 0,
        submitted: 0,
      },
    ]),
  )
  for (const place of places.values()) {
    const found = progress.get(place)
    if (found !== undefined) found.requirements += 1
  }
  for (const [i, row] of (seesAnswers ? commitments : []).entries()) {
    if (i % ANSWERS_AT_ONCE === ANSWERS_AT_ONCE - 1) await nextTurn()
    const found = progress.get(places.get(row.requirementId) ?? '')
    if (found === undefined) continue
    found.answered += Number(isAnswered(row))
    found.submitted += Number(row.submitted)
  }
  const unseen = seesAnswers ? {} : { answered: null, submitted: null }
  return [...progress.values()].map((one) => ({ ...one, ...unseen }))
}

const commentsOf = async (
  opened: OpenedProject,
): Promise<Pick<OverviewReply, 'openQuestions' | 'painPoints'>> => {
  if (!opened.buckets.some(isOfComments)) return { openQuestions: null, painPoints: null }
  const comments = await listRows(opened, 'comment')
  const painPoints = { MINOR: 0, MAJOR: 0, CRITICAL: 0 }
  for (const { severity } of comments) if (severity !== null) painPoints[severity] += 1
  return {
    openQuestions: filterComments(comments, 'without official reply').filter(
      ({ type }) => type === 'Q',
    ).length,
    painPoints,
  }
}

const vendorsOf = async (
  opened: OpenedProject,
  requirements: readonly Requirement[],
  commitments: readonly Commitment[],
): Promise<OverviewReply['vendors']> => {
  const rows = await listRows(opened, 'projectVendor')
  const statements = await readDefinitions(requirements)
  const counts = await countAnswers({ requirements, commitments, statements })
  const evaluation = await readEvaluation(opened, { requirements, commitments, statements })
  return rows.map(({ vendorId, name, started, allSubmitted, answered, submitted }) => {
    const glance = { vendorId, name, started, allSubmitted }
    if (!seesAnswersOf(opened, vendorId)) return { ...glance, ...UNSEEN }
    const { complete, lastActivity } = counts.get(vendorId) ?? nothingAnswered(requirements.length)
    const knockOuts = missedKnockOuts(evaluation, vendorId)
    return { ...glance, answered, submitted, complete, knockOuts, lastActivity }
  })
}

/** Shown while the answers are sealed, and to people who may not read them. */
const UNSEEN = {
  answered: null,
  submitted: null,
  complete: null,
  knockOuts: null,
  lastActivity: null,
}
