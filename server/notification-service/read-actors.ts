import { inPieces, type Queries } from '../database/database.ts'
import { actorKey, actorOf, type Actors, type NotificationRow } from './read-notifications.ts'

/**
 * Names of those who acted, for the readers who may know them: people who belong to the organization
 * that the reader works for now.
 */
export const readActors = async (
  tx: Queries,
  rows: readonly NotificationRow[],
): Promise<Actors> => {
  const known = rows.flatMap((row) => actorOf(row) ?? [])
  const names = new Map<string, string>()
  const organizationIds = [...new Set(known.map(({ organizationId }) => organizationId))]
  for (const ids of inPieces([...new Set(known.map(({ id }) => id))], 100))
    for (const organizations of inPieces(organizationIds, 100)) {
      const members = await tx
        .selectFrom('organization_members')
        .innerJoin('users', 'users.id', 'organization_members.user_id')
        .select(['users.id as id', 'users.name as name', 'organization_id as organizationId'])
        .where('users.id', 'in', ids)
        .where('organization_id', 'in', organizations)
        .where('organization_members.state', '=', 'ACTIVE')
        .execute()
      for (const { name, ...member } of members) names.set(actorKey(member), name)
    }
  return names
}
