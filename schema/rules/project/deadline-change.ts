import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { Deadline, Project, ProjectState } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'
import { deadlineInstant } from './deadline.ts'

export interface DeadlineChange {
  deadline: Deadline
  /** Every vendor of a sealed project reads it. */
  reason?: string | undefined
  /** ms since the epoch, the server's clock. */
  now: number
}

const UNPUBLISHED: readonly ProjectState[] = ['INITIALIZING', 'DRAFT', 'PREPARATION']

/**
 * Vendors of the project rely on its deadline: it may move later, with a reason, and never
 * earlier.
 */
export const isDeadlineBinding = ({
  state,
  sealed,
  deadlineAt,
}: Pick<Project, 'state' | 'sealed' | 'deadlineAt'>): boolean =>
  sealed && deadlineAt !== null && !UNPUBLISHED.includes(state)

/** The instant of a deadline that is still to come. */
export function futureInstant(deadline: Deadline, now: number, field = 'deadline'): number {
  const instant = deadlineInstant(deadline)
  if (instant <= now) throw new Refusal('DEADLINE_PAST', { field })
  return instant
}

/**
 * The project with another deadline. A later one of a sealed project that vendors can already
 * answer is written down with its reason;
 * an earlier one is refused, because it would open the answers before the time that vendors were
 * told.
 */
export function changeDeadline(
  project: Project,
  { deadline, reason, now }: DeadlineChange,
  field = 'deadline',
): Project {
  const deadlineAt = futureInstant(deadline, now, field)
  const changed = { ...project, deadline, deadlineAt }
  if (!isDeadlineBinding(project) || project.deadline === null || deadlineAt === project.deadlineAt)
    return changed
  if (project.deadlineAt !== null && deadlineAt < project.deadlineAt)
    throw new Refusal('DEADLINE_EARLIER', { field })
  if (reason === undefined) throw new Refusal('DEADLINE_REASON', { field: 'deadlineReason' })
  const extension = { on: now, from: project.deadline, to: deadline, reason }
  return {
    ...changed,
    deadlineExtensions: [...(project.deadlineExtensions ?? []), extension].slice(
      -FIELD_LIMITS.deadlineExtensions,
    ),
  }
}
