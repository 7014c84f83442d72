import type { Database } from '#server/database/database.ts'
import { seedUser } from '#server/database/seed.ts'
import { hashOfToken } from '#server/database/token.ts'
import type { Company } from './cast.ts'
import type { Ids } from './matrix-row.ts'

const FOR_EVER = Date.parse('2200-01-01T00:00:00Z')
/** Token of an invitation of the reviewer, by name, into Village. */
export const REVIEWERS_INVITATION = 'invitation-of-the-reviewer'
export const INVITED = (company: Company): string => `invited@${company}.example`
export const REVIEWERS_SESSION = 'session-of-the-reviewer'
export const VILLAGERS_SESSION = 'session-of-the-villager'

const invitation = (company: Company, ids: Ids, email: string, token: string) => ({
  id: `invitation-${token}`,
  hash: hashOfToken(token),
  email,
  organization_id: ids.companies[company],
  roles: '[]',
  is_primary_contact: 0,
  restrictions: null,
  project_id: null,
  project_roles: '[]',
  invited_by: null,
  created_on: 0,
  expires_on: FOR_EVER,
  accepted_on: null,
  accepted_by: null,
  cancelled_on: null,
})
const session = (id: string, userId: number) => ({
  id,
  user_id: userId,
  public_key: null,
  created_on: 0,
  access_until: FOR_EVER,
  idle_until: FOR_EVER,
  absolute_until: FOR_EVER,
  ended_on: null,
})

export const MANAGERS_MAIL = 'mail-of-manager'
export const VILLAGERS_MAIL = 'mail-of-villager'
/** An email with one notification that the mail server refused. */
const givenUp = (id: string, address: string, userId: number) => ({
  id,
  to_address: address,
  subject: 'Deadlines',
  body: '',
  created_on: 0,
  next_try_on: 0,
  tries: 1,
  failed_on: 0,
  user_id: userId,
  reason: 'unknown mailbox',
  notices: JSON.stringify([
    {
      user_id: userId,
      event_id: 'event',
      project_id: 'project',
      notification_id: 'n1',
      kind: 'deadline.day',
      created_on: 0,
      due_on: 0,
      tries: 1,
    },
  ]),
})

/**
 * Open invitations of City, Beta and Village, sessions with names, and emails that were given up.
 */
export const seedIdentity = async (database: Database, ids: Ids): Promise<void> => {
  await database.write(async (tx) => {
    await tx
      .insertInto('invitations')
      .values([
        ...(['city', 'beta', 'village'] as const).map((company) =>
          invitation(company, ids, INVITED(company), company),
        ),
        invitation('village', ids, 'reviewer@city.example', REVIEWERS_INVITATION),
      ])
      .execute()
    await tx
      .insertInto('sessions')
      .values([
        session(REVIEWERS_SESSION, ids.users.reviewer),
        session(VILLAGERS_SESSION, ids.users['village-owner']),
      ])
      .execute()
    await tx
      .insertInto('mails')
      .values([
        givenUp(MANAGERS_MAIL, 'member-manager@city.example', ids.users['member-manager']),
        givenUp(VILLAGERS_MAIL, 'village-admin@village.example', ids.users['village-admin']),
      ])
      .execute()
  })
}

/** A registered person who waits for approval. */
export const seedWaiting = async (database: Database, organizationId: number): Promise<number> => {
  const id = await seedUser(database, {
    username: 'waiting',
    password: 'Test-password-1',
    firstname: 'waiting',
    lastname: 'Person',
    email: 'waiting@nowhere.example',
    organizationId,
    roles: [],
    iterations: 1,
  })
  await database.write(async (tx) => {
    await tx.deleteFrom('organization_members').where('user_id', '=', id).execute()
    await tx
      .updateTable('users')
      .set({ approval: 'WAITING', active_organization_id: null })
      .where('id', '=', id)
      .execute()
  })
  return id
}

/** A contact of the vendor, invited by another contact of it, who waits for approval. */
export const seedWaitingContact = async (
  database: Database,
  vendorId: number,
  invitedBy: number,
): Promise<number> => {
  const id = await seedUser(database, {
    username: 'waiting-contact',
    password: 'Test-password-1',
    firstname: 'waiting',
    lastname: 'BETA-TAINT',
    email: 'waiting-contact@beta.example',
    organizationId: vendorId,
    roles: ['role-vendor-contact'],
    iterations: 1,
  })
  await database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ state: 'PENDING' })
      .where('user_id', '=', id)
      .execute()
    await tx
      .updateTable('users')
      .set({ active_organization_id: null })
      .where('id', '=', id)
      .execute()
    await tx
      .insertInto('invitations')
      .values({
        id: 'invitation-of-waiting-contact',
        hash: hashOfToken('invitation-of-waiting-contact'),
        email: 'waiting-contact@beta.example',
        organization_id: vendorId,
        roles: '["role-vendor-contact"]',
        is_primary_contact: 0,
        restrictions: null,
        project_id: null,
        project_roles: '[]',
        invited_by: invitedBy,
        created_on: 0,
        expires_on: FOR_EVER,
        accepted_on: 1,
        accepted_by: id,
        cancelled_on: null,
      })
      .execute()
  })
  return id
}
