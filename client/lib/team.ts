import type { Document, Package } from '#schema/entities/structure.ts'
import { useProjectState } from './project-store.ts'

export interface TeamMember {
  id: number
  name: string
}
const NOBODY: readonly TeamMember[] = []

/** The people who may own content of the project; empty for vendors. */
export const useTeam = (projectId: string): readonly TeamMember[] =>
  useProjectState(projectId).summary?.team ?? NOBODY

export interface Assigned {
  owner: TeamMember | null
  members: readonly TeamMember[]
}

/**
 * The people to whom a row is assigned. A person who left the team or is blocked does not count, so
 * a row that only they had is unassigned.
 */
export const assignedTo = (
  row: Pick<Package | Document, 'ownerId'> & Pick<Document, 'members'>,
  team: readonly TeamMember[],
): Assigned => ({
  owner: team.find(({ id }) => id === row.ownerId) ?? null,
  members: team.filter(({ id }) => id !== row.ownerId && row.members?.includes(id) === true),
})
