import type { Permission } from '../../tables/permissions.ts'
import type { RoleId } from '../../tables/role-permissions.ts'
import { offeredRoles, roleHolds, ROLES, type RoleScope, rolesOfScope } from '../../tables/roles.ts'
import { heldBy, organizationDenial, type OrganizationSubject } from './access-organization.ts'
import { type Denial, deny, needPermission } from './denial.ts'
import type { Person } from './project-actor.ts'

/**
 * Giving a role with one of these takes the same permission, or the administration of the system:
 * people cannot raise themselves or a friend above their own rank.
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
 * Why a person may not give or take a role; null = they may.
 * @param subject where the member stands: an organization, a vendor, or the organization of the
 * project
 * @param inProject what the giver holds in the project, for roles of projects
 */
export function roleAssignmentDenial(
  person: Person,
  role: RoleId,
  subject: OrganizationSubject,
  inProject: readonly Permission[] = [],
): Denial | null {
  const { scope } = ROLES[role]
  return offeredRoles(scope).includes(role)
    ? GIVERS[scope]({ person, role, subject, inProject })
    : deny({ kind: 'relation' })
}

/**
 * Why a person may not block, remove or extend a holder of these roles; null = their rank is no
 * reason. People act only on those whom they could have given the same roles.
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
