import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { RoleId } from '#schema/tables/role-permissions.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { readMember } from '../database/access/members.ts'
import { createSession } from '../database/sessions/create-session.ts'
import {
  changeAccess,
  removeMembers,
  requireAdministratorLeft,
  requireNoPrimary,
} from './change-access.ts'
import type { Place } from './places.ts'

let rows: EmptyDatabase
let [city, village, alpha, beta] = [0, 0, 0, 0]
let [anna, boris, carla] = [0, 0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  const person = (name: string) => rows.person(name, { active_organization_id: city })
  anna = await person('anna')
  boris = await person('boris')
  carla = await person('carla')
})
afterEach(() => rows.close())

const codeOf = (work: Promise<unknown>): Promise<string> =>
  work.then(
    () => 'allowed',
    ({ code }: { code: string }) => code,
  )

const placeOf = (organizationId: number, parentId: number | null): Place => ({
  organizationId,
  parentId,
  name: '',
  state: 'ACTIVE',
})

describe('removing people', () => {
  /** The memberships and grants of anna and boris in two places and two projects. */
  const seed = async (): Promise<void> => {
    await rows.project('p', city)
    await rows.project('q', village)
    const { queries } = rows.database
    for (const userId of [anna, boris]) {
      for (const place of [city, village, alpha, beta]) await rows.member(place, userId)
      for (const project_id of ['p', 'q']) {
        const row = { project_id, user_id: userId }
        await queries
          .insertInto('project_members')
          .values({ ...row, roles: '[]', created_on: NOW })
          .execute()
        for (const vendor_id of [alpha, beta])
          await queries
            .insertInto('restrictions')
            .values({ ...row, vendor_id, package_ids: null })
            .execute()
      }
    }
  }
  const left = async (): Promise<string[]> => {
    const { queries } = rows.database
    const nameOf = (id: number) => (id === anna ? 'anna' : 'boris')
    const places = new Map([
      [city, 'city'],
      [village, 'village'],
      [alpha, 'alpha'],
      [beta, 'beta'],
    ])
    const members = await queries.selectFrom('organization_members').selectAll().execute()
    const inProjects = await queries.selectFrom('project_members').selectAll().execute()
    const grants = await queries.selectFrom('restrictions').selectAll().execute()
    return [
      ...members.map((row) => `${nameOf(row.user_id)} ${places.get(row.organization_id)}`),
      ...inProjects.map((row) => `${nameOf(row.user_id)} in ${row.project_id}`),
      ...grants.map(
        (row) => `${nameOf(row.user_id)} for ${places.get(row.vendor_id)} in ${row.project_id}`,
      ),
    ]
  }
  const removed = async (organizationId: number, parentId: number | null): Promise<string[]> => {
    const before = await left()
    await rows.database.write((tx) =>
      removeMembers(tx, {
        place: placeOf(organizationId, parentId),
        userIds: [anna],
        now: NOW,
        actorId: carla,
      }),
    )
    const after = new Set(await left())
    return before.filter((line) => !after.has(line)).toSorted()
  }

  it('[OR11] from an organization takes them out of it and its projects, and of nothing else', async () => {
    await seed()
    expect(await removed(city, null)).toEqual(['anna city', 'anna in p'])
  })

  it('[OR11] from a vendor takes its grants, and leaves those of another vendor', async () => {
    await seed()
    expect(await removed(alpha, city)).toEqual([
      'anna alpha',
      'anna for alpha in p',
      'anna for alpha in q',
    ])
  })

  it.each([
    ['a project in work', 'MEMBER_OWNS_PROJECTS', { state: 'CLOSED' }],
    ['an archived project', 'allowed', { state: 'ARCHIVED' }],
    ['a project of another organization', 'allowed', { state: 'CLOSED', elsewhere: true }],
  ] as const)('[OR12] leaving as the owner of %s: %s', async (_what, outcome, project) => {
    const { state } = project
    await rows.project('own', 'elsewhere' in project ? village : city, { owner_id: anna, state })
    const place = placeOf(city, null)
    const work = rows.database.write((tx) =>
      removeMembers(tx, { place, userIds: [boris, anna], now: NOW, actorId: carla }),
    )
    expect(await codeOf(work)).toBe(outcome)
  })
})

describe('the last administrator', () => {
  const ADMIN: RoleId = 'role-org-admin'
  type Row = Parameters<EmptyDatabase['member']>[2]
  const asAdmin = (row: Row = {}): Row => ({ roles: JSON.stringify([ADMIN]), ...row })
  it.each<[who: string, outcome: string, own: Row, other: Row | null]>([
    ['the only administrator', 'LAST_ADMINISTRATOR', asAdmin(), null],
    ['one of two', 'allowed', asAdmin(), asAdmin()],
    ['one beside a member without the role', 'LAST_ADMINISTRATOR', asAdmin(), {}],
    ['one beside a blocked one', 'LAST_ADMINISTRATOR', asAdmin(), asAdmin({ state: 'BLOCKED' })],
    ['one beside a waiting one', 'LAST_ADMINISTRATOR', asAdmin(), asAdmin({ state: 'PENDING' })],
    [
      'one beside one with an end date',
      'LAST_ADMINISTRATOR',
      asAdmin(),
      asAdmin({ expires_on: NOW + 1 }),
    ],
    ['one who is blocked already', 'allowed', asAdmin({ state: 'BLOCKED' }), null],
    ['a member without the role', 'allowed', {}, null],
    [
      'the only administrator of the system',
      'LAST_ADMINISTRATOR',
      { roles: JSON.stringify(['role-sys-admin']) },
      asAdmin(),
    ],
  ])('[OR5] %s leaves: %s', async (_who, outcome, own, other) => {
    await rows.member(city, anna, own)
    if (other !== null) await rows.member(city, boris, other)
    // An administrator elsewhere does not count.
    await rows.member(village, carla, asAdmin())
    const member = { organizationId: city, userId: anna }
    const leave = (leaving?: Parameters<typeof requireAdministratorLeft>[2]) =>
      codeOf(rows.database.write((tx) => requireAdministratorLeft(tx, member, leaving)))
    expect(await leave()).toBe(outcome)
    expect(await leave({ rolesLeft: ['role-org-owner', 'role-sys-admin'] })).toBe('allowed')
    if (outcome === 'allowed' && own?.state === undefined && own?.roles !== undefined)
      expect(await leave({ userIds: [anna, boris] })).toBe('LAST_ADMINISTRATOR')
  })
})

it.each([
  ['with a colleague', 'primary.cannotremove', true, true, false],
  ['together with every colleague', 'allowed', true, true, true],
  ['alone at the vendor', 'allowed', true, false, false],
  ['without the flag', 'allowed', false, true, false],
])('[VE4] a contact %s leaves: %s', async (_how, outcome, isPrimary, hasColleague, isTogether) => {
  await rows.member(alpha, anna, { is_primary_contact: Number(isPrimary) })
  if (hasColleague) await rows.member(alpha, boris)
  await rows.member(beta, carla)
  const { queries } = rows.database
  const member = await readMember(queries, alpha, anna)
  if (member === null) throw new Error('no member')
  const leaving = isTogether ? [anna, boris] : [anna]
  const place = placeOf(alpha, city)
  expect(await codeOf(requireNoPrimary(queries, place, { member, leaving }))).toBe(outcome)
  // A requestor organization has no primary contact.
  const requestor = placeOf(alpha, null)
  expect(await codeOf(requireNoPrimary(queries, requestor, { member }))).toBe('allowed')
})

it('[OR1] [OR4] a change of access makes devices read it again, and ends only the sessions there', async () => {
  await rows.member(village, carla)
  await rows.member(city, boris)
  await rows.database.queries
    .updateTable('users')
    .set({ active_organization_id: village })
    .where('id', '=', carla)
    .execute()
  for (const userId of [anna, boris, carla])
    await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
  const context = await signedIn(rows.database, boris)
  await changeAccess(context.services, async () => ({
    organizationId: city,
    changed: [boris],
    ended: [anna, carla],
  }))
  const users = await rows.database.queries
    .selectFrom('users')
    .leftJoin('sessions', 'sessions.user_id', 'users.id')
    .select(['username', 'access_version', 'ended_on'])
    .orderBy('username')
    .execute()
  expect(users.map((row) => [row.username, row.access_version, row.ended_on])).toEqual([
    ['anna', 1, NOW],
    ['boris', 1, null],
    ['carla', 1, null],
  ])
  expect(context.told.forgotten).toEqual([boris, anna, carla])
})
