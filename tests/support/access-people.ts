import { scopeOfRole } from './access-oracle.ts'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import type { Person } from '#schema/rules/access/project-actor.ts'

/*
 * City 1 has vendors 7 and 8, Village 2 has vendor 9. The caller is always person 50; colleagues
 * have other ids.
 */
export const CITY = 1
export const OWN_VENDOR = 7
export const OTHER_VENDOR = 8
export const ME = 50
export const isVendorRole = (role: RoleId): boolean => scopeOfRole(role) === 'vendor'
export const personWith = (
  role: RoleId,
  organizationId = isVendorRole(role) ? OWN_VENDOR : CITY,
): Person => ({
  userId: ME,
  name: 'Me',
  organizationId,
  parentId: isVendorRole(role) ? (organizationId === 9 ? 2 : CITY) : null,
  roles: scopeOfRole(role) === 'project' ? [] : [role],
  isPrimaryContact: role === 'role-vendor-primary-contact',
})
