import { Refusal } from '#schema/refusal.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import type { RoleScope } from '#schema/tables/roles.ts'
import { readActiveIds } from '../database/access/active-members.ts'
import {
  endSessionsInOrganization,
  holdsAnywhere,
  type MemberRow,
  noteAccessChange,
  readMember,
  readMembersOf,
} from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { loggingAccess, projectsOfPeople } from '../database/project-log/log-access.ts'
import type { Services } from '../services.ts'
import { isVendor, type Place } from './places.ts'

/** People whose rights in an organization changed, and people who lost access to it. */
interface AccessChange {
  organizationId: number
  changed: readonly number[]
  ended: readonly number[]
}

/**
 * Writes a change of rights and applies it to sockets and devices: immediately in this process,
 * within a second in others.
 */
export const changeAccess = async (
  services: Services,
  work: (tx: Queries) => Promise<AccessChange>,
): Promise<void> => {
  const { database, clock, hub } = services
  const { changed, ended } = await database.write(async (tx) => {
    const change = await work(tx)
    await noteAccessChange(tx, [...change.changed, ...change.ended])
    await endSessionsInOrganization(
      tx,
      { organizationId: change.organizationId, userIds: change.ended },
      clock(),
    )
    return change
  })
  for (const userId of [...changed, ...ended]) hub.forgetPerson(userId)
  if (ended.length > 0) await hub.guardSessions(clock())
}

interface Held {
  scope: RoleScope
  permission: Permission
}
/** What a change would leave of the rights in an organization. */
interface Leaving {
  /** Roles that the person keeps; none by default. */
  rolesLeft?: readonly string[]
  /** People who lose their access with this change, beside the person. */
  userIds?: readonly number[]
}
const isLost = async (
  tx: Queries,
  member: MemberRow,
  { rolesLeft = [], userIds = [], scope, permission }: Leaving & Held,
): Promise<boolean> => {
  if (
    member.state !== 'ACTIVE' ||
    !holdsAnywhere(member.roles, scope, permission) ||
    holdsAnywhere(rolesLeft, scope, permission)
  )
    return false
  const others = await readMembersOf(tx, member.organizationId)
  // Without the people whose account is blocked.
  const active = await readActiveIds(tx, member.organizationId)
  return !others.some(
    ({ userId, roles, expiresOn }) =>
      userId !== member.userId &&
      !userIds.includes(userId) &&
      active.has(userId) &&
      // A membership with an end date would leave later, without a check.
      expiresOn === null &&
      holdsAnywhere(roles, scope, permission),
  )
}

/** Whether the person is the only administrator of the organization or the system. */
export const isLastAdministrator = async (
  tx: Queries,
  member: MemberRow,
  leaving: Leaving = {},
): Promise<boolean> =>
  (await isLost(tx, member, { ...leaving, scope: 'organization', permission: 'ORG_ADMIN' })) ||
  (await isLost(tx, member, { ...leaving, scope: 'system', permission: 'SYSTEM_ADMIN' }))

/**
 * Refuses a change that would leave an organization or the system without an administrator. Locks
 * the organization until the transaction ends, so that two administrators who remove each other at
 * the same moment are judged one after the other; called before any other write.
 */
export const requireAdministratorLeft = async (
  tx: Queries,
  { organizationId, userId }: Pick<MemberRow, 'organizationId' | 'userId'>,
  leaving: Leaving = {},
): Promise<void> => {
  await lockOrganization(tx, organizationId)
  const member = await readMember(tx, organizationId, userId)
  if (member !== null && (await isLastAdministrator(tx, member, leaving)))
    throw new Refusal('LAST_ADMINISTRATOR')
}

/** A write of the same value locks the row on PostgreSQL; on SQLite there is only one writer. */
const lockOrganization = async (tx: Queries, organizationId: number): Promise<void> => {
  await tx
    .updateTable('organizations')
    .set((eb) => ({ state: eb.ref('state') }))
    .where('id', '=', organizationId)
    .execute()
}

/** Refuses to remove the primary contact while other contacts of the vendor remain. */
export const requireNoPrimary = async (
  tx: Queries,
  place: Place,
  { member, leaving = [member.userId] }: { member: MemberRow; leaving?: readonly number[] },
): Promise<void> => {
  if (!isVendor(place) || !member.isPrimaryContact) return
  const contacts = await readMembersOf(tx, place.organizationId)
  if (contacts.some(({ userId }) => !leaving.includes(userId)))
    throw new Refusal('primary.cannotremove')
}

interface Removal {
  place: Place
  userIds: readonly number[]
  now: number
  actorId: number
}
/**
 * Owners of projects that are not archived, of one organization or of all. They must hand these
 * over before they leave.
 */
export const readOwners = async (tx: Queries, organizationId?: number): Promise<Set<number>> => {
  const owners = tx
    .selectFrom('projects')
    .select('owner_id')
    .distinct()
    .where('state', '!=', 'ARCHIVED')
  const rows = await (
    organizationId === undefined ? owners : owners.where('organization_id', '=', organizationId)
  ).execute()
  return new Set(rows.map((row) => row.owner_id))
}

/**
 * Removes people from an organization or vendor, with their memberships and grants in its projects.
 * Throws MEMBER_OWNS_PROJECTS if one of them owns a project of it that is not archived.
 */
export const removeMembers = async (
  tx: Queries,
  { place, userIds, now, actorId }: Removal,
): Promise<void> => {
  const owners = await readOwners(tx, place.organizationId)
  if (userIds.some((userId) => owners.has(userId))) throw new Refusal('MEMBER_OWNS_PROJECTS')
  const projectIds = await projectsOfPeople(tx, userIds)
  await loggingAccess(tx, { projectIds, now, actorId }, () => deleteMembers(tx, place, userIds))
}

const deleteMembers = async (
  tx: Queries,
  place: Place,
  userIds: readonly number[],
): Promise<void> => {
  await tx
    .deleteFrom('organization_members')
    .where('organization_id', '=', place.organizationId)
    .where('user_id', 'in', userIds)
    .execute()
  if (isVendor(place)) {
    await tx
      .deleteFrom('restrictions')
      .where('vendor_id', '=', place.organizationId)
      .where('user_id', 'in', userIds)
      .execute()
    return
  }
  await tx
    .deleteFrom('project_members')
    .where('user_id', 'in', userIds)
    .where('project_id', 'in', (eb) =>
      eb
        .selectFrom('projects')
        .select('projects.id')
        .where('projects.organization_id', '=', place.organizationId),
    )
    .execute()
}
