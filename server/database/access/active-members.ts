import type { Queries } from '../database.ts'

/**
 * Who may act for these organizations or vendors at all: not blocked, approved, a member whose time has
 * not run out.
 */
export const activeMembers = (tx: Queries, organizationIds: readonly number[]) =>
  tx
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'organization_members.user_id')
    .where('organization_members.organization_id', 'in', organizationIds)
    .where('organization_members.state', '=', 'ACTIVE')
    .where('users.blocked', '=', 0)
    .where('users.approval', '=', 'APPROVED')

export const readActiveIds = async (tx: Queries, organizationId: number): Promise<Set<number>> => {
  const rows = await activeMembers(tx, [organizationId]).select('users.id').execute()
  return new Set(rows.map(({ id }) => id))
}
