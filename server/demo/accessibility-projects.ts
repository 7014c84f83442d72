import { type Commitment, type Override, overrideId } from '#schema/entities/commitment.ts'
import type { Project } from '#schema/entities/project.ts'
import { accessibilityPlan, ANSWER } from './accessibility-plan.ts'
import type { DemoUsername } from './accounts.ts'
import { commentRows, type DemoSpeaker, NO_COMMENTS } from './comments.ts'
import { COMMENTS_PLAN } from './comments-plan.ts'
import { contentRows } from './content-tree.ts'
import {
  type DemoFrame,
  type DemoMember,
  type DemoProject,
  type DemoVendor,
  projectRow,
  releaseRows,
} from './demo-project.ts'
import { type PublishedAnswer } from './openacr-catalogue.ts'
import { commitmentRows, type Progress, WHOLE_REPORT } from './vendor-answers.ts'

export interface ReportingVendor extends DemoVendor {
  readonly contact: { readonly id: number; readonly name: string }
  readonly report: ReadonlyMap<string, PublishedAnswer>
  /** Progress in the project that is still published. */
  readonly progress: Progress
}
interface Cast {
  readonly vendors: readonly ReportingVendor[]
  readonly members: readonly DemoMember[]
  readonly evaluator: { id: number; name: string }
  readonly speaker: (username: DemoUsername) => DemoSpeaker
}

/** Vendors read the description too, so it names none of them. */
const DESCRIPTION =
  'The criteria of the OpenACR catalogue (WCAG 2.1 and Revised Section 508) as requirements. The answers are accessibility reports that were ' +
  'really published; planned releases are an example of ours, since the reports name none.'

/**
 * A project open for answers, with comments: one vendor half done, one with a few answers, one that
 * has not started.
 */
export const publishedProject = (frame: DemoFrame, cast: Cast): DemoProject => {
  const built = build(frame, cast, {
    name: 'Accessibility of the content platform',
    state: 'PUBLISHED',
    deadlineInDays: 35,
    progressOf: ({ progress }) => progress,
  })
  return {
    ...built,
    ...commentRows(
      { content: built, projectId: built.project.id, speaker: cast.speaker, now: frame.now },
      COMMENTS_PLAN,
    ),
  }
}

/**
 * A project in evaluation: all reports are submitted, and the evaluator has overridden one value.
 */
export const evaluatedProject = (frame: DemoFrame, cast: Cast): DemoProject => {
  const built = build(frame, cast, {
    name: 'Accessibility of the content platform (evaluation)',
    state: 'EVALUATION',
    deadlineInDays: -7,
    progressOf: () => WHOLE_REPORT,
  })
  const first = built.requirements.find(({ sourceId }) => sourceId === '1.1.1 electronic-docs')
  const doubtful = built.commitments.find(
    ({ requirementId, vendorId }) =>
      requirementId === first?.id && vendorId === cast.vendors[0]?.id,
  )
  const { deadlineAt } = built.project
  const project: Project =
    deadlineAt === null
      ? built.project
      : { ...built.project, openings: [{ kind: 'deadline', at: deadlineAt }] }
  return {
    ...built,
    project,
    overrides: doubtful ? [overrideRow(doubtful, cast.evaluator, frame.now)] : [],
  }
}

interface Stage {
  name: string
  state: 'PUBLISHED' | 'EVALUATION'
  deadlineInDays: number
  progressOf: (vendor: ReportingVendor) => Progress
}
const build = (frame: DemoFrame, cast: Cast, { progressOf, ...stage }: Stage): DemoProject => {
  const project = projectRow(frame, {
    ...stage,
    description: DESCRIPTION,
    tags: ['accessibility', 'OpenACR'],
  })
  const content = contentRows(project.id, accessibilityPlan(), frame.now)
  const commitments = cast.vendors.flatMap((vendor) =>
    commitmentRows(content.requirements, {
      vendorId: vendor.id,
      contact: vendor.contact,
      report: vendor.report,
      progress: progressOf(vendor),
      ...answeringTime(project, frame.now),
    }),
  )
  return {
    ...content,
    project,
    members: cast.members,
    vendors: cast.vendors,
    releases: releaseRows(project.id, frame.now),
    commitments,
    overrides: [],
    ...NO_COMMENTS,
  }
}

/** From publication to the deadline, or until now if the deadline is in the future. */
const answeringTime = (
  { publishedOn, deadlineAt }: Project,
  now: number,
): { from: number; until: number } => ({
  from: publishedOn ?? now,
  until: Math.min(now, deadlineAt ?? now),
})

const overrideRow = (
  commitment: Commitment,
  evaluator: { id: number; name: string },
  now: number,
): Override => {
  const { projectId, packageId, documentId, requirementId, vendorId, values } = commitment
  return {
    id: overrideId(requirementId, vendorId, ANSWER.statement),
    projectId,
    packageId,
    documentId,
    requirementId,
    vendorId,
    parameterId: ANSWER.statement,
    value: 50,
    reason:
      'The remarks say that some non-textual content in the documentation has no textual alternative.',
    modifiedBy: evaluator,
    modifiedOn: now,
    originalValue: values[ANSWER.statement] ?? null,
    originalKey: null,
    history: [],
    removed: false,
    updatedOn: now,
  }
}
