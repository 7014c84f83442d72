import { afterEach, beforeEach, expect, it } from 'vitest'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { openTown, type Town } from '../../tests/support/town.ts'
import { readPerson } from '../database/access/read-actor.ts'
import { readUser } from './user-fields.ts'

let town: Town
let [admin, anna, boris, vera, root] = [0, 0, 0, 0, 0]
const ANNA = { updated_on: NOW - 5, otp_active: 1, guideline_seen: '["home"]' }
beforeEach(async () => {
  town = await openTown()
  const { city, village, alpha } = town
  admin = await town.person('admin', city, 'role-org-admin')
  anna = await town.person('anna', city, 'role-org-power-user', ANNA)
  boris = await town.person('boris', city)
  vera = await town.person('vera', alpha, 'role-vendor-contact')
  root = await town.person('root', village, 'role-sys-admin')
})
afterEach(() => town.rows.close())
const queries = () => town.rows.database.queries
const read = async (by: number, userId: number) => {
  const person = await readPerson(queries(), by)
  if (person === null) throw new Error('unknown')
  return await readUser(queries(), person, userId)
}
const WORDS = { about: 'Buys', homepage: 'h', company: 'c', location: 'l', phone: '1' }
const say = (userId: number, isPublic: boolean) =>
  queries()
    .insertInto('profiles')
    .values({
      ...{ user_id: userId, ...WORDS, avatar: 'a'.repeat(64) },
      ...{ is_public: Number(isPublic), updated_on: NOW },
    })
    .execute()
const HIDDEN = { about: '', homepage: '', company: '', location: '', phone: '', avatar: null }
const SHOWN = { ...WORDS, avatar: 'a'.repeat(64) }

it('people read themselves wholly', async () => {
  await say(anna, false)
  await town.rows.member(town.village, anna, { roles: '["role-sys-admin","role-org-power-user"]' })
  const { city, village } = town
  const found = await read(anna, anna)
  expect(found).toMatchObject({
    ...{ id: anna, username: 'anna', email: 'anna@city.example', name: 'anna Person' },
    ...{ firstname: 'anna', lastname: 'Person', ...SHOWN, updatedOn: NOW },
    ...{ guidelineSeen: ['home'], activeOrganizationId: city, otpActivated: true },
    organizations: [
      { id: city, name: 'City' },
      { id: village, name: 'Village' },
    ],
  })
  expect(found.roles.map(({ id }) => id)).toEqual(['role-sys-admin'])
  expect(found.organizationRoles.map(({ id, organizationId }) => [id, organizationId])).toEqual([
    ['role-org-power-user', city],
    ['role-sys-admin', village],
    ['role-org-power-user', village],
  ])
  const [system] = found.roles
  expect(system?.code).toBe('role-sys-admin')
})

it('a colleague reads of a person what is public, and never the tours', async () => {
  expect(await read(boris, anna)).toMatchObject({
    ...{ id: anna, ...HIDDEN, updatedOn: null, guidelineSeen: [], otpActivated: true },
  })
  await say(anna, false)
  await say(boris, true)
  expect(await read(boris, anna)).toMatchObject(HIDDEN)
  expect(await read(anna, boris)).toMatchObject({ ...SHOWN, updatedOn: null, otpActivated: false })
})

it('an editor of profiles reads what is not public, with the newest time of account and profile', async () => {
  // The right to edit in one of the organizations that the editor sees is enough.
  await town.rows.member(town.alpha, anna)
  expect((await read(admin, anna)).updatedOn).toBe(NOW - 5)
  await say(anna, false)
  expect(await read(admin, anna)).toMatchObject({ ...SHOWN, updatedOn: NOW, guidelineSeen: [] })
  await queries()
    .updateTable('users')
    .set({ updated_on: NOW + 7 })
    .where('id', '=', anna)
    .execute()
  expect((await read(admin, anna)).updatedOn).toBe(NOW + 7)
})

it('the requestor reads the contact of its vendor, but not how they sign in', async () => {
  await say(vera, false)
  expect(await read(boris, vera)).toMatchObject({
    ...{ id: vera, ...HIDDEN, otpActivated: null, updatedOn: null },
    organizations: [{ id: town.alpha, name: 'Alpha' }],
  })
})

it('only the organizations that the reader may see are told', async () => {
  await town.rows.member(town.village, boris, { roles: '["role-org-admin"]' })
  const found = await read(admin, boris)
  expect(found.organizations).toEqual([{ id: town.city, name: 'City' }])
  expect([found.organizationRoles, found.activeOrganizationId]).toEqual([[], town.city])
  await queries()
    .updateTable('users')
    .set({ active_organization_id: town.village })
    .where('id', '=', boris)
    .execute()
  expect((await read(admin, boris)).activeOrganizationId).toBeNull()
  expect((await read(root, boris)).organizations).toHaveLength(2)
})

it('people out of reach, without an organization and unknown ones get one answer', async () => {
  const alone = await town.rows.person('alone')
  const wendy = await town.person('wendy', town.beta)
  for (const [by, userId] of [
    [boris, root],
    [vera, anna],
    [vera, wendy],
    [admin, alone],
    [root, alone],
    [root, 999],
  ] as const)
    expect(await outcomeOf(read(by, userId)), `${by} ${userId}`).toBe('NOT_FOUND')
})
