import { PERMISSIONS, type Permission } from '../../tables/permissions.ts'
import { ROLE_PERMISSIONS } from '../../tables/role-permissions.ts'
import { type RoleScope, rolesOfScope } from '../../tables/roles.ts'
import type { Person } from './project-actor.ts'

/** Returns the permissions from roles of one scope. A role of another scope counts nothing. */
export function heldBy(person: Pick<Person, 'roles'>, scope: RoleScope): Permission[] {
  const roles = rolesOfScope(person.roles, scope)
  return PERMISSIONS.filter((permission) =>
    roles.some((role) => (ROLE_PERMISSIONS[role] as readonly Permission[]).includes(permission)),
  )
}
