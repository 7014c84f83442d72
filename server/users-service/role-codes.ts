import { ROLE_PERMISSIONS, type RoleId } from '#schema/tables/role-permissions.ts'
import { ROLES } from '#schema/tables/roles.ts'

/** The code that the interface uses for the role; its id if it has no code. */
export const codeOf = (id: RoleId): string => {
  const entry = ROLES[id]
  return 'code' in entry ? entry.code : id
}
export const roleOf = (id: RoleId) => ({
  id,
  code: codeOf(id),
  name: ROLES[id].name,
  permissions: [...ROLE_PERMISSIONS[id]],
})
