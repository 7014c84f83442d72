import { describe, expect, test } from 'vitest'
import { hasSharedData, readSharedText } from '../../tests/support/shared-data.ts'
import { PERMISSIONS } from './permissions.ts'
import { ROLE_IDS, ROLE_PERMISSIONS } from './role-permissions.ts'

describe.skipIf(!hasSharedData)('the table of the specification', () => {
  test('[RP1] every role holds exactly the permissions of the table', () => {
    const table = JSON.parse(readSharedText('spec', 'permissions.json')) as Record<string, string[]>
    expect(
      Object.fromEntries(ROLE_IDS.map((role) => [role, ROLE_PERMISSIONS[role].toSorted()])),
    ).toEqual(
      Object.fromEntries(
        Object.entries(table).map(([role, permissions]) => [role, permissions.toSorted()]),
      ),
    )
  })
})

const holds = (
  role: (typeof ROLE_IDS)[number],
  permission: (typeof PERMISSIONS)[number],
): boolean => (ROLE_PERMISSIONS[role] as readonly string[]).includes(permission)

test('[RP2] no role of the system lets a person see supplier answers', () => {
  for (const role of ['role-sys-admin', 'role-sys-configurator'] as const)
    for (const permission of [
      'SC_BROWSE',
      'SC_OVERRIDE',
      'PROJECT_BROWSE',
      'PROJECT_ADMIN',
    ] as const)
      expect([role, permission, holds(role, permission)]).toEqual([role, permission, false])
})

test('[RP3] vendors never hold DISCUSSION_BROWSE or SC_BROWSE', () => {
  for (const role of ['role-vendor-primary-contact', 'role-vendor-contact'] as const) {
    expect([holds(role, 'DISCUSSION_BROWSE'), holds(role, 'SC_BROWSE')]).toEqual([false, false])
  }
})

test('[RP4] a role that administers a family of permissions has the whole family', () => {
  for (const [all, prefix] of [
    ['VENDOR_ADMIN', 'VENDOR_'],
    ['TEMPLATE_ADMIN', 'TEMPLATE_'],
    ['PROJECT_ADMIN', 'PROJECT_'],
  ] as const) {
    const family = PERMISSIONS.filter((permission) => permission.startsWith(prefix))
    const roles = ROLE_IDS.filter((id) => holds(id, all))
    expect([family.length, roles.length].every((count) => count > 2)).toBe(true)
    for (const role of roles)
      expect(family.filter((permission) => !holds(role, permission))).toEqual([])
  }
})
