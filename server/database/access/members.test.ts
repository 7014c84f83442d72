import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { createSession } from '../sessions/create-session.ts'
import {
  endSessionsInOrganization,
  holdsAnywhere,
  movePrimaryFlag,
  noteAccessChange,
  readMember,
  readMembersOf,
  readMemberships,
  settleActiveOrganization,
  settlePrimaryContact,
} from './members.ts'

let rows: EmptyDatabase
let [city, village, closed, anna, boris]: number[] = []
const idOf = (id: number | undefined): number => id ?? -1
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  closed = await rows.organization('Closed', { state: 'INACTIVE' })
  anna = await rows.person('anna', { active_organization_id: city })
  boris = await rows.person('boris', { active_organization_id: city })
})
afterEach(() => rows.close())

type State = 'PENDING' | 'ACTIVE' | 'BLOCKED' | 'EXPIRED'
const join = (organization: number | undefined, person: number | undefined, state: State, at = 0) =>
  rows.member(idOf(organization), idOf(person), { state, created_on: NOW + at })

const activeOf = async (person: number | undefined): Promise<number | null> =>
  (
    await rows.database.queries
      .selectFrom('users')
      .select('active_organization_id as active')
      .where('id', '=', idOf(person))
      .executeTakeFirstOrThrow()
  ).active
const settle = async (): Promise<number | null> => {
  await settleActiveOrganization(rows.database.queries, idOf(anna))
  expect(await activeOf(boris)).toBe(city)
  return await activeOf(anna)
}

it('a sign-in moves to the oldest open membership only if the active organization is closed to the person', async () => {
  expect(await settle(), 'of no membership').toBe(city)
  await join(closed, anna, 'ACTIVE')
  expect(await settle(), 'of an inactive organization').toBe(city)
  await join(city, anna, 'BLOCKED', 1)
  expect(await settle(), 'of a blocked membership').toBe(city)
  const hamlet = await rows.organization('Hamlet')
  await join(hamlet, anna, 'ACTIVE', 3)
  await join(village, anna, 'ACTIVE', 2)
  await join(hamlet, boris, 'ACTIVE', 1)
  expect(await settle()).toBe(village)
  await rows.database.queries
    .updateTable('organization_members')
    .set({ state: 'ACTIVE' })
    .where('organization_id', '=', idOf(city))
    .execute()
  expect(await settle(), 'an open one stays').toBe(village)
})

it.each<[string, [number, State][], number]>([
  [
    'the flagged contact stays',
    [
      [0, 'ACTIVE'],
      [1, 'ACTIVE'],
      [0, 'ACTIVE'],
    ],
    1,
  ],
  [
    'a blocked one loses the flag to the oldest active',
    [
      [0, 'PENDING'],
      [1, 'BLOCKED'],
      [0, 'ACTIVE'],
      [0, 'ACTIVE'],
    ],
    2,
  ],
  [
    'of two flagged the older active keeps it',
    [
      [0, 'ACTIVE'],
      [1, 'ACTIVE'],
      [1, 'ACTIVE'],
    ],
    1,
  ],
  [
    'without an active contact the oldest has it',
    [
      [0, 'BLOCKED'],
      [1, 'EXPIRED'],
    ],
    0,
  ],
])('a vendor keeps one primary contact: %s', async (_, contacts, chosen) => {
  const other = await rows.organization('Other vendor', { parent_id: idOf(city) })
  await rows.member(other, idOf(anna), { is_primary_contact: 1, roles: '["kept"]' })
  await rows.member(other, idOf(boris), { is_primary_contact: 1, roles: '["kept"]' })
  for (const [index, [flag, state]] of contacts.entries()) {
    const person = await rows.person(`contact-${index}`)
    const created_on = NOW + index
    const roles = flag === 1 ? '["role-vendor-primary-contact"]' : '["role-vendor-contact"]'
    await rows.member(idOf(village), person, { is_primary_contact: flag, state, created_on, roles })
  }
  const { queries } = rows.database
  const stored = async () =>
    (await readMembersOf(queries, idOf(village))).map(({ isPrimaryContact, roles }) => [
      isPrimaryContact,
      ...roles,
    ])
  const expected = (primary: number) =>
    contacts.map((_contact, index) =>
      index === primary ? [true, 'role-vendor-primary-contact'] : [false, 'role-vendor-contact'],
    )
  await settlePrimaryContact(queries, idOf(village))
  expect(await stored()).toEqual(expected(chosen))
  const [first] = await readMembersOf(queries, idOf(village))
  await movePrimaryFlag(queries, idOf(village), idOf(first?.userId))
  expect(await stored()).toEqual(expected(0))
  expect((await readMembersOf(queries, other)).map(({ roles }) => roles)).toEqual([
    ['kept'],
    ['kept'],
  ])
})

it('[OR3] only sessions of the named people in this organization end, each once', async () => {
  const clara = await rows.person('clara', { active_organization_id: idOf(village) })
  const ended = async () =>
    (
      await rows.database.queries
        .selectFrom('sessions')
        .select(['user_id', 'ended_on'])
        .orderBy('user_id')
        .execute()
    ).map(({ ended_on: at }) => at)
  for (const userId of [idOf(anna), idOf(boris), clara])
    await createSession(rows.database, { userId, publicKey: null }, NOW)
  const end = (userIds: number[], now: number) =>
    endSessionsInOrganization(rows.database.queries, { organizationId: idOf(city), userIds }, now)
  await end([], NOW)
  expect(await ended()).toEqual([null, null, null])
  await end([idOf(anna), clara], NOW + 1)
  expect(await ended()).toEqual([NOW + 1, null, null])
  await end([idOf(anna), idOf(boris)], NOW + 2)
  expect(await ended()).toEqual([NOW + 1, NOW + 2, null])
})

it('a change of access is noted for the named people alone', async () => {
  await noteAccessChange(rows.database.queries, [idOf(anna)])
  await noteAccessChange(rows.database.queries, [idOf(anna), idOf(boris)])
  await noteAccessChange(rows.database.queries, [])
  const found = await rows.database.queries
    .selectFrom('users')
    .select('access_version')
    .orderBy('id')
    .execute()
  expect(found.map((row) => row.access_version)).toEqual([2, 1])
})

it('memberships are read by place and person, with their state and expiry', async () => {
  const { queries } = rows.database
  await rows.member(idOf(village), idOf(anna), {
    roles: '["role-org-admin"]',
    is_primary_contact: 1,
    state: 'EXPIRED',
    expires_on: NOW,
  })
  await join(city, anna, 'ACTIVE')
  await join(village, boris, 'ACTIVE', -1)
  const expired = {
    userId: anna,
    organizationId: village,
    roles: ['role-org-admin'],
    isPrimaryContact: true,
    state: 'EXPIRED',
    expiresOn: NOW,
  }
  expect(await readMember(queries, idOf(village), idOf(anna))).toEqual(expired)
  expect(await readMember(queries, idOf(closed), idOf(anna))).toBeNull()
  expect(await readMemberships(queries, idOf(anna))).toMatchObject([
    { organizationId: city },
    expired,
  ])
  const members = await readMembersOf(queries, idOf(village))
  expect(members.map(({ userId }) => userId)).toEqual([boris, anna])
  expect(holdsAnywhere(['role-org-admin'], 'organization', 'ORG_ADMIN')).toBe(true)
  expect(holdsAnywhere(['role-org-admin'], 'system', 'ORG_ADMIN')).toBe(false)
  expect(holdsAnywhere(['role-org-member-manager'], 'organization', 'ORG_ADMIN')).toBe(false)
})
