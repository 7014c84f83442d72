import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { ROLE_IDS } from '#schema/tables/role-permissions.ts'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import {
  administrationHandlers as administration,
  roleHandlers as roles,
} from './administration.ts'

let town: Town
let [root, olga, anna, vera, bruno] = [0, 0, 0, 0, 0]
beforeEach(async () => {
  town = await openTown()
  const { city, alpha, village } = town
  root = await town.person('root', city, 'role-sys-admin', { name: 'Root' })
  olga = await town.person('olga', city, 'role-org-admin', { name: 'Olga Admin' })
  anna = await town.person('anna', city, 'role-org-power-user', { name: 'Anna Zet' })
  vera = await town.person('vera', alpha, 'role-vendor-primary-contact', { name: 'Vera Alpha' })
  bruno = await town.rows.person('bruno', {
    ...{ name: 'Bruno', approval: 'WAITING', requested_organization: 'Town', otp_active: 1 },
  })
  await town.rows.member(village, anna, { roles: '[]' })
})
afterEach(() => town.rows.close())
const by = (userId: number) => town.calls.by(userId)
const users = async (query: object = {}, userId = root) =>
  await administration.users(
    { ...NO_INPUT, query: { q: '', pageNumber: 0, pageSize: 50, ...query } },
    await by(userId),
  )
const found = async (query: object = {}) =>
  (await users(query)).items.map(({ username }) => username)
const organizations = async (query: object = {}, userId = root) =>
  await administration.organizations(
    { ...NO_INPUT, query: { q: '', pageNumber: 0, pageSize: 50, ...query } },
    await by(userId),
  )

describe('the list of all users', () => {
  it('is for system administrators', async () => {
    for (const person of [olga, anna, vera]) {
      expect(await outcomeOf(users({}, person))).toBe('NOT_FOUND')
      expect(await outcomeOf(organizations({}, person))).toBe('NOT_FOUND')
    }
  })

  it('is by name, in pages, and finds every word in name, username or address', async () => {
    expect(await found()).toEqual(['anna', 'bruno', 'olga', 'root', 'vera'])
    const page = await users({ pageNumber: 1, pageSize: 2 })
    expect([page.total, page.items.map(({ username }) => username)]).toEqual([5, ['olga', 'root']])
    expect(await found({ q: '  ADMIN ' })).toEqual(['olga'])
    expect(await found({ q: 'a zet' })).toEqual(['anna'])
    expect(await found({ q: 'zet olga' })).toEqual([])
    expect(await found({ q: 'bruno@city' })).toEqual(['bruno'])
  })

  it('tells of each what an administrator has to know', async () => {
    const { city, village } = town
    const byName = new Map((await users()).items.map((user) => [user.username, user]))
    expect(byName.get('anna')).toEqual({
      ...{ id: anna, username: 'anna', name: 'Anna Zet', email: 'anna@city.example' },
      ...{ state: 'ACTIVE', otpActivated: false, createdOn: NOW, sessions: 0 },
      ...{ requestedOrganization: '', isLastAdministrator: false, ownsProjects: false },
      organizations: [
        { id: city, name: 'City', roleIds: ['role-org-power-user'] },
        { id: village, name: 'Village', roleIds: [] },
      ],
    })
    expect(byName.get('bruno')).toMatchObject({
      ...{ id: bruno, state: 'WAITING', otpActivated: true, requestedOrganization: 'Town' },
      organizations: [],
    })
    expect(byName.get('olga')).toMatchObject({ isLastAdministrator: true })
  })

  it('tells owners of projects, and blocked people before waiting ones', async () => {
    await town.rows.project('p', town.city, { owner_id: anna })
    await town.rows.database.queries
      .updateTable('users')
      .set({ blocked: 1 })
      .where('id', 'in', [bruno, vera])
      .execute()
    const { items } = await users()
    expect(items.filter(({ ownsProjects }) => ownsProjects).map(({ id }) => id)).toEqual([anna])
    expect(await found({ state: 'BLOCKED' })).toEqual(['bruno', 'vera'])
    expect(await found({ state: 'ACTIVE' })).toEqual(['anna', 'olga', 'root'])
    expect([await found({ state: 'WAITING' }), (await users({ state: 'BLOCKED' })).total]).toEqual([
      ...[[], 2],
    ])
  })

  it('counts sessions that are open', async () => {
    const { queries } = town.rows.database
    const add = async (id: string, user_id: number, more: object = {}) =>
      await queries
        .insertInto('sessions')
        .values({
          ...{ id, user_id, public_key: null, created_on: 1, access_until: NOW + 1 },
          ...{ ended_on: null, idle_until: NOW + 1, absolute_until: NOW + 1 },
          organization_id: null,
          ...more,
        })
        .execute()
    await add('a', anna)
    await add('b', anna)
    await add('idle', anna, { idle_until: NOW })
    await add('old', anna, { absolute_until: NOW })
    await add('ended', anna, { ended_on: 1 })
    await add('c', olga)
    const counts = (await users()).items.map(({ username, sessions }) => [username, sessions])
    expect(counts).toEqual([
      ...[
        ['anna', 2],
        ['bruno', 0],
      ],
      ...[
        ['olga', 1],
        ['root', 0],
      ],
      ['vera', 0],
    ])
  })
})

describe('the list of all organizations', () => {
  it('has no vendors but counts them, with members and projects', async () => {
    await town.rows.project('p', town.city)
    const { items, total } = await organizations()
    expect(total).toBe(2)
    expect(items).toMatchObject([
      { id: town.city, name: 'City', parentId: null, members: 3, vendors: 2, projects: 1 },
      { id: town.village, name: 'Village', members: 1, vendors: 0, projects: 0, createdOn: NOW },
    ])
    const names = async (query: object) =>
      (await organizations(query)).items.map(({ name }) => name)
    expect([await names({ q: 'VILL' }), await names({ q: 'alpha' })]).toEqual([['Village'], []])
    expect(await names({ pageNumber: 1, pageSize: 1 })).toEqual(['Village'])
  })
})

describe('roles', () => {
  it('are listed for people who give them', async () => {
    const list = async (userId: number) => await roles.list(NO_INPUT, await by(userId))
    const all = await list(olga)
    expect(all.map(({ id }) => id)).toEqual([...ROLE_IDS])
    expect(all.find(({ id }) => id === 'role-org-admin')).toMatchObject({ scope: 'organization' })
    expect(await list(root)).toEqual(all)
    expect(await outcomeOf(list(anna))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(list(vera))).toBe('NOT_ALLOWED')
  })

  it('are read one by one by all', async () => {
    const get = async (id: string) =>
      await roles.get({ ...NO_INPUT, params: { id } }, await by(vera))
    expect(await get('role-org-admin')).toMatchObject({ id: 'role-org-admin' })
    expect(await outcomeOf(get('role-none'))).toBe('NOT_FOUND')
  })
})
