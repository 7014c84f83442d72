// @vitest-environment jsdom
import { createMemoryHistory, createRouter } from '@tanstack/react-router'
import { describe, expect, test, vi } from 'vitest'
import type { Session } from '#schema/api/users-service/auth.ts'
import { PERMISSIONS } from '#schema/tables/permissions.ts'
import { type RoleId } from '#schema/tables/role-permissions.ts'
import { roleHolds } from '#schema/tables/roles.ts'
import { ELSEWHERE } from '../../tests/support/elsewhere.ts'
import { mayOpenSettings, SETTINGS_PAGES, type SettingsPage } from '../lib/project-access.ts'
import { routeTree } from '../route-tree.gen.ts'
import { afterSignIn } from './-guards.ts'
import { type Audience, BESIDE, EVERY_ROUTE, NOT_BUILT, type RoutePath } from './-every-route.ts'

let signedIn: Session | null = null
vi.mock('../lib/session.ts', () => ({ currentSession: () => signedIn }))

const PATHS = Object.keys(EVERY_ROUTE) as RoutePath[]
const addressOf = (path: RoutePath): string => path.replaceAll(/\$\w+/g, '7')
const isBuilt = (path: RoutePath): boolean => !Object.hasOwn(NOT_BUILT, path)

const USERS = {
  nobody: null,
  'an organization administrator': ['role-org-admin'],
  'an organization owner': ['role-org-owner'],
  'a power user': ['role-org-power-user'],
  'a member manager': ['role-org-member-manager'],
  'a vendor manager': ['role-org-vendor-manager'],
  'a template manager': ['role-org-template-manager'],
  'a member with roles in projects only': [],
  'a system administrator': ['role-sys-admin'],
  'a system configurator': ['role-sys-configurator'],
  'a primary contact': ['role-vendor-primary-contact'],
  'a vendor contact': ['role-vendor-contact'],
} as const satisfies Record<string, readonly RoleId[] | null>
type User = keyof typeof USERS

const sessionOf = (roles: readonly RoleId[]): Session => {
  const isVendor = roles.some((role) => role.startsWith('role-vendor'))
  return {
    userId: 1,
    username: 'somebody',
    name: 'Somebody',
    roles: [...roles],
    organizationId: 7,
    organizationName: 'City',
    vendorId: isVendor ? 7 : null,
    permissions: PERMISSIONS.filter((permission) =>
      roles.some((role) => roleHolds(role, permission)),
    ),
    isPrimaryContact: false,
    otpActivated: false,
  }
}

/** The page that the real routes open for an address, and whether the address exists. */
const visit = async (address: string): Promise<{ path: string; isFound: boolean }> => {
  const router = createRouter({
    routeTree,
    history: createMemoryHistory({ initialEntries: [address] }),
    notFoundMode: 'root',
  })
  await router.load()
  const { location, matches } = router.state
  return {
    path: location.pathname,
    isFound: matches.every(({ status }) => status === 'success') && matches.length > 1,
  }
}

/** Where the routing rules redirect the user; null = no redirect. */
const fallbackOf = (user: User, audience: Audience): string | null => {
  const roles: readonly RoleId[] | null = USERS[user]
  if (roles === null) return audience === 'everybody' || audience === 'nobody' ? null : '/login'
  const isVendor = user === 'a primary contact' || user === 'a vendor contact'
  const home = isVendor ? '/vendor/dashboard/projects' : '/dashboard'
  const mayOpen: Record<Audience, boolean> = {
    everybody: true,
    nobody: false,
    code: false,
    user: true,
    home: false,
    requestor: !isVendor,
    vendor: isVendor,
    administrator: user === 'a system administrator',
  }
  return mayOpen[audience] ? null : home
}

describe('every route as every kind of user', () => {
  test.each(Object.keys(USERS) as User[])(
    '%s gets the page or the redirect of the routing rules',
    async (user) => {
      const roles: readonly RoleId[] | null = USERS[user]
      signedIn = roles === null ? null : sessionOf(roles)
      const found: Record<string, string> = {}
      const expected: Record<string, string> = {}
      for (const path of PATHS.filter(isBuilt)) {
        const address = addressOf(path)
        const { path: reached, isFound } = await visit(address)
        found[path] = isFound ? reached : `nothing at ${reached}`
        // The page for the second code needs a password, which no user of this test has entered.
        expected[path] =
          path === '/registration-2fa' && signedIn === null
            ? '/login'
            : (fallbackOf(user, EVERY_ROUTE[path]) ?? address)
      }
      expect(found).toEqual(expected)
    },
    60_000,
  )

  test('a page on the list of unbuilt pages does not exist', async () => {
    signedIn = sessionOf(['role-org-admin'])
    const router = createRouter({ routeTree, history: createMemoryHistory(), notFoundMode: 'root' })
    const built = new Set(
      Object.values(router.routesByPath).map(({ fullPath }) =>
        String(fullPath).replace(/(?<=.)\/$/, ''),
      ),
    )
    expect(Object.keys(NOT_BUILT).filter((path) => built.has(path))).toEqual([])
    expect([...built].toSorted()).toEqual([...PATHS.filter(isBuilt), ...BESIDE].toSorted())
  })

  test('62 routes are listed', () => {
    expect(PATHS).toHaveLength(62)
  })

  test('short addresses redirect, and a person who signs in returns to the address they opened', async () => {
    signedIn = sessionOf(['role-org-admin'])
    expect((await visit('/organization/7')).path).toBe('/organization/7/projects')
    expect((await visit('/project/7')).path).toBe('/project/7/detail')
    for (const misspelt of ['/organization/members', '/organization/seven/members'])
      expect((await visit(misspelt)).path).toBe('/dashboard')
    signedIn = sessionOf(['role-vendor-contact'])
    for (const short of ['/vendor', '/vendor/dashboard'])
      expect((await visit(short)).path).toBe('/vendor/dashboard/projects')
    signedIn = null
    const router = createRouter({
      routeTree,
      history: createMemoryHistory({ initialEntries: ['/project/7/releases'] }),
    })
    await router.load()
    expect(router.state.location.href).toBe('/login?redirect=%2Fproject%2F7%2Freleases')
  })
})

describe('the address opened after signing in', () => {
  const landing = async (redirect: string): Promise<string> =>
    (await visit(`/login?${new URLSearchParams({ redirect }).toString()}`)).path

  test.each(['/project/7/releases', '/projects'])(
    '%s is opened for a person who signs in',
    async (path) => {
      signedIn = sessionOf(['role-org-admin'])
      expect(await landing(path)).toBe(path)
    },
  )

  test.each(ELSEWHERE)(
    '%j is replaced by the home page, for requestors and vendors',
    async (address) => {
      signedIn = sessionOf(['role-org-admin'])
      expect(await landing(address)).toBe('/dashboard')
      expect(afterSignIn({ redirect: address })).toBe('/dashboard')
      signedIn = sessionOf(['role-vendor-contact'])
      expect(await landing(address)).toBe('/vendor/dashboard/projects')
    },
  )
})

describe('the settings of a project', () => {
  const permissionsOf = (role: RoleId) =>
    PERMISSIONS.filter((permission) => roleHolds(role, permission))
  const opened = (relation: 'collaborator' | 'vendor', role: RoleId): SettingsPage[] =>
    SETTINGS_PAGES.filter((page) =>
      mayOpenSettings({ relation, permissions: permissionsOf(role) }, page),
    )

  test('open for the project’s administrator, and for no other project role', () => {
    expect(opened('collaborator', 'role-project-admin')).toEqual([
      'general',
      'members',
      'roles',
      'permissions',
    ])
    for (const role of [
      'role-project-req-author',
      'role-project-req-colaborator',
      'role-project-req-reviewer',
      'role-project-req-approver',
    ] as const)
      expect(opened('collaborator', role)).toEqual([])
  })

  test('never open for a vendor, whatever permissions they have', () => {
    for (const role of [
      'role-vendor-primary-contact',
      'role-vendor-contact',
      'role-project-admin',
    ] as const)
      expect(opened('vendor', role)).toEqual([])
  })
})
