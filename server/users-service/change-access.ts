import { Refusal } from '#schema/refusal.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import type { RoleScope } from '#schema/tables/roles.ts'
import {
  endSessionsIn,
  holdsAnywhere,
  type MemberRow,
  noteAccessChange,
  readMembersOf,
} from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { loggingAccess, projectsOfPeople } from '../database/project-log/log-access.ts'
import type { Services } from '../services.ts'
import { isVendor, type Place } from './places.ts'

/** Who keeps their place but sees other things, and who is kept out of an organization. */
export interface AccessChange {
  organizationId: number
  changed: readonly number[]
  ended: readonly number[]
}

/**
 * Writes a change of what people may do, and lets their sockets and devices feel it: at once here,
 * within a second in other processes.
 */
export const changeAccess = async (
  services: Services,
  work: (tx: Queries) => Promise<AccessChange>,
): Promise<void> => {
  const { database, clock, hub } = services
  const { changed, ended } = await database.write(async (tx) => {
    const change = await work(tx)
    await noteAccessChange(tx, [...change.changed, ...change.ended])
    await endSessionsIn(tx, change.organizationId, change.ended, clock())
    return change
  })
  for (const userId of [...changed, ...ended]) hub.forgetPerson(userId)
  if (ended.length > 0) await hub.guardSessions(clock())
}

interface Held {
  scope: RoleScope
  permission: Permission
}
const isLost = async (
  tx: Queries,
  member: MemberRow,
  rolesLeft: readonly string[],
  { scope, permission }: Held,
): Promise<boolean> => {
  if (
    member.state !== 'ACTIVE' ||
    !holdsAnywhere(member.roles, scope, permission) ||
    holdsAnywhere(rolesLeft, scope, permission)
  )
    return false
  const others = await readMembersOf(tx, member.organizationId)
  return !others.some(
    ({ userId, state, roles }) =>
      userId !== member.userId && state === 'ACTIVE' && holdsAnywhere(roles, scope, permission),
  )
}

/**
 * Whether the person is the only administrator of the organization or the system. @param rolesLeft
 * what the person keeps
 */
export const isLastAdministrator = async (
  tx: Queries,
  member: MemberRow,
  rolesLeft: readonly string[] = [],
): Promise<boolean> =>
  (await isLost(tx, member, rolesLeft, { scope: 'organization', permission: 'ORG_ADMIN' })) ||
  (await isLost(tx, member, rolesLeft, { scope: 'system', permission: 'SYSTEM_ADMIN' }))

/**
 * Neither an organization nor the system is left without anybody who administers it. @param
 * rolesLeft what the person keeps
 */
export const requireAdministratorLeft = async (
  tx: Queries,
  member: MemberRow,
  rolesLeft: readonly string[] = [],
): Promise<void> => {
  if (await isLastAdministrator(tx, member, rolesLeft)) throw new Refusal('LAST_ADMINISTRATOR')
}

/** The primary contact stays as long as there are others who would be left without one. */
export const requireNoPrimary = async (
  tx: Queries,
  place: Place,
  member: MemberRow,
  leaving: readonly number[] = [member.userId],
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
/** Owners of projects that are not archived: such a project is handed over before they leave. */
export const readOwners = async (tx: Queries, organizationId: number): Promise<Set<number>> => {
  const rows = await tx
    .selectFrom('projects')
    .select('owner_id')
    .distinct()
    .where('organization_id', '=', organizationId)
    .where('state', '!=', 'ARCHIVED')
    .execute()
  return new Set(rows.map((row) => row.owner_id))
}

/**
 * Takes people out of an organization or vendor, with what they were given in its projects.
 * MEMBER_OWNS_PROJECTS where one of them owns a project of it that is not archived.
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
