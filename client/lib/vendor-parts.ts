import type { VendorPart } from '#schema/entities/vendor-part.ts'
import type { AssignedFilter } from './assigned-filter.ts'
import type { Assigned, TeamMember } from './assigned-to.ts'

/**
 * Who answers a document: the contact of the whole document, and those of its sections. A contact
 * who left or no longer sees the project does not count.
 */
export const answeredBy = (
  parts: readonly Pick<VendorPart, 'sectionId' | 'userId'>[],
  team: readonly TeamMember[],
): Assigned => {
  const whole = parts.find(({ sectionId }) => sectionId === null)
  const owner = team.find(({ id }) => id === whole?.userId) ?? null
  return {
    owner,
    members: team.filter(
      ({ id }) =>
        id !== owner?.id &&
        parts.some(({ sectionId, userId }) => sectionId !== null && userId === id),
    ),
  }
}

/** Whether a vendor's list shows a document with these parts. */
export const isAnswererShown = (
  filter: AssignedFilter | undefined,
  parts: readonly Pick<VendorPart, 'sectionId' | 'userId'>[],
  { userId, team }: { userId: number; team: readonly TeamMember[] },
): boolean => {
  if (filter === undefined) return true
  if (filter === 'me') return parts.some((part) => part.userId === userId)
  const { owner, members } = answeredBy(parts, team)
  return owner === null && members.length === 0
}
