import type { MessageDescriptor } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import type { ProjectSummary } from '#schema/api/sync.ts'
import { remainingTime } from '#schema/rules/project/deadline.ts'

export interface Attention {
  project: ProjectSummary
  tone: 'amber' | 'red' | 'accent'
  text: MessageDescriptor
  /** Address of the page for the next step. */
  href: string
}

const SOON_DAYS = 7

/** What the person has to do next in a project; null = nothing. */
const attentionOf = (project: ProjectSummary, now: number): Attention | null => {
  const isOwner = project.me.relation === 'owner'
  const base = `/project/${project.id}`
  const left = project.deadlineAt === null ? null : remainingTime(project.deadlineAt, now)
  switch (project.state) {
    case 'DRAFT':
      return isOwner
        ? {
            project,
            tone: 'accent',
            text: msg`Finish the draft and move it to Preparation`,
            href: `${base}/packages`,
          }
        : null
    case 'PREPARATION':
      return isOwner
        ? { project, tone: 'accent', text: msg`Complete and publish it`, href: `${base}/detail` }
        : project.me.permissions.includes('PROJECT_CONTENT_ALL_WRITE')
          ? {
              project,
              tone: 'accent',
              text: msg`Requirements can be edited`,
              href: `${base}/documents`,
            }
          : null
    case 'PUBLISHED':
      if (left?.isOver === true)
        return {
          project,
          tone: 'red',
          text: msg`The deadline has passed, but the project is still published`,
          href: `${base}/detail`,
        }
      return left !== null && left.days < SOON_DAYS
        ? { project, tone: 'amber', text: msg`The deadline is near`, href: `${base}/detail` }
        : null
    case 'VALIDATION':
      return isOwner
        ? {
            project,
            tone: 'accent',
            text: msg`Review the answers and start the evaluation`,
            href: `${base}/detail`,
          }
        : null
    case 'EVALUATION':
      return project.me.permissions.includes('SC_OVERRIDE')
        ? {
            project,
            tone: 'accent',
            text: msg`Evaluate the answers`,
            href: `${base}/evaluation-detail`,
          }
        : null
    case 'INITIALIZING':
    case 'EVALUATED':
    case 'CLOSED':
    case 'ARCHIVED':
      return null
  }
}

/** What the person has to do in all projects, nearest deadline first. */
export const findAttention = (projects: readonly ProjectSummary[], now: number): Attention[] =>
  projects
    .flatMap((project) => attentionOf(project, now) ?? [])
    .toSorted(
      (a, b) =>
        (a.project.deadlineAt ?? Infinity) - (b.project.deadlineAt ?? Infinity) ||
        b.project.updatedOn - a.project.updatedOn,
    )
