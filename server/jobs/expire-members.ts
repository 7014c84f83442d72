import { endSessionsInOrganization, noteAccessChange } from '../database/access/members.ts'
import type { Database } from '../database/database.ts'

/** Blocks members whose time in an organization has ended, until an administrator extends it. */
export const expireMembers = async (database: Database, now: number): Promise<void> => {
  const due = await database.queries
    .selectFrom('organization_members')
    .select(['organization_id', 'user_id'])
    .where('expires_on', '<=', now)
    .where('state', '=', 'ACTIVE')
    .execute()
  if (due.length === 0) return
  await database.write(async (tx) => {
    for (const { organization_id: organizationId, user_id: userId } of due) {
      await tx
        .updateTable('organization_members')
        .set({ state: 'EXPIRED' })
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .where('expires_on', '<=', now)
        .execute()
      await endSessionsInOrganization(tx, { organizationId, userIds: [userId] }, now)
      await noteAccessChange(tx, [userId])
    }
  })
}
