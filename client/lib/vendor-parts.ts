import type { VendorPart } from '#schema/entities/vendor-part.ts'
import type { Section } from '#schema/entities/structure.ts'
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

/** The day of the person at an instant, YYYY-MM-DD, as due dates of parts are written. */
export const dayAt = (at: number): string => {
  const date = new Date(at)
  const two = (value: number): string => String(value).padStart(2, '0')
  return `${date.getFullYear()}-${two(date.getMonth() + 1)}-${two(date.getDate())}`
}

export interface PartDue {
  dueOn: string
  /** The day has passed. */
  isOverdue: boolean
}

interface NextDueInput {
  parts: readonly Pick<VendorPart, 'sectionId' | 'dueOn' | 'isReady'>[]
  sections: readonly Pick<Section, 'id'>[]
  /** The day of the person, YYYY-MM-DD. */
  today: string
}

/** The first due date among the parts of a document that are not ready; null = none. */
export const nextDue = ({ parts, sections, today }: NextDueInput): PartDue | null => {
  const isThere = (id: string | null) => id === null || sections.some((one) => one.id === id)
  const [dueOn] = parts
    .flatMap((part) =>
      part.dueOn !== null && !part.isReady && isThere(part.sectionId) ? [part.dueOn] : [],
    )
    .toSorted()
  return dueOn === undefined ? null : { dueOn, isOverdue: dueOn < today }
}
