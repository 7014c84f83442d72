import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { PERMISSIONS, type Permission } from '#schema/tables/permissions.ts'
import { ROLE_IDS, ROLE_PERMISSIONS, type RoleId } from '#schema/tables/role-permissions.ts'
import { hasSharedData, readSharedText } from '../support/shared-data.ts'
import type { Name } from './authorization/cast.ts'
import { buildMatrixWorld, type MatrixWorld } from './authorization/matrix-world.ts'
import { sentOf } from './authorization/sent.ts'
import { PROBES, type Probe, WAITING } from './authorization/permission-probes.ts'

/*
 * Asks the running server what each permission decides, instead of a rule: a call succeeds for a
 * person whose role holds the permission, and is refused once only this permission is taken from
 * the role.
 */

/** The person of the cast who holds each role. */
const HOLDERS = {
  'role-sys-admin': 'sys-admin',
  'role-sys-configurator': 'sys-configurator',
  'role-org-owner': 'org-owner',
  'role-org-admin': 'org-admin',
  'role-e2e-org-admin': 'e2e-org-admin',
  'role-org-power-user': 'power-user',
  'role-org-member-manager': 'member-manager',
  'role-org-vendor-manager': 'vendor-manager',
  'role-org-template-manager': 'template-manager',
  'role-project-admin': 'project-admin',
  'role-project-req-author': 'author',
  'role-project-req-colaborator': 'collaborator',
  'role-project-req-reviewer': 'reviewer',
  'role-project-req-approver': 'approver',
  'role-vendor-primary-contact': 'alpha-primary',
  'role-vendor-contact': 'alpha-contact',
} as const satisfies Record<RoleId, Name>

let world: MatrixWorld
beforeAll(async () => {
  world = await buildMatrixWorld()
})
afterAll(async () => {
  await world.close()
})

/** An hour opens a new window for every limit of tries. */
const HOUR_MS = 3_600_000
const isRefused = async (probe: Probe, as: Name): Promise<string | null> => {
  const { state = 'PREPARATION', call, prepare } = probe
  const before = await world.enter(state)
  if (prepare !== undefined) await world.database.write((tx) => prepare(tx, world.ids))
  const side = as.startsWith('alpha') ? 'vendor' : 'requestor'
  const [row, input]: readonly [Endpoint, object] = call(API, world.ids, side)
  world.clock.now += HOUR_MS
  const sender = { name: as, token: world.tokens[as], hashes: world.hashes }
  const { statusCode, body } = await world.app.inject(sentOf(row, input, sender))
  await world.tables.restore(before)
  // Any answer but success and a refusal of the right is a mistake of the probe.
  if (statusCode < 300) return null
  expect([401, 403, 404], `${as} ${row.path}: ${statusCode} ${body}`).toContain(statusCode)
  return body
}

/** Runs the work while the role lacks the permission. */
const without = async <T>(role: RoleId, permission: Permission, work: () => Promise<T>) => {
  const held = ROLE_PERMISSIONS[role] as unknown as Permission[]
  const place = held.indexOf(permission)
  if (place === -1) throw new Error(`${role} does not hold ${permission}`)
  held.splice(place, 1)
  try {
    return await work()
  } finally {
    held.splice(place, 0, permission)
  }
}

test('[PD1] every permission has a call that asks it, except those that wait for their screens', () => {
  expect([...Object.keys(PROBES), ...WAITING].toSorted()).toEqual(PERMISSIONS.toSorted())
  expect(WAITING).toEqual([
    'TEMPLATE_ADMIN',
    'TEMPLATE_CREATE',
    'TEMPLATE_EDIT',
    'TEMPLATE_REMOVE',
    'PROJECT_VERSIONS_BROWSE',
  ])
})

test.each(Object.entries(PROBES))(
  '[PD2] %s decides a call: it succeeds with the permission and is refused without it',
  async (name, probe) => {
    const holder = HOLDERS[probe.decidesFor]
    expect(await isRefused(probe, holder)).toBeNull()
    await without(probe.decidesFor, name as Permission, async () => {
      expect(await isRefused(probe, holder), `without ${name}`).not.toBeNull()
    })
    expect(await isRefused(probe, holder)).toBeNull()
  },
)

/** Calls that a role may make by another permission than the one that the call asks. */
const BY_ANOTHER: Readonly<Record<string, string>> = {
  'PROJECT_EDIT_DETAILS role-org-power-user': 'PROJECT_EDIT',
}

test.skipIf(!hasSharedData).each(ROLE_IDS)(
  '[PD3] the server lets %s do what the table of the specification says, and nothing else',
  async (role) => {
    const table = JSON.parse(readSharedText('spec', 'permissions.json')) as Record<string, string[]>
    const faults: string[] = []
    for (const [permission, probe] of Object.entries(PROBES)) {
      const isHeld =
        table[role]?.includes(permission) === true || `${permission} ${role}` in BY_ANOTHER
      const refused = await isRefused(probe, HOLDERS[role])
      if (isHeld !== (refused === null))
        faults.push(`${permission}: ${refused ?? 'is answered without it'}`)
    }
    expect(faults).toEqual([])
  },
  300_000,
)

test.skipIf(!hasSharedData)(
  '[PD3] the server answers each role with the permissions of the table',
  async () => {
    const table = JSON.parse(readSharedText('spec', 'permissions.json')) as Record<string, string[]>
    for (const role of ROLE_IDS) {
      const answer = await world.app.inject({
        method: 'GET',
        url: `/api/users-service/roles/${role}`,
        headers: { 'x-auth-token': world.tokens.reviewer ?? '' },
      })
      const { permissions } = answer.json<{ permissions: string[] }>()
      expect(permissions.toSorted(), role).toEqual(table[role]?.toSorted())
    }
  },
)
