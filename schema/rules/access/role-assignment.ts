import type { Permission } from '../../tables/permissions.ts'
import type { RoleId } from '../../tables/role-permissions.ts'
import { offeredRoles, roleHolds, ROLES, type RoleScope, rolesOfScope } from '../../tables/roles.ts'
import { organizationDenial, type OrganizationSubject } from './access-organization.ts'
import { heldBy } from './held-by.ts'
import { type Denial, deny, needPermission } from './denial.ts'
import type { Person } from './project-actor.ts'

/**
 * To give a role with one of these permissions, a person needs the same permission or SYSTEM_ADMIN:
 * so they cannot raise themselves or others above their own rank.
 */
const GUARDED: readonly Permission[] = ['ORG_REMOVE', 'ORG_ADMIN']

function guardedDenial(person: Person, role: RoleId): Denial | null {
  const held = [...heldBy(person, 'organization'), ...heldBy(person, 'system')]
  const missing = GUARDED.find(
    (permission) =>
      roleHolds(role, permission) && !held.includes(permission) && !held.includes('SYSTEM_ADMIN'),
  )
  return missing === undefined
    ? null
    : deny({ kind: 'permission', anyOf: [missing, 'SYSTEM_ADMIN'] })
}

interface Giving {
  person: Person
  role: RoleId
  subject: OrganizationSubject
  inProject: readonly Permission[]
}
const GIVERS: { readonly [S in RoleScope]: (giving: Giving) => Denial | null } = {
  system: ({ person }) => needPermission(heldBy(person, 'system'), ['SYSTEM_ADMIN']),
  organization: ({ person, role, subject }) =>
    organizationDenial(person, 'organization.assignRoles', subject) ?? guardedDenial(person, role),
  project: ({ inProject }) => needPermission(inProject, ['PROJECT_ROLES_ADMINISTRATE']),
  vendor: ({ person, subject }) => organizationDenial(person, 'contact.manage', subject),
}

/**
 * Returns why a person may not give or take a role; null = they may.
 * @param subject the member's organization or vendor, or the organization of the project; for
 * project roles, `inProject` holds the giver's permissions in the project
 */
export function roleAssignmentDenial(
  person: Person,
  role: RoleId,
  { inProject = [], ...subject }: OrganizationSubject,
): Denial | null {
  const { scope } = ROLES[role]
  return offeredRoles(scope).includes(role)
    ? GIVERS[scope]({ person, role, subject, inProject })
    : deny({ kind: 'relation' })
}

/**
 * Returns why a person may not block, remove or extend a holder of these roles; null = their rank
 * allows it. A person acts only on holders of roles that they could give.
 */
export function rankDenial(person: Person, roles: readonly string[]): Denial | null {
  if (rolesOfScope(roles, 'system').length > 0)
    return needPermission(heldBy(person, 'system'), ['SYSTEM_ADMIN'])
  return (
    rolesOfScope(roles, 'organization')
      .map((role) => guardedDenial(person, role))
      .find((denial) => denial !== null) ?? null
  )
}
