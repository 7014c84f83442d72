import type { Document, Package } from '#schema/entities/structure.ts'
import { assignmentOf } from '#schema/rules/access/assignment.ts'
import { assignedTo, type TeamMember } from './assigned-to.ts'

/** Shows the documents of the person, or those that no one owns; absent = all. */
export const ASSIGNED_FILTERS = ['me', 'unassigned'] as const
export type AssignedFilter = (typeof ASSIGNED_FILTERS)[number]
export interface AssignedSearch {
  assigned?: AssignedFilter
}

export const parseAssignedSearch = (search: Record<string, unknown>): AssignedSearch => {
  const assigned = ASSIGNED_FILTERS.find((known) => known === search.assigned)
  return assigned === undefined ? {} : { assigned }
}

interface Readers {
  userId: number
  team: readonly TeamMember[]
}

/** Whether the list shows the document. What a package's owner is assigned includes its documents. */
export const isDocumentShown = (
  filter: AssignedFilter | undefined,
  { inPackage, inDocument }: { inPackage: Package; inDocument: Document },
  { userId, team }: Readers,
): boolean => {
  if (filter === undefined) return true
  if (filter === 'me') return assignmentOf(userId, { inPackage, inDocument }).isAssigned
  const { owner, members } = assignedTo(inDocument, team)
  return owner === null && members.length === 0 && assignedTo(inPackage, team).owner === null
}
