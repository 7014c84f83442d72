import { createHash } from 'node:crypto'
import { type Commitment, commitmentId } from '#schema/entities/commitment.ts'
import type { Requirement } from '#schema/entities/structure.ts'
import { canonicalContent } from '#schema/rules/answers/commitments.ts'
import type { PublishedAnswer } from './openacr-catalogue.ts'
import { answerValues } from './published-answers.ts'

/**
 * Number of answers given, and how many of them are submitted, in the order of the requirements.
 */
export interface Progress {
  readonly given: number
  readonly submitted: number
}
export const WHOLE_REPORT: Progress = { given: Infinity, submitted: Infinity }

interface AnswerPlan {
  readonly vendorId: number
  readonly contact: { readonly id: number; readonly name: string }
  readonly report: ReadonlyMap<string, PublishedAnswer>
  readonly progress: Progress
  /** The period in which vendors could answer, in ms; `until` is exclusive. */
  readonly from: number
  readonly until: number
}

/** Answers that a vendor submits at once, and which share a receipt's time. */
const SUBMITTED_AT_ONCE = 20

/** The published answers of a vendor as commitments to the matching requirements. */
export const commitmentRows = (
  requirements: readonly Requirement[],
  plan: AnswerPlan,
): Commitment[] => {
  const spokenOf = requirements.flatMap((requirement) => {
    const published = plan.report.get(requirement.sourceId ?? '')
    return published ? [{ requirement, published }] : []
  })
  const { vendorId, contact, from, until, progress } = plan
  const given = spokenOf.slice(0, progress.given)
  const submittedCount = Math.min(progress.submitted, given.length)
  // Spread the answers evenly over the period.
  const timeOf = (position: number): number =>
    Math.floor(from + ((until - from) * (position + 1)) / (given.length + 2))
  const lastOfBatch = (position: number): number =>
    Math.min(submittedCount, (Math.floor(position / SUBMITTED_AT_ONCE) + 1) * SUBMITTED_AT_ONCE) - 1
  return given.map(({ requirement, published }, position) => {
    const { id: requirementId, projectId, packageId, documentId } = requirement
    const values = answerValues(published, position)
    const submitted = position < submittedCount
    const on = timeOf(submitted ? lastOfBatch(position) : position)
    const receipt = submitted
      ? { submittedOn: on, by: contact.name, contentHash: sha256(canonicalContent(values)) }
      : null
    const place = { projectId, packageId, documentId, requirementId, vendorId }
    return {
      ...place,
      id: commitmentId(requirementId, vendorId),
      values,
      submitted,
      receipt,
      updatedBy: contact.name,
      updatedOn: on,
    }
  })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
