import { type Permission } from './permissions.ts'
import { ROLE_IDS, ROLE_PERMISSIONS, type RoleId } from './role-permissions.ts'

/**
 * Where a role counts: in every organization, in the own one with its vendors, in one project, or
 * in the own vendor.
 */
export const ROLE_SCOPES = ['system', 'organization', 'project', 'vendor'] as const
export type RoleScope = (typeof ROLE_SCOPES)[number]

interface RoleEntry {
  readonly scope: RoleScope
  /** The code that guards of the interface check, if the specification names one. */
  readonly code?: string
  readonly name: string
  /** False = the role works but is not offered. */
  readonly isOffered?: false
}

export const ROLES = {
  'role-sys-admin': { scope: 'system', name: 'System administrator' },
  'role-sys-configurator': { scope: 'system', name: 'System configurator' },
  'role-org-owner': { scope: 'organization', code: 'ORG_ADMIN', name: 'Organization owner' },
  'role-org-admin': {
    scope: 'organization',
    code: 'ORG_ADMIN',
    name: 'Organization administrator',
  },
  'role-e2e-org-admin': {
    scope: 'organization',
    code: 'ORG_ADMIN',
    name: 'Organization administrator',
    isOffered: false,
  },
  'role-org-power-user': { scope: 'organization', name: 'Power user' },
  'role-org-member-manager': { scope: 'organization', name: 'Member manager' },
  'role-org-vendor-manager': { scope: 'organization', name: 'Vendor manager' },
  'role-org-template-manager': { scope: 'organization', name: 'Template manager' },
  'role-project-admin': { scope: 'project', name: 'Administrator' },
  'role-project-req-author': { scope: 'project', name: 'Author' },
  'role-project-req-colaborator': { scope: 'project', name: 'Collaborator' },
  'role-project-req-reviewer': { scope: 'project', name: 'Reviewer' },
  'role-project-req-approver': { scope: 'project', name: 'Approver' },
  'role-vendor-primary-contact': {
    scope: 'vendor',
    code: 'PrimaryContact',
    name: 'Primary contact',
  },
  'role-vendor-contact': { scope: 'vendor', code: 'VendorContact', name: 'Contact' },
} as const satisfies Record<RoleId, RoleEntry>

const isRole = (id: string): id is RoleId => Object.hasOwn(ROLES, id)

/** Returns the ids that are roles of the scope; unknown ids are dropped. */
export const rolesOfScope = (ids: readonly string[], scope: RoleScope): RoleId[] =>
  ids.filter(isRole).filter((id) => ROLES[id].scope === scope)

export const roleHolds = (id: RoleId, permission: Permission): boolean =>
  (ROLE_PERMISSIONS[id] as readonly Permission[]).includes(permission)

/**
 * Returns the roles that count. Beside a system role no other role counts, so that system
 * administrators cannot see suppliers' answers through another role.
 */
export const countingRoles = (ids: readonly string[]): string[] => {
  const system = rolesOfScope(ids, 'system')
  return system.length > 0 ? system : [...ids]
}

/** Returns the roles that the interface offers in a scope. */
export const offeredRoles = (scope: RoleScope): RoleId[] =>
  ROLE_IDS.filter((id) => ROLES[id].scope === scope && !('isOffered' in ROLES[id]))
