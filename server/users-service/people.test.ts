import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { NO_INPUT, outcomeOf } from '../../tests/support/call-context.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { invite } from '../identity/invite.ts'
import { organizationHandlers as handlers } from './people.ts'

let town: Town
let [admin, anna, vera] = [0, 0, 0]
beforeEach(async () => {
  town = await openTown()
  admin = await town.person('admin', town.city, 'role-org-admin')
  anna = await town.person('anna', town.city)
  vera = await town.person('vera', town.alpha, 'role-vendor-primary-contact')
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const setOrganization = (id: number, values: object) =>
  queries().updateTable('organizations').set(values).where('id', '=', id).execute()
const setMember = (userId: number, values: object) =>
  queries().updateTable('organization_members').set(values).where('user_id', '=', userId).execute()

describe('the organizations of a person', () => {
  const own = async (by: number) =>
    (await handlers.forCurrentUser(NO_INPUT, await town.calls.by(by))).map(
      ({ name, parentName }) => `${name} ${parentName}`,
    )

  it('are the open ones that let the person in, by name, with the requestor of a vendor', async () => {
    await town.rows.member(town.village, anna)
    await town.rows.member(town.alpha, anna)
    expect(await own(anna)).toEqual(['Alpha City', 'City null', 'Village null'])
    expect(await own(vera)).toEqual(['Alpha City'])
    await setOrganization(town.village, { state: 'INACTIVE' })
    expect(await own(anna)).toEqual(['Alpha City', 'City null'])
    await queries()
      .updateTable('organization_members')
      .set({ state: 'BLOCKED' })
      .where('user_id', '=', anna)
      .where('organization_id', '=', town.alpha)
      .execute()
    expect(await own(anna)).toEqual(['City null'])
  })

  it('of a system administrator are no vendors', async () => {
    await town.rows.member(town.alpha, admin)
    expect(await own(admin)).toEqual(['Alpha City', 'City null'])
    await queries()
      .updateTable('organization_members')
      .set({ roles: '["role-sys-admin"]' })
      .where('user_id', '=', admin)
      .where('organization_id', '=', town.city)
      .execute()
    expect(await own(admin)).toEqual(['City null'])
  })
})

describe('one organization', () => {
  const get = async (by: number, id: number) =>
    await handlers.get({ ...NO_INPUT, params: { id } }, await town.calls.by(by))

  it('is read by its people, a vendor by its requestor and a requestor by its vendors', async () => {
    const { city, village, alpha, beta } = town
    await setOrganization(city, { description: 'Ours', zone: 'Europe/Prague' })
    expect(await get(anna, city)).toMatchObject({
      ...{ id: city, name: 'City', description: 'Ours', parentId: null, zone: 'Europe/Prague' },
    })
    expect((await get(anna, alpha)).parentId).toBe(city)
    expect((await get(vera, alpha)).name).toBe('Alpha')
    expect((await get(vera, city)).name).toBe('City')
    for (const [by, id] of [
      [anna, village],
      [anna, 999],
      [vera, beta],
      [vera, village],
    ] as const)
      expect(await outcomeOf(get(by, id)), String(id)).toBe('NOT_FOUND')
    const villager = await town.person('vic', village)
    expect(await outcomeOf(get(villager, alpha))).toBe('NOT_FOUND')
  })
})

describe('the vendors of an organization', () => {
  const vendors = async (by: number, id: number) =>
    await handlers.vendors({ ...NO_INPUT, params: { id } }, await town.calls.by(by))
  const invited = async (email: string, organizationId: number, row: object = {}) => {
    const { id } = await invite(queries(), {
      ...{ email, organizationId, roles: [], language: 'en', baseUrl: '', now: 1 },
      invitedBy: { userId: admin, name: '' },
    })
    await queries()
      .updateTable('invitations')
      .set({ ...row, id })
      .where('id', '=', id)
      .execute()
  }

  it('are the open ones, by name, with their contacts, the active ones and the invited ones', async () => {
    const { city, village, alpha, beta } = town
    const closed = await town.rows.organization('Closed', { parent_id: city, state: 'INACTIVE' })
    await town.rows.organization('Elsewhere', { parent_id: village })
    const victor = await town.person('victor', alpha, 'role-vendor-contact')
    await town.person('blocked', alpha, 'role-vendor-contact', { blocked: 1 })
    const waiting = await town.person('waiting', alpha, 'role-vendor-contact')
    await queries()
      .updateTable('users')
      .set({ approval: 'WAITING' })
      .where('id', '=', waiting)
      .execute()
    const barred = await town.person('barred', alpha, 'role-vendor-contact')
    await setMember(barred, { state: 'BLOCKED' })
    await invited('a', beta)
    await invited('b', beta)
    await invited('c', beta, { accepted_on: 5 })
    await invited('d', beta, { cancelled_on: 5 })
    await invited('e', closed)
    const found = await vendors(admin, city)
    expect(found.map(({ people, ...one }) => ({ ...one, people: people.length }))).toEqual([
      {
        ...{ value: alpha, label: 'Alpha', contacts: 5, activeContacts: 2, people: 2 },
        ...{ invited: 0, primaryContact: 'vera Person' },
      },
      {
        ...{ value: beta, label: 'Beta', contacts: 0, activeContacts: 0, people: 0 },
        ...{ invited: 2, primaryContact: null },
      },
    ])
    expect(found[0]?.people.toSorted((a, b) => a.userId - b.userId)).toEqual([
      { userId: vera, name: 'vera Person', isPrimaryContact: true },
      { userId: victor, name: 'victor Person', isPrimaryContact: false },
    ])
  })

  it('are listed for who may browse them here, by a role or in a project of theirs', async () => {
    const { city, village, alpha } = town
    expect(await outcomeOf(vendors(anna, city))).toBe('NOT_ALLOWED')
    await town.rows.project('p', city, { state: 'PUBLISHED' })
    await town.joins('p', anna, 'role-project-admin')
    expect(await outcomeOf(vendors(anna, city))).toBe('done')
    expect(await outcomeOf(vendors(admin, village))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(vendors(admin, alpha))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(vendors(vera, alpha))).toBe('NOT_ALLOWED')
  })
})
