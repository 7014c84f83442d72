import type { InferOutput } from 'valibot'
import type { Overview } from '#schema/api/projects-service/projects.ts'
import type { ProjectSummary } from '#schema/api/sync.ts'
import type { Commitment } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { isOfComments } from '#schema/rules/access.ts'
import { filterComments } from '#schema/rules/comments.ts'
import { completenessOf } from '#schema/rules/completeness.ts'
import { remainingTime } from '#schema/rules/deadline.ts'
import { readStatements } from '#schema/rules/evaluation-rows.ts'
import { isAnswered } from '../database/entity-tables.ts'
import { missedKnockOuts, readEvaluation } from './project-evaluation.ts'
import { listRows, type OpenedProject, seesAnswersOf } from './open-project.ts'

type OverviewReply = InferOutput<typeof Overview>

/** What the caller may know of the project at one glance; for a vendor only its own progress. */
export const readOverview = async (opened: OpenedProject, summary: ProjectSummary, now: number): Promise<OverviewReply> => {
  const requirements = await listRows(opened, 'requirement')
  const commitments = await listRows(opened, 'commitment')
  const progress = (id: string, name: string, own: readonly Requirement[]) => ({ id, name, requirements: own.length, ...counts(opened, own, commitments) })
  return {
    project: summary, requirements: requirements.length,
    daysLeft: opened.project.deadlineAt === null ? null : remainingTime(opened.project.deadlineAt, now).days,
    packages: (await listRows(opened, 'package')).map(({ id, name }) => progress(id, name, requirements.filter(({ packageId }) => packageId === id))),
    documents: (await listRows(opened, 'document')).map(({ id, name }) => progress(id, name, requirements.filter(({ documentId }) => documentId === id))),
    vendors: await vendorsOf(opened, requirements, commitments), ...await commentsOf(opened),
  }
}

const commentsOf = async (opened: OpenedProject): Promise<Pick<OverviewReply, 'openQuestions' | 'painPoints'>> => {
  if (!opened.buckets.some(isOfComments)) return { openQuestions: null, painPoints: null }
  const comments = await listRows(opened, 'comment')
  const painPoints = { MINOR: 0, MAJOR: 0, CRITICAL: 0 }
  for (const { severity } of comments) if (severity !== null) painPoints[severity] += 1
  return { openQuestions: filterComments(comments, 'without official reply').filter(({ type }) => type === 'Q').length, painPoints }
}

const counts = (opened: OpenedProject, requirements: readonly Requirement[], commitments: readonly Commitment[]) => {
  if (!opened.buckets.some((bucket) => /:v\d+$/.test(bucket))) return { answered: null, submitted: null }
  const ids = new Set(requirements.map(({ id }) => id))
  const own = commitments.filter(({ requirementId }) => ids.has(requirementId))
  return { answered: own.filter(isAnswered).length, submitted: own.filter(({ submitted }) => submitted).length }
}

const vendorsOf = async (opened: OpenedProject, requirements: readonly Requirement[], commitments: readonly Commitment[]): Promise<OverviewReply['vendors']> => {
  const rows = await listRows(opened, 'projectVendor')
  const evaluation = await readEvaluation(opened, { known: { requirements, commitments } })
  const statements = requirements.map(({ id, definition }) => [id, readStatements(definition)] as const)
  return rows.map(({ vendorId, name, started, allSubmitted, answered, submitted }) => {
    const glance = { vendorId, name, started, allSubmitted, answered, submitted }
    if (!seesAnswersOf(opened, vendorId)) return { ...glance, answered: null, submitted: null, complete: null, knockOuts: null, lastActivity: null }
    const answers = new Map(commitments.filter((commitment) => commitment.vendorId === vendorId).map((commitment) => [commitment.requirementId, commitment]))
    return {
      ...glance, complete: statements.filter(([id, own]) => completenessOf(own, answers.get(id)) === 'complete').length,
      knockOuts: missedKnockOuts(evaluation, vendorId),
      lastActivity: [...answers.values()].reduce<number | null>((latest, { updatedOn }) => Math.max(latest ?? 0, updatedOn), null),
    }
  })
}
