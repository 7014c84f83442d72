import type { RoleId } from '#schema/tables/role-permissions.ts'
import { type RoleScope, roleHolds, rolesOfScope } from '#schema/tables/roles.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import { inPieces, type Queries } from '../database.ts'

export interface MemberRow {
  userId: number
  organizationId: number
  roles: string[]
  isPrimaryContact: boolean
  state: 'PENDING' | 'ACTIVE' | 'BLOCKED' | 'EXPIRED'
  expiresOn: number | null
}
const COLUMNS = [
  'user_id as userId',
  'organization_id as organizationId',
  'roles',
  'is_primary_contact',
  'state',
  'expires_on as expiresOn',
] as const
const toMember = ({
  roles,
  is_primary_contact,
  ...row
}: Omit<MemberRow, 'roles' | 'isPrimaryContact'> & {
  roles: string
  is_primary_contact: number
}): MemberRow => ({
  ...row,
  roles: JSON.parse(roles) as string[],
  isPrimaryContact: is_primary_contact === 1,
})

export const readMember = async (
  tx: Queries,
  organizationId: number,
  userId: number,
): Promise<MemberRow | null> => {
  const row = await tx
    .selectFrom('organization_members')
    .select(COLUMNS)
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .executeTakeFirst()
  return row === undefined ? null : toMember(row)
}
/** All memberships of the person, including blocked and expired ones. */
export const readMemberships = async (tx: Queries, userId: number): Promise<MemberRow[]> =>
  (
    await tx
      .selectFrom('organization_members')
      .select(COLUMNS)
      .where('user_id', '=', userId)
      .orderBy('organization_id')
      .execute()
  ).map(toMember)

export const readMembersOf = async (tx: Queries, organizationId: number): Promise<MemberRow[]> =>
  (
    await tx
      .selectFrom('organization_members')
      .select(COLUMNS)
      .where('organization_id', '=', organizationId)
      .orderBy('created_on')
      .orderBy('user_id')
      .execute()
  ).map(toMember)

export const holdsAnywhere = (
  roles: readonly string[],
  scope: RoleScope,
  permission: Permission,
): boolean => rolesOfScope(roles, scope).some((role: RoleId) => roleHolds(role, permission))

/** Makes every server process read again what these people may see. */
export const noteAccessChange = async (tx: Queries, userIds: readonly number[]): Promise<void> => {
  for (const piece of inPieces(userIds))
    await tx
      .updateTable('users')
      .set((eb) => ({ access_version: eb('access_version', '+', 1) }))
      .where('id', 'in', piece)
      .execute()
}

/** Ends the sessions of those people whose active organization is this one. */
export const endSessionsInOrganization = async (
  tx: Queries,
  { organizationId, userIds }: { organizationId: number; userIds: readonly number[] },
  now: number,
): Promise<void> => {
  for (const piece of inPieces(userIds)) {
    await tx
      .updateTable('sessions')
      .set({ ended_on: now })
      .where('ended_on', 'is', null)
      .where('user_id', 'in', (eb) =>
        eb
          .selectFrom('users')
          .select('users.id')
          .where('users.id', 'in', piece)
          .where('active_organization_id', '=', organizationId),
      )
      .execute()
  }
}

/**
 * Activates another open organization of the person if the active one is closed to them. Runs
 * before a sign-in.
 */
export const settleActiveOrganization = async (tx: Queries, userId: number): Promise<void> => {
  const open = await tx
    .selectFrom('organization_members')
    .innerJoin('organizations', 'organizations.id', 'organization_id')
    .select('organization_id')
    .where('user_id', '=', userId)
    .where('organization_members.state', '=', 'ACTIVE')
    .where('organizations.state', '=', 'ACTIVE')
    .orderBy('organization_members.created_on')
    .execute()
  const user = await tx
    .selectFrom('users')
    .select('active_organization_id')
    .where('id', '=', userId)
    .executeTakeFirst()
  const [first] = open
  if (
    user === undefined ||
    first === undefined ||
    open.some(({ organization_id: id }) => id === user.active_organization_id)
  )
    return
  await tx
    .updateTable('users')
    .set({ active_organization_id: first.organization_id })
    .where('id', '=', userId)
    .execute()
}

/**
 * Keeps exactly one primary contact while a vendor has any contact: the one marked as primary, else
 * the oldest active one.
 */
export const settlePrimaryContact = async (tx: Queries, vendorId: number): Promise<void> => {
  const contacts = await readMembersOf(tx, vendorId)
  const chosen =
    contacts.find(({ isPrimaryContact, state }) => isPrimaryContact && state === 'ACTIVE') ??
    contacts.find(({ state }) => state === 'ACTIVE') ??
    contacts[0]
  if (chosen === undefined) return
  for (const contact of contacts) await flagContact(tx, contact, contact.userId === chosen.userId)
}

const flagContact = async (
  tx: Queries,
  { organizationId, userId, isPrimaryContact, roles }: MemberRow,
  isPrimary: boolean,
): Promise<void> => {
  const role: RoleId = isPrimary ? 'role-vendor-primary-contact' : 'role-vendor-contact'
  if (isPrimaryContact === isPrimary && roles.includes(role)) return
  await tx
    .updateTable('organization_members')
    .set({ is_primary_contact: Number(isPrimary), roles: JSON.stringify([role]) })
    .where('organization_id', '=', organizationId)
    .where('user_id', '=', userId)
    .execute()
}
/** Makes this person the only primary contact of the vendor. */
export const movePrimaryFlag = async (
  tx: Queries,
  vendorId: number,
  userId: number,
): Promise<void> => {
  for (const contact of await readMembersOf(tx, vendorId))
    await flagContact(tx, contact, contact.userId === userId)
}
