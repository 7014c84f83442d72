import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { readActiveIds } from './active-members.ts'
import { lacksConsent } from './consents.ts'
import { isContact, readContacts } from './contacts.ts'
import { readPerson } from './read-actor.ts'
import { isOnTeam, readTeams } from './team.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta] = [0, 0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
})
afterEach(() => rows.close())

type Person = Parameters<EmptyDatabase['person']>[1]
type Member = Parameters<EmptyDatabase['member']>[2]
const join = async (place: number, name: string, member: Member = {}, person: Person = {}) => {
  const id = await rows.person(name, { active_organization_id: place, ...person })
  await rows.member(place, id, member)
  return id
}
const work = (projectId: string, userId: number) =>
  rows.database.queries
    .insertInto('project_members')
    .values({ project_id: projectId, user_id: userId, roles: '[]', created_on: NOW })
    .execute()
const grant = (projectId: string, vendorId: number, userId: number, packages: string | null) =>
  rows.database.queries
    .insertInto('restrictions')
    .values({
      project_id: projectId,
      vendor_id: vendorId,
      user_id: userId,
      package_ids: packages,
    })
    .execute()

it.each<[string, Member, Person, boolean]>([
  ['an active member', {}, {}, true],
  ['a blocked account', {}, { blocked: 1 }, false],
  ['an account that waits for approval', {}, { approval: 'WAITING' }, false],
  ['a blocked membership', { state: 'BLOCKED' }, {}, false],
  ['an expired membership', { state: 'EXPIRED' }, {}, false],
  ['a membership that waits', { state: 'PENDING' }, {}, false],
])('%s may act for the organization: %o %o → %s', async (_, member, person, isActive) => {
  const id = await join(city, 'anna', member, person)
  await join(village, 'boris')
  const { queries } = rows.database
  expect([...(await readActiveIds(queries, city))]).toEqual(isActive ? [id] : [])
  expect((await readPerson(queries, id))?.userId ?? null).toBe(isActive ? id : null)
})

it('a person acts in the active organization alone, and in none that is inactive', async () => {
  const { queries } = rows.database
  const anna = await join(city, 'anna', { roles: '["role-org-admin"]' })
  await rows.member(alpha, anna, { roles: '["role-vendor-contact"]', is_primary_contact: 1 })
  const other = await join(city, 'boris')
  expect(await readPerson(queries, anna)).toEqual({
    userId: anna,
    name: 'anna Person',
    organizationId: city,
    organizationName: 'City',
    parentId: null,
    roles: ['role-org-admin'],
    isPrimaryContact: false,
  })
  const act = (id: number | null) =>
    queries
      .updateTable('users')
      .set({ active_organization_id: id })
      .where('id', '=', anna)
      .execute()
  await act(alpha)
  expect(await readPerson(queries, anna)).toMatchObject({
    organizationId: alpha,
    parentId: city,
    roles: ['role-vendor-contact'],
    isPrimaryContact: true,
  })
  for (const none of [village, null]) {
    await act(none)
    expect(await readPerson(queries, anna)).toBeNull()
  }
  expect(await readPerson(queries, 999)).toBeNull()
  await queries
    .updateTable('organizations')
    .set({ state: 'INACTIVE' })
    .where('id', '=', city)
    .execute()
  expect(await readPerson(queries, other)).toBeNull()
})

it('the team of a project is its owner and members who are active, by name', async () => {
  const { queries } = rows.database
  const owner = await join(city, 'zoe')
  const member = await join(city, 'anna')
  const blocked = await join(city, 'boris', { state: 'BLOCKED' })
  const system = await join(city, 'root', { roles: '["role-sys-admin"]' })
  const stranger = await join(village, 'dora')
  const elsewhere = await join(city, 'emil')
  await rows.project('p', city, { owner_id: owner })
  await rows.project('q', city, { owner_id: elsewhere })
  for (const id of [member, blocked, system, stranger, owner]) await work('p', id)
  const teams = await readTeams(queries, { organizationId: city, projectIds: ['p', 'q', 'x'] })
  expect([...teams].map(([id, team]) => [id, team.map((one) => one.id)]).toSorted()).toEqual([
    ['p', [member, owner]],
    ['q', [elsewhere]],
  ])
  const isOn = (userId: number, projectId = 'p') =>
    isOnTeam(queries, { projectId, organizationId: city }, userId)
  expect([await isOn(owner), await isOn(member), await isOn(owner, 'q')]).toEqual([
    true,
    true,
    false,
  ])
  for (const id of [blocked, system, stranger, elsewhere]) expect(await isOn(id)).toBe(false)
  // A contact of an invited vendor acts for one side only.
  await rows.member(alpha, member)
  await rows.invited('p', alpha)
  expect(await isOn(member)).toBe(false)
})

it('people of one name stand in the order of their accounts', async () => {
  const { queries } = rows.database
  const ids = []
  for (const username of ['one', 'two', 'three'])
    ids.push(await join(city, username, {}, { name: 'Anna Person' }))
  await rows.project('p', city, { owner_id: ids[2] ?? 0 })
  for (const id of ids) await work('p', id)
  const teams = await readTeams(queries, { organizationId: city, projectIds: ['p'] })
  expect(teams.get('p')?.map(({ id }) => id)).toEqual(ids)
})

it('a contact sees the projects and packages granted by its own vendor, the primary one all', async () => {
  const { queries } = rows.database
  await rows.project('p', city)
  for (const vendor of [alpha, beta]) await rows.invited('p', vendor)
  const primary = await join(alpha, 'zoe', { is_primary_contact: 1 })
  const some = await join(alpha, 'anna')
  const all = await join(alpha, 'boris')
  const none = await join(alpha, 'carl')
  const blocked = await join(alpha, 'dora', { state: 'BLOCKED' })
  await grant('p', alpha, some, '["k1"]')
  await grant('p', alpha, all, null)
  await grant('p', alpha, blocked, null)
  await grant('p', beta, none, null)
  await grant('q', alpha, none, '["k2"]')
  const found = await readContacts(queries, { vendorId: alpha, projectIds: ['p', 'q'] })
  expect(Object.fromEntries(found)).toEqual({
    p: [
      { id: some, name: 'anna Person', packageIds: ['k1'] },
      { id: all, name: 'boris Person' },
      { id: primary, name: 'zoe Person' },
    ],
    q: [
      { id: none, name: 'carl Person', packageIds: ['k2'] },
      { id: primary, name: 'zoe Person' },
    ],
  })
  const sees = (userId: number, packageId?: string) =>
    isContact(queries, { projectId: 'p', vendorId: alpha, packageId }, userId)
  expect([await sees(some), await sees(some, 'k1'), await sees(some, 'k2')]).toEqual([
    true,
    true,
    false,
  ])
  expect([await sees(all, 'k2'), await sees(primary, 'k2')]).toEqual([true, true])
  expect([await sees(none), await sees(blocked)]).toEqual([false, false])
  await rows.member(city, all, { roles: '["role-org-admin"]' })
  await work('p', all)
  expect(await sees(all, 'k2')).toBe(false)
})

it('a vendor lacks consent while its own requestor asks for it and it accepted no version', async () => {
  const { queries } = rows.database
  const lacks = (vendor: number, parent: number) => lacksConsent(queries, vendor, parent)
  const ask = (id: number, version: number, text: string) =>
    queries
      .updateTable('organizations')
      .set({ documentation_version: version, documentation_text: text })
      .where('id', '=', id)
      .execute()
  await ask(village, 1, 'Rules')
  expect(await lacks(alpha, city)).toBe(false)
  await ask(city, 1, '')
  expect(await lacks(alpha, city)).toBe(false)
  await ask(city, 0, 'Rules')
  expect(await lacks(alpha, city)).toBe(false)
  await ask(city, 1, 'Rules')
  expect(await lacks(alpha, city)).toBe(true)
  await queries
    .insertInto('consents')
    .values({ vendor_id: beta, version: 1, user_id: 1, accepted_on: NOW })
    .execute()
  await ask(city, 2, 'Newer rules')
  expect([await lacks(alpha, city), await lacks(beta, city)]).toEqual([true, false])
})
