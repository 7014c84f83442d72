import { describe, expect, test } from 'vitest'
import { ROLE_IDS, type RoleId } from '../../tables/role-permissions.ts'
import { offeredRoles, ROLES, rolesOfScope } from '../../tables/roles.ts'
import type { Permission } from '../../tables/permissions.ts'
import type { Person } from './project-actor.ts'
import { roleAssignmentDenial } from './role-assignment.ts'

const CITY = { organizationId: 1, parentId: null }
const VENDOR = { organizationId: 7, parentId: 1 }
const person = (
  roles: RoleId[],
  place = CITY as { organizationId: number; parentId: number | null },
): Person => ({
  userId: 50,
  name: 'Me',
  ...place,
  roles,
  isPrimaryContact: roles.includes('role-vendor-primary-contact'),
})
const assignable = (
  giver: Person,
  subject: Parameters<typeof roleAssignmentDenial>[2],
  inProject: readonly Permission[] = [],
): RoleId[] =>
  ROLE_IDS.filter((role) => roleAssignmentDenial(giver, role, { ...subject, inProject }) === null)

const ORDINARY = [
  'role-org-power-user',
  'role-org-member-manager',
  'role-org-vendor-manager',
  'role-org-template-manager',
]
const CONTACTS = ['role-vendor-primary-contact', 'role-vendor-contact']

describe('assignment of roles', () => {
  test.each<[RoleId, string[]]>([
    [
      'role-sys-admin',
      ['role-sys-admin', 'role-sys-configurator', 'role-org-owner', 'role-org-admin', ...ORDINARY],
    ],
    ['role-sys-configurator', []],
    ['role-org-owner', ['role-org-owner', 'role-org-admin', ...ORDINARY]],
    ['role-org-admin', ['role-org-admin', ...ORDINARY]],
    ['role-e2e-org-admin', ['role-org-admin', ...ORDINARY]],
    ['role-org-member-manager', ORDINARY],
    ['role-org-power-user', []],
    ['role-org-vendor-manager', []],
    ['role-project-admin', []],
  ])('[RA1] in the organization a %s gives %j, and no role above their own rank', (role, roles) => {
    expect(assignable(person([role]), CITY).toSorted()).toEqual(roles.toSorted())
  })

  test('[RA2] roles of a vendor are given by who manages contacts there: its primary contact, and its parent organization', () => {
    const primary = person(['role-vendor-primary-contact'], VENDOR)
    expect(assignable(primary, VENDOR)).toEqual(CONTACTS)
    expect(assignable(primary, { organizationId: 8, parentId: 1 })).toEqual([])
    expect(assignable(primary, CITY)).toEqual([])
    expect(assignable(person(['role-vendor-contact'], VENDOR), VENDOR)).toEqual([])
    expect(assignable(person(['role-org-vendor-manager']), VENDOR)).toEqual(CONTACTS)
    expect(
      assignable(person(['role-org-vendor-manager']), { organizationId: 9, parentId: 2 }),
    ).toEqual([])
  })

  test('[RA3] roles of a project are given by who administers its roles', () => {
    expect(assignable(person([]), CITY, ['PROJECT_ROLES_ADMINISTRATE'])).toEqual(
      offeredRoles('project'),
    )
    expect(assignable(person([]), CITY, ['PROJECT_MEMBERS_MANAGE'])).toEqual([])
  })

  test('[RA4] the role of the end-to-end tests is never offered or given', () => {
    expect(offeredRoles('organization')).not.toContain('role-e2e-org-admin')
    expect(
      roleAssignmentDenial(
        person(['role-sys-admin', 'role-org-owner']),
        'role-e2e-org-admin',
        CITY,
      ),
    ).toEqual({ code: 'NOT_ALLOWED', reason: { kind: 'relation' } })
  })
})

test('[RA5] the codes and names of the specification', () => {
  expect(
    ROLE_IDS.filter((role) => ROLES[role].scope === 'project').map((role) => ROLES[role].name),
  ).toEqual(['Administrator', 'Author', 'Collaborator', 'Reviewer', 'Approver'])
  const codes = Object.entries(ROLES).flatMap(([id, role]) =>
    'code' in role ? [[id, role.code]] : [],
  )
  expect(Object.fromEntries(codes)).toEqual({
    'role-org-owner': 'ORG_ADMIN',
    'role-org-admin': 'ORG_ADMIN',
    'role-e2e-org-admin': 'ORG_ADMIN',
    'role-vendor-primary-contact': 'PrimaryContact',
    'role-vendor-contact': 'VendorContact',
  })
  expect(
    rolesOfScope(['role-org-owner', 'toString', 'role-unknown', 'role-sys-admin'], 'organization'),
  ).toEqual(['role-org-owner'])
})
