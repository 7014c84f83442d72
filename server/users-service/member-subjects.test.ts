import { afterEach, beforeEach, expect, it } from 'vitest'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { outcomeOf } from '../../tests/support/call-context.ts'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { readMemberIn } from './member-subjects.ts'
import { readPlace } from './places.ts'

let rows: EmptyDatabase
let city: number
/** Ids by name; in City the ranks fall in the order root, owner, admin, anna. */
const people: Record<string, number> = {}
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  const village = await rows.organization('Village')
  const join = async (name: string, place: number, role?: RoleId) => {
    const id = await rows.person(name, { active_organization_id: place })
    await rows.member(place, id, { roles: JSON.stringify(role === undefined ? [] : [role]) })
    people[name] = id
  }
  await join('root', city, 'role-sys-admin')
  await join('owner', city, 'role-org-owner')
  await join('admin', city, 'role-org-admin')
  await join('anna', city)
  await join('villager', village)
})
afterEach(() => rows.close())

/** The outcome of reading a member of City, for `action` or, with null, for oneself. */
const read = async (by: string, of: string, action: 'member.manage' | null = 'member.manage') => {
  const context = await signedIn(rows.database, people[by] ?? 0)
  const { queries } = rows.database
  const place = await readPlace(queries, city)
  const userId = people[of] ?? 0
  return await outcomeOf(readMemberIn(queries, context, { place, userId, action }))
}

it.each([
  ['admin', 'anna', 'done'],
  ['admin', 'owner', 'NOT_ALLOWED'],
  ['admin', 'root', 'NOT_ALLOWED'],
  ['owner', 'admin', 'done'],
  ['owner', 'root', 'NOT_ALLOWED'],
  ['admin', 'villager', 'NOT_FOUND'],
  ['admin', 'unknown', 'NOT_FOUND'],
  ['anna', 'admin', 'NOT_ALLOWED'],
])('[OR5] a person acts only on members below them: %s on %s is %s', async (by, of, outcome) => {
  expect(await read(by, of)).toBe(outcome)
})

it('people may act on their own membership, and on none where they are no member', async () => {
  for (const name of ['root', 'owner', 'admin', 'anna'])
    expect(await read(name, name, null), name).toBe('done')
  expect(await read('villager', 'villager', null)).toBe('NOT_FOUND')
})
