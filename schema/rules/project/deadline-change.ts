import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { Deadline, Project, ProjectState } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'
import { deadlineInstant } from './deadline.ts'

export interface DeadlineChange {
  deadline: Deadline
  /** Every vendor of a sealed project reads the reason. */
  reason?: string | undefined
  /** The server's time, in ms since the epoch. */
  now: number
}

const UNPUBLISHED: readonly ProjectState[] = ['INITIALIZING', 'DRAFT', 'PREPARATION']

/**
 * Tells whether vendors rely on the deadline: then it may move later, with a reason, but never
 * earlier.
 */
export const isDeadlineBinding = ({
  state,
  sealed,
  deadlineAt,
}: Pick<Project, 'state' | 'sealed' | 'deadlineAt'>): boolean =>
  sealed && deadlineAt !== null && !UNPUBLISHED.includes(state)

/** Returns the instant of a deadline in the future; throws if it has passed. */
export function futureInstant(deadline: Deadline, now: number, field = 'deadline'): number {
  const instant = deadlineInstant(deadline)
  if (instant <= now) throw new Refusal('DEADLINE_PAST', { field })
  return instant
}

/**
 * Returns the project with another deadline. For a sealed, published project, an extension is
 * recorded with its reason, and an earlier deadline is refused, because the answers would open
 * before the announced time.
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
