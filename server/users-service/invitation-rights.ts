import { Refusal } from '#schema/refusal.ts'
import {
  organizationDenial,
  type OrganizationSubject,
} from '#schema/rules/access/access-organization.ts'
import type { OrganizationAction } from '#schema/rules/access/organization-actions.ts'
import { roleAssignmentDenial } from '#schema/rules/access/role-assignment.ts'
import type { Permission } from '#schema/tables/permissions.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { ROLES } from '#schema/tables/roles.ts'
import { readAudience } from '../database/access/read-audience.ts'
import type { Person } from '../database/access/read-actor.ts'
import type { Queries } from '../database/database.ts'

export const subjectOf = async (
  tx: Queries,
  organizationId: number,
): Promise<OrganizationSubject> => {
  const row = await tx
    .selectFrom('organizations')
    .select(['id', 'parent_id'])
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return { organizationId: row.id, parentId: row.parent_id }
}

/**
 * The reason why the person may not invite. For a requestor, contacts of its vendors have their own
 * rule.
 */
export const invitingDenial = (
  person: Person,
  subject: OrganizationSubject,
  [ofVendor, ofOwn]: readonly [OrganizationAction, OrganizationAction],
) => {
  const isOwn = subject.organizationId === person.organizationId
  return organizationDenial(person, isOwn || subject.parentId === null ? ofOwn : ofVendor, subject)
}

/** The permissions that the person holds in every one of the projects; none without a project. */
export const permissionsInAll = async (
  tx: Queries,
  person: Person,
  projectIds: readonly string[],
): Promise<Permission[]> => {
  const held = await Promise.all(
    projectIds.map(async (id) => (await readAudience(tx, person, id))?.actor.permissions ?? []),
  )
  const [first = [], ...rest] = held
  return first.filter((permission) => rest.every((other) => other.includes(permission)))
}

/** Roles of vendors can be given only in vendors, and all other roles only in organizations. */
export const fitsPlace = (role: RoleId, subject: OrganizationSubject): boolean =>
  (ROLES[role].scope === 'vendor') === (subject.parentId !== null)

/**
 * The reason why the person may not give a role. The right to invite contacts includes their role;
 * other roles need the right to assign them.
 */
export const givingDenial = (person: Person, role: RoleId, subject: OrganizationSubject) => {
  if (!fitsPlace(role, subject)) throw new Refusal('NOT_ALLOWED', { field: 'roles' })
  return subject.parentId === null
    ? roleAssignmentDenial(person, role, subject)
    : organizationDenial(person, 'contact.invite', subject)
}

export const refuseMember = async (
  tx: Queries,
  email: string,
  organizationId: number,
): Promise<void> => {
  const member = await tx
    .selectFrom('organization_members')
    .innerJoin('users', 'users.id', 'user_id')
    .select('user_id')
    .where('organization_id', '=', organizationId)
    .where('users.email', '=', email)
    .executeTakeFirst()
  if (member !== undefined) throw new Refusal('ENTITY_ALREADY_EXISTS', { field: 'email' })
}

/** Refuses grants of projects that the vendor is not invited to, and of packages outside them. */
export const refuseForeignGrants = async (
  tx: Queries,
  restrictions: readonly Grant[],
  vendorId: number,
): Promise<void> => {
  for (const { project, packageIds } of restrictions) {
    const invited = await tx
      .selectFrom('project_vendors')
      .select('id')
      .where('project_id', '=', project)
      .where('vendor_id', '=', vendorId)
      .executeTakeFirst()
    if (invited === undefined) throw new Refusal('NOT_FOUND', { field: 'restrictions' })
    const wanted = new Set(packageIds ?? [])
    if (wanted.size === 0) continue
    const found = await tx
      .selectFrom('packages')
      .select('id')
      .where('project_id', '=', project)
      .where('id', 'in', [...wanted])
      .execute()
    if (found.length < wanted.size) throw new Refusal('NOT_FOUND', { field: 'packageIds' })
  }
}

interface Grant {
  project: string
  /** null = all packages. */
  packageIds: readonly string[] | null
}
