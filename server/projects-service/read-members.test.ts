import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { findMemberId, readCandidates, readMembers, setInvitedRoles } from './read-members.ts'

let town: Town
let [olga, anna, zoe] = [0, 0, 0]
/** Project p of City, owned by Olga, with the members Zoe and Anna; q of City with other ones. */
beforeEach(async () => {
  town = await openTown()
  const { city } = town
  olga = await town.person('olga', city)
  zoe = await town.person('zoe', city)
  anna = await town.person('anna', city)
  for (const id of ['p', 'q']) await town.rows.project(id, city, { owner_id: olga })
  for (const id of [zoe, anna, olga]) await town.joins('p', id, 'role-project-req-author')
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const place = () => ({ id: 'p', organizationId: town.city, ownerId: olga, createdOn: 5 })
const invite = (id: string, row: object = {}) =>
  queries()
    .insertInto('invitations')
    .values({
      ...{ id, hash: id, email: `${id}@city.example`, organization_id: town.city, roles: '[]' },
      ...{ is_primary_contact: 0, restrictions: null, project_id: 'p', project_roles: '["a"]' },
      ...{ invited_by: null, created_on: 3, expires_on: NOW + 1, accepted_on: null },
      ...{ accepted_by: null, cancelled_on: null, ...row },
    })
    .execute()
const setUser = (id: number, row: object) =>
  queries().updateTable('users').set(row).where('id', '=', id).execute()
const setMember = (id: number, row: object) =>
  queries().updateTable('organization_members').set(row).where('user_id', '=', id).execute()
/** Invitations that must not count as open ones of project p. */
const inviteOthers = async () => {
  await invite('accepted', { accepted_on: 1 })
  await invite('cancelled', { cancelled_on: 1 })
  await invite('expired', { expires_on: NOW })
  await invite('elsewhere', { project_id: 'q' })
  await invite('of-village', { organization_id: town.village })
}

describe('the members of a project', () => {
  it('are the owner, the members by name and the invited people', async () => {
    const other = await town.person('other', town.city)
    await town.joins('q', other, 'role-project-req-author')
    await invite('second')
    await invite('first')
    await inviteOthers()
    const of = (name: string, userId: number) => ({
      ...{ userId, username: name, name: `${name} Person`, email: `${name}@city.example` },
      ...{ isBlocked: false, alsoContactOf: null },
    })
    const author = { roles: ['role-project-req-author'], isOwner: false, since: 1 }
    const invited = { userId: null, username: '', name: '', roles: ['a'], isOwner: false, since: 3 }
    expect(await readMembers(queries(), place(), NOW)).toEqual([
      { ...of('olga', olga), roles: [], isOwner: true, since: 5 },
      { ...of('anna', anna), ...author },
      { ...of('zoe', zoe), ...author },
      ...['first', 'second'].map((name) => ({
        ...{ ...invited, email: `${name}@city.example`, isBlocked: false, alsoContactOf: null },
      })),
    ])
  })

  it('say who is blocked and who is also a contact of an invited vendor', async () => {
    await setUser(zoe, { blocked: 1 })
    await town.rows.invited('p', town.alpha)
    await town.rows.member(town.alpha, anna)
    const found = await readMembers(queries(), place(), NOW)
    expect(
      found.map(({ username, isBlocked, alsoContactOf }) => [username, isBlocked, alsoContactOf]),
    ).toEqual([
      ['olga', false, null],
      ['anna', false, 'Alpha'],
      ['zoe', true, null],
    ])
  })
})

it('people who can be added are active members of the organization, by name', async () => {
  const { city, village, alpha } = town
  const added: number[] = []
  for (const name of ['max', 'carl']) added.push(await town.person(name, city))
  await town.joins('q', added[0] ?? 0, 'role-project-req-author')
  await town.person('stranger', village)
  await town.person('vera', alpha)
  await town.person('root', city, 'role-sys-admin')
  await setMember(await town.person('blocked', city), { state: 'BLOCKED' })
  await setUser(await town.person('out', city), { blocked: 1 })
  expect(await readCandidates(queries(), place())).toEqual(
    ['carl', 'max'].map((name, index) => ({
      ...{ userId: added[1 - index], username: name, name: `${name} Person` },
      email: `${name}@city.example`,
    })),
  )
  await queries().deleteFrom('project_members').where('user_id', '=', olga).execute()
  expect((await readCandidates(queries(), place())).map(({ username }) => username)).toEqual([
    ...['carl', 'max'],
  ])
})

it('a member is found by id or address in the organization, and refused if they may not act', async () => {
  const villager = await town.person('villager', town.village)
  const find = (given: Parameters<typeof findMemberId>[2]) =>
    findMemberId(queries(), town.city, given)
  expect(await find({ userId: anna })).toBe(anna)
  expect(await find({ email: ' ZOE@city.example ' })).toBe(zoe)
  for (const given of [
    { userId: villager },
    { userId: 999 },
    { email: 'villager@city.example' },
    { email: 'unknown@city.example' },
    {},
  ])
    expect(await find(given), JSON.stringify(given)).toBeNull()
  await setMember(anna, { state: 'EXPIRED' })
  expect(await outcomeOf(find({ userId: anna }))).toBe('NOT_FOUND')
  expect(await outcomeOf(find({ email: 'anna@city.example' }))).toBe('NOT_FOUND')
  expect(await find({ userId: zoe })).toBe(zoe)
})

it('roles of an open invitation to the project are changed, and of no other', async () => {
  await inviteOthers()
  await invite('open')
  await invite('other')
  const email = 'open@city.example'
  await queries().updateTable('invitations').set({ email }).where('id', '<>', 'other').execute()
  const invited = { organizationId: town.city, projectId: 'p', roles: ['b', 'c'] }
  expect(await setInvitedRoles(queries(), { ...invited, email }, NOW)).toBe(1)
  const changed = await queries()
    .selectFrom('invitations')
    .select(['id', 'project_roles'])
    .where('project_roles', '<>', '["a"]')
    .execute()
  expect(changed).toEqual([{ id: 'open', project_roles: '["b","c"]' }])
  expect(await setInvitedRoles(queries(), { ...invited, email }, NOW + 1)).toBe(0)
})
