import type { EarlyOpening, Opening, Project } from '../../entities/project.ts'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { Refusal } from '../../refusal.ts'

/** Who requested the opening and why, and who confirmed it. */
export type ApprovedOpening = Pick<EarlyOpening, 'reason' | 'askedBy' | 'confirmedBy'>

export const openingsOf = ({ openings = [] }: Pick<Project, 'openings'>): readonly Opening[] =>
  openings

/** Tells whether a move to VALIDATION would open sealed answers before the deadline. */
export const isOpeningEarly = (
  { state, sealed, deadlineAt }: Pick<Project, 'state' | 'sealed' | 'deadlineAt'>,
  now: number,
): boolean => state === 'PUBLISHED' && sealed && (deadlineAt === null || now < deadlineAt)

/**
 * Returns the project with the opening recorded. Throws OPENING_NEEDS_TWO before the deadline
 * without an approval.
 */
export function openAnswers(
  project: Project,
  { now, approved }: { now: number; approved?: ApprovedOpening | undefined },
): Project {
  if (!project.sealed) return project
  const openings = openingsOf(project)
  if (!isOpeningEarly(project, now))
    return { ...project, openings: [...openings, { kind: 'deadline', at: now }] }
  if (approved === undefined) throw new Refusal('OPENING_NEEDS_TWO')
  return { ...project, openings: [...openings, { kind: 'early', at: now, ...approved }] }
}

/** All openings stay visible, so a project that reached their limit cannot be published again. */
export function requireRoomForOpening(project: Project): void {
  if (openingsOf(project).length >= FIELD_LIMITS.openings) throw new Refusal('STATE_FORBIDS')
}
