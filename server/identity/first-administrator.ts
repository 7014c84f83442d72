import type { Database, Queries } from '../database/database.ts'
import { tryAgain } from '../database/try-again.ts'
import { invitationUrl, invite } from './invite.ts'

interface FirstAdministrator {
  email: string | undefined
  baseUrl: string
  now: number
}
const ORGANIZATION = 'Administration'

/**
 * Invites the operator's address as the system administrator while no account exists. Each start
 * does so again and cancels the earlier link.
 * @returns the link for the operator; null if an account exists
 */
export const inviteFirstAdministrator = async (
  database: Database,
  administrator: FirstAdministrator,
): Promise<string | null> =>
  await tryAgain(() => database.write((tx) => inviteUnlessKnown(tx, administrator)))

const inviteUnlessKnown = async (
  tx: Queries,
  { email = '', baseUrl, now }: FirstAdministrator,
): Promise<string | null> => {
  const anyAccount = await tx.selectFrom('users').select('id').limit(1).executeTakeFirst()
  if (anyAccount !== undefined) return null
  const known = await tx
    .selectFrom('organizations')
    .select('id')
    .where('name', '=', ORGANIZATION)
    .executeTakeFirst()
  const { id: organizationId } =
    known ??
    (await tx
      .insertInto('organizations')
      .values({
        name: ORGANIZATION,
        description: '',
        parent_id: null,
        zone: 'Europe/Bratislava',
        created_on: now,
        updated_on: now,
      })
      .returning('id')
      .executeTakeFirstOrThrow())
  await tx
    .updateTable('invitations')
    .set({ cancelled_on: now })
    .where('organization_id', '=', organizationId)
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .execute()
  const { token } = await invite(tx, {
    email,
    organizationId,
    roles: ['role-sys-admin'],
    invitedBy: null,
    language: 'en',
    baseUrl,
    now,
  })
  return invitationUrl(baseUrl, token)
}
