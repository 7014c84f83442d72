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
  readonly contact: string
  readonly report: ReadonlyMap<string, PublishedAnswer>
  readonly progress: Progress
  /** The period in which vendors could answer, in ms; `until` is exclusive. */
  readonly from: number
  readonly until: number
}

/** The published answers of a vendor as commitments to the matching requirements. */
export const commitmentRows = (
  requirements: readonly Requirement[],
  plan: AnswerPlan,
): Commitment[] => {
  const spokenOf = requirements.flatMap((requirement) => {
    const published = plan.report.get(requirement.sourceId ?? '')
    return published ? [{ requirement, published }] : []
  })
  const given = spokenOf.slice(0, plan.progress.given)
  return given.map(({ requirement, published }, position) => {
    const { id: requirementId, projectId, packageId, documentId } = requirement
    const { vendorId, contact, from, until } = plan
    // Spread the answers evenly over the period.
    const writtenOn = Math.floor(from + ((until - from) * (position + 1)) / (given.length + 2))
    const values = answerValues(published, position)
    const submitted = position < plan.progress.submitted
    const receipt = submitted
      ? { submittedOn: writtenOn, by: contact, contentHash: sha256(canonicalContent(values)) }
      : null
    const place = { projectId, packageId, documentId, requirementId, vendorId }
    return {
      ...place,
      id: commitmentId(requirementId, vendorId),
      values,
      submitted,
      receipt,
      updatedBy: contact,
      updatedOn: writtenOn,
    }
  })
}

const sha256 = (text: string): string => createHash('sha256').update(text).digest('hex')
