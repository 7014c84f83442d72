import type { Document, Package } from '#schema/entities/structure.ts'

export interface TeamMember {
  id: number
  name: string
  /** Of a vendor's contact: the packages it sees; absent = all. */
  packageIds?: readonly string[] | undefined
}

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
