import type { Queries } from '../database.ts'

/**
 * The states that decide whether a person is locked out: of the account, of the membership in the
 * active organization, and of that organization.
 */
interface Standing {
  blocked: number
  approval: string
  memberState: string | null
  organizationState: string | null
}
export const isLockedOut = ({
  blocked,
  approval,
  memberState,
  organizationState,
}: Standing): boolean =>
  blocked === 1 ||
  approval !== 'APPROVED' ||
  memberState !== 'ACTIVE' ||
  organizationState !== 'ACTIVE'

/** Sessions with the person, and with the membership and state of the active organization. */
export const sessionsOfPeople = (tx: Queries) =>
  tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('organization_members', (join) =>
      join
        .onRef('organization_members.organization_id', '=', 'users.active_organization_id')
        .onRef('organization_members.user_id', '=', 'users.id'),
    )
    .leftJoin('organizations', 'organizations.id', 'users.active_organization_id')

/** Sessions that have not ended, of people who are not locked out; some need the password again. */
export const lastingSessions = (tx: Queries, now: number) =>
  sessionsOfPeople(tx)
    .where('ended_on', 'is', null)
    .where('blocked', '=', 0)
    .where('approval', '=', 'APPROVED')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('organizations.state', '=', 'ACTIVE')
    .where('absolute_until', '>', now)

/** Sessions that have not ended or expired, of people who are not locked out. */
export const validSessions = (tx: Queries, now: number) =>
  lastingSessions(tx, now).where('idle_until', '>', now)
