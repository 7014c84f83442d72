import { Refusal } from '#schema/refusal.ts'
import { deny, refuse } from '#schema/rules/access/denial.ts'
import { roleAssignmentDenial } from '#schema/rules/access/role-assignment.ts'
import { ROLE_IDS, type RoleId } from '#schema/tables/role-permissions.ts'
import { type RoleScope, rolesOfScope } from '#schema/tables/roles.ts'
import { readActiveIds } from '../database/access/active-members.ts'
import { findNewBothSides, refuseBothSides } from '../database/access/both-sides.ts'
import { movePrimaryFlag } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { NO_PROJECT, writeEvents } from '../database/events/write-events.ts'
import type { SignedInContext } from '../route.ts'
import { changeAccess, requireAdministratorLeft } from './change-access.ts'
import { readMemberIn } from './member-subjects.ts'
import { isVendor, type Place, readPlace, requireMay } from './places.ts'

interface RolesWanted {
  /** A number, or the address of a member or of an invited person. */
  userId?: number | string | undefined
  email?: string | undefined
  roleIds: readonly string[]
}

const scopesOf = (place: Place): readonly RoleScope[] =>
  isVendor(place) ? ['vendor'] : ['organization', 'system']
const unusable = (problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field: 'roleIds', detail: { field: 'roleIds', problem } })

/**
 * Checks that the roles exist in the place, each named once. A system role cannot be combined with
 * organization roles.
 */
const rolesWanted = (place: Place, ids: readonly string[]): RoleId[] => {
  const known = scopesOf(place).flatMap((scope) => rolesOfScope(ids, scope))
  if (known.length !== ids.length || new Set(ids).size !== ids.length)
    throw unusable('names a role that does not exist here')
  if (rolesOfScope(known, 'system').length > 0 && rolesOfScope(known, 'organization').length > 0)
    throw new Refusal('ROLES_MIXED')
  if (isVendor(place) && known.length !== 1) throw unusable('has to be one role')
  return known
}

/** Refuses unless the caller may assign every role that is added or removed. */
const requireGivable = (
  { person }: SignedInContext,
  place: Place,
  { before, after }: { before: readonly string[]; after: readonly string[] },
): void => {
  const changed = ROLE_IDS.filter((role) => before.includes(role) !== after.includes(role))
  for (const role of changed) refuse(roleAssignmentDenial(person, role, place))
}

/** Sets the roles of a member or of an invited person. A person cannot change their own roles. */
export const setRoles = async (
  context: SignedInContext,
  organizationId: number,
  { userId: given, email, roleIds }: RolesWanted,
): Promise<void> => {
  const { services, person } = context
  const place = await readPlace(services.database.queries, organizationId)
  const action = isVendor(place) ? 'contact.manage' : 'organization.assignRoles'
  requireMay(context, action, place)
  const wanted = rolesWanted(place, roleIds)
  const address = typeof given === 'string' ? given : (email ?? '')
  const userId =
    typeof given === 'string'
      ? await findMember(services.database.queries, organizationId, address)
      : given
  if (userId === undefined)
    return await services.database.write((tx) =>
      setInvited(tx, context, { place, email: address, wanted }),
    )
  if (userId === person.userId) refuse(deny({ kind: 'self' }))
  await changeAccess(services, async (tx) => {
    const member = await readMemberIn(tx, context, { place, userId, action })
    requireGivable(context, place, { before: member.roles, after: wanted })
    const isPrimary = wanted.includes('role-vendor-primary-contact')
    if (member.isPrimaryContact && !isPrimary) throw new Refusal('primary.cannotremove')
    if (isPrimary) {
      if (!(await readActiveIds(tx, organizationId)).has(userId))
        throw new Refusal('primary.notflagged')
      await movePrimaryFlag(tx, organizationId, userId)
    } else {
      await requireAdministratorLeft(tx, member, { rolesLeft: wanted })
      await tx
        .updateTable('organization_members')
        .set({ roles: JSON.stringify(wanted) })
        .where('organization_id', '=', organizationId)
        .where('user_id', '=', userId)
        .execute()
    }
    if (ROLE_IDS.some((role) => member.roles.includes(role) !== wanted.includes(role)))
      await writeEvents(
        tx,
        { projectId: NO_PROJECT, actorId: person.userId, now: services.clock() },
        [{ kind: 'organization.roles', userIds: [userId], detail: { organizationId } }],
      )
    refuseBothSides(await findNewBothSides(tx, userId, organizationId), 'userId')
    return { organizationId, changed: [userId], ended: [] }
  })
}

/** Returns the id of the member with this address; undefined = there is none. */
const findMember = async (
  tx: Queries,
  organizationId: number,
  address: string,
): Promise<number | undefined> =>
  (
    await tx
      .selectFrom('organization_members')
      .innerJoin('users', 'users.id', 'user_id')
      .select('users.id')
      .where('organization_id', '=', organizationId)
      .where('users.email', '=', address.trim().toLowerCase())
      .executeTakeFirst()
  )?.id

const setInvited = async (
  tx: Queries,
  context: SignedInContext,
  { place, email, wanted }: { place: Place; email: string; wanted: readonly RoleId[] },
): Promise<void> => {
  const open = await tx
    .selectFrom('invitations')
    .select(['id', 'roles'])
    .where('organization_id', '=', place.organizationId)
    .where('email', '=', email.trim().toLowerCase())
    .where('accepted_on', 'is', null)
    .where('cancelled_on', 'is', null)
    .execute()
  if (open.length === 0) throw new Refusal('NOT_FOUND')
  for (const { id, roles } of open) {
    requireGivable(context, place, { before: JSON.parse(roles) as string[], after: wanted })
    await tx
      .updateTable('invitations')
      .set({
        roles: JSON.stringify(wanted),
        is_primary_contact: Number(wanted.includes('role-vendor-primary-contact')),
      })
      .where('id', '=', id)
      .execute()
  }
}
