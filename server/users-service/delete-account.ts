import { randomUUID } from 'node:crypto'
import { Refusal } from '#schema/refusal.ts'
import { readMemberships, settlePrimaryContact } from '../database/access/members.ts'
import { loggingAccess, projectsOfPeople } from '../database/project-log/log-access.ts'
import type { Queries } from '../database/database.ts'
import { dropPicture } from '../database/pictures.ts'
import type { Tables } from '../database/tables.ts'
import { endSessionsOf } from '../database/sessions/end-sessions.ts'
import type { Services } from '../services.ts'
import { requireAdministratorLeft } from './change-access.ts'

/**
 * Tables whose rows belong to the deleted person alone. Rows of projects stay and keep the name of
 * their author.
 */
const OF_PERSON = [
  'organization_members',
  'project_members',
  'restrictions',
  'favorites',
  'muted_projects',
  'notifications',
  'notice_choices',
  'notice_settings',
  'waiting_notices',
  'mails',
  'push_subscriptions',
  'pushes',
  'calendar_addresses',
  'table_views',
  'exports',
  'profiles',
  'recovery_codes',
  'password_history',
  'mail_links',
] as const satisfies readonly (keyof Tables)[]

/**
 * Deletes the caller's account and data. The row and its id stay, because rows of projects refer to
 * it. Refused to the last administrator; a colleague of a primary contact becomes the primary one.
 * @returns the ids of the ended sessions
 */
export const deleteAccount = async (
  { database, clock, failedTries }: Pick<Services, 'database' | 'clock' | 'failedTries'>,
  userId: number,
): Promise<string[]> =>
  await database.write(async (tx) => {
    const members = await readMemberships(tx, userId)
    for (const member of members) await requireAdministratorLeft(tx, member)
    const sessions = await deleteAccountIn(tx, { clock, failedTries }, { userId, actorId: userId })
    for (const { isPrimaryContact, organizationId } of members)
      if (isPrimaryContact) await settlePrimaryContact(tx, organizationId)
    return sessions
  })

/** Like deleteAccount, in the caller's transaction; `actorId` is the person who deletes it. */
export const deleteAccountIn = async (
  tx: Queries,
  { clock, failedTries }: Pick<Services, 'clock' | 'failedTries'>,
  { userId, actorId }: { userId: number; actorId: number },
): Promise<string[]> => {
  const now = clock()
  const owned = await tx
    .selectFrom('projects')
    .select('id')
    .where('owner_id', '=', userId)
    .where('state', '!=', 'ARCHIVED')
    .executeTakeFirst()
  if (owned !== undefined) throw new Refusal('ACCOUNT_OWNS_PROJECTS')
  const member = await tx
    .selectFrom('project_members')
    .select('project_id')
    .where('user_id', '=', userId)
    .execute()
  const profile = await tx
    .selectFrom('profiles')
    .select('avatar')
    .where('user_id', '=', userId)
    .executeTakeFirst()
  const projectIds = await projectsOfPeople(tx, [userId])
  await loggingAccess(tx, { projectIds, now, actorId }, async () => {
    for (const table of OF_PERSON)
      await tx
        .deleteFrom(table as 'favorites')
        .where('user_id', '=', userId)
        .execute()
  })
  // Shared mappings serve the organization and stay.
  await tx
    .deleteFrom('import_mappings')
    .where('user_id', '=', userId)
    .where('is_shared', '=', 0)
    .execute()
  await dropPicture(tx, profile?.avatar ?? null)
  if (member.length > 0) {
    await tx
      .updateTable('project_sync')
      .set((eb) => ({ visibility_version: eb('visibility_version', '+', 1) }))
      .where(
        'project_id',
        'in',
        member.map((row) => row.project_id),
      )
      .execute()
  }
  await failedTries.resetPerson(tx, userId)
  await tx
    .updateTable('users')
    .set({
      username: `deleted-${randomUUID()}`,
      look: '',
      email: '',
      firstname: '',
      lastname: '',
      name: '',
      password: '',
      blocked: 1,
      active_organization_id: null,
      otp_secret: null,
      otp_pending: null,
      otp_active: 0,
      updated_on: now,
    })
    .where('id', '=', userId)
    .execute()
  return await endSessionsOf(tx, { userId }, now)
}
