import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { ListRequest } from '#schema/api/common.ts'
import { type Calls, NO_INPUT, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { invite } from '../identity/invite.ts'
import { memberHandlers as handlers } from './members.ts'

let rows: EmptyDatabase
let calls: Calls
let [city, village, alpha, beta] = [0, 0, 0, 0]
let [admin, anna, boris, vera, victor] = [0, 0, 0, 0, 0]
let changes: () => Promise<string[]>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  beta = await rows.organization('Beta', { parent_id: city })
  const person = async (name: string, place: number, role?: string, age = 0) => {
    const id = await rows.person(name, { active_organization_id: place })
    const roles = JSON.stringify(role === undefined ? [] : [role])
    const isPrimary = Number(role === 'role-vendor-primary-contact')
    await rows.member(place, id, { roles, is_primary_contact: isPrimary, created_on: NOW - age })
    return id
  }
  admin = await person('admin', city, 'role-org-admin', 3)
  anna = await person('anna', city, undefined, 2)
  boris = await person('boris', city, undefined, 2)
  vera = await person('vera', alpha, 'role-vendor-primary-contact')
  victor = await person('victor', alpha, 'role-vendor-contact')
  for (const userId of [anna, boris, victor])
    await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const asked = (body: Partial<ListRequest> = {}): ListRequest => ({
  pageNumber: 0,
  pageSize: 10,
  filters: {},
  sorts: [],
  ...body,
})

describe('the list of members', () => {
  const list = async (by: number, id: number, body?: Partial<ListRequest>) =>
    await handlers.list({ ...NO_INPUT, params: { id }, body: asked(body) }, await calls.by(by))
  const names = async (body?: Partial<ListRequest>) =>
    (await list(admin, city, body)).items.map(({ username }) => username)

  it('shows the members of the place alone, newest first, with what bars their removal', async () => {
    await rows.project('p', city, { owner_id: boris })
    await rows.project('old', city, { owner_id: anna, state: 'ARCHIVED' })
    await rows.project('q', village, { owner_id: anna })
    const page = await list(admin, city)
    expect(page.total).toBe(3)
    expect(
      page.items.map(({ username, isLastAdministrator, ownsProjects, isInvitedByYou }) => [
        username,
        isLastAdministrator,
        ownsProjects,
        isInvitedByYou,
      ]),
    ).toEqual([
      ['anna', false, false, false],
      ['boris', false, true, false],
      ['admin', true, false, false],
    ])
  })

  it('finds every word in name, username or address, in either case', async () => {
    expect(await names({ filters: { q: ' PERSON  an' } })).toEqual(['anna'])
    expect(await names({ filters: { q: 'boris@city' } })).toEqual(['boris'])
    expect(await names({ filters: { q: 'anna boris' } })).toEqual([])
    expect(await names({ filters: { q: '  ' } })).toHaveLength(3)
    expect(await names({ sorts: [{ field: 'username', direction: 'DESC' }] })).toEqual([
      'boris',
      'anna',
      'admin',
    ])
    expect(await names({ pageNumber: 1, pageSize: 2 })).toEqual(['admin'])
  })

  it('shows the pictures of public profiles alone', async () => {
    const profile = { about: '', homepage: '', company: '', location: '', phone: '' }
    await rows.database.queries
      .insertInto('profiles')
      .values([
        { ...profile, user_id: anna, avatar: 'a'.repeat(64), is_public: 1, updated_on: NOW },
        { ...profile, user_id: boris, avatar: 'b'.repeat(64), is_public: 0, updated_on: NOW },
      ])
      .execute()
    const { items } = await list(admin, city)
    expect(items.map(({ username, avatar }) => [username, avatar])).toEqual([
      ['anna', 'a'.repeat(64)],
      ['boris', null],
      ['admin', null],
    ])
  })

  it('says whom the caller invited, which no invitation of others or to elsewhere does', async () => {
    const invited = async (name: string, row: object) => {
      const { id } = await invite(rows.database.queries, {
        email: `${name}@city.example`,
        organizationId: city,
        roles: [],
        invitedBy: { userId: admin, name: '' },
        language: 'en',
        baseUrl: '',
        now: NOW,
      })
      await rows.database.queries.updateTable('invitations').set(row).where('id', '=', id).execute()
    }
    const own = async () =>
      (await list(admin, city)).items
        .filter(({ isInvitedByYou }) => isInvitedByYou)
        .map(({ username }) => username)
    await invited('a', { accepted_by: anna, accepted_on: NOW, organization_id: village })
    await invited('b', { accepted_by: anna, accepted_on: NOW, invited_by: boris })
    await invited('c', { accepted_by: anna, accepted_on: null })
    expect(await own()).toEqual([])
    await invited('d', { accepted_by: boris, accepted_on: NOW })
    expect(await own()).toEqual(['boris'])
  })

  it.each([
    ['an ordinary member', () => [anna, city], 'done'],
    ['the requestor at its vendor', () => [admin, alpha], 'done'],
    ['a contact at the own vendor', () => [victor, alpha], 'done'],
    ['a contact at another vendor', () => [victor, beta], 'NOT_FOUND'],
    ['a contact at the requestor', () => [victor, city], 'NOT_ALLOWED'],
    ['another organization', () => [admin, village], 'NOT_FOUND'],
    ['an unknown place', () => [admin, 999], 'NOT_FOUND'],
  ] as const)('is asked for by %s', async (_who, given, outcome) => {
    const [by = 0, id = 0] = given()
    expect(await outcomeOf(list(by, id))).toBe(outcome)
    const params = { ...NO_INPUT, params: { id } }
    for (const call of [
      handlers.pending({ ...params, body: asked() }, await calls.by(by)),
      handlers.roles(params, await calls.by(by)),
      handlers.allUsers(params, await calls.by(by)),
    ])
      expect(await outcomeOf(call)).toBe(outcome)
  })

  it('names all people of the place by name, and the roles that the caller may give', async () => {
    const params = { ...NO_INPUT, params: { id: city } }
    expect(await handlers.allUsers(params, await calls.by(anna))).toEqual([
      { id: admin, name: 'admin Person', username: 'admin' },
      { id: anna, name: 'anna Person', username: 'anna' },
      { id: boris, name: 'boris Person', username: 'boris' },
    ])
    const roles = async (by: number, id: number) =>
      (await handlers.roles({ ...NO_INPUT, params: { id } }, await calls.by(by))).map(
        (one) => one.id,
      )
    expect(await roles(anna, city)).toEqual([])
    const offered = await roles(admin, city)
    expect(offered).toContain('role-org-power-user')
    expect(offered.filter((id) => /^role-(?:vendor|project|sys)-/.test(id))).toEqual([])
    expect(await roles(vera, alpha)).toContain('role-vendor-contact')
  })
})

it('open invitations are listed newest first, without closed ones and those of projects', async () => {
  const invited = async (email: string, row: object = {}, now = NOW) => {
    const { id } = await invite(rows.database.queries, {
      email,
      organizationId: city,
      roles: ['role-org-power-user'],
      invitedBy: { userId: admin, name: '' },
      language: 'en',
      baseUrl: '',
      now,
    })
    await rows.database.queries
      .updateTable('invitations')
      .set({ expires_on: now + 7 * 86_400_000, ...row })
      .where('id', '=', id)
      .execute()
    return id
  }
  await invited('accepted@x.example', { accepted_on: NOW })
  await invited('cancelled@x.example', { cancelled_on: NOW })
  await invited('elsewhere@x.example', { organization_id: village })
  await invited('project@x.example', { project_id: 'p' })
  const older = await invited('older@x.example', { invited_by: null }, NOW - 5)
  await invited('newer@x.example')
  await invited('', { is_primary_contact: 1 }, NOW - 9)
  const pending = async (by: number, filters = {}) =>
    (
      await handlers.pending(
        { ...NO_INPUT, params: { id: city }, body: asked({ filters }) },
        await calls.by(by),
      )
    ).items
  expect(
    (await pending(admin)).map((one) => [
      one.email,
      one.invitedBy,
      one.isPrimaryContact,
      one.canSendAgain,
    ]),
  ).toEqual([
    ['newer@x.example', 'admin Person', false, true],
    ['older@x.example', '', false, true],
    ['', 'admin Person', true, false],
  ])
  expect(await pending(anna, { q: 'OLDER' })).toEqual([
    {
      id: older,
      email: 'older@x.example',
      roleIds: ['role-org-power-user'],
      isPrimaryContact: false,
      invitedBy: '',
      sentOn: NOW - 5,
      expiresOn: NOW - 5 + 7 * 86_400_000,
      canSendAgain: false,
    },
  ])
})

describe('removing and leaving', () => {
  const remove = async (by: number, id: number, userIds: number[]) =>
    await handlers.remove({ ...NO_INPUT, params: { id }, body: { userIds } }, await calls.by(by))
  const leave = async (by: number, id: number) =>
    await handlers.leave({ ...NO_INPUT, params: { id } }, await calls.by(by))

  it('[OR11] removes the named people from this place, once each, and ends their sessions', async () => {
    await rows.member(village, anna)
    await changes()
    await remove(admin, city, [anna, anna])
    expect(await changes()).toEqual([
      'organization_members City/anna -',
      'sessions …/anna ~ ended_on=now',
      'users anna ~ access_version=1',
    ])
    expect(calls.told).toEqual([`forget ${anna}`, 'guard sessions'])
  })

  it('[OR11] a person leaves one place, and ends the sessions there', async () => {
    await leave(victor, alpha)
    expect(await changes()).toEqual([
      'organization_members Alpha/victor -',
      'sessions …/victor ~ ended_on=now',
      'users victor ~ access_version=1',
    ])
    expect(calls.told).toEqual([`forget ${victor}`, 'guard sessions'])
  })

  it('[OR5] [OR11] [VE4] the last administrator, a primary contact and people out of reach are not removed', async () => {
    for (const [call, code] of [
      [remove(admin, city, [anna, admin]), 'NOT_ALLOWED'],
      [remove(anna, city, [boris]), 'NOT_ALLOWED'],
      [remove(admin, city, [anna, vera]), 'NOT_FOUND'],
      [remove(admin, village, [anna]), 'NOT_FOUND'],
      [remove(admin, 999, [anna]), 'NOT_FOUND'],
      [remove(admin, alpha, [vera]), 'primary.cannotremove'],
      [leave(admin, city), 'LAST_ADMINISTRATOR'],
      [leave(vera, alpha), 'primary.cannotremove'],
      [leave(anna, village), 'NOT_FOUND'],
      [leave(anna, 999), 'NOT_FOUND'],
    ] as const)
      expect(await outcomeOf(call)).toBe(code)
    expect([await changes(), calls.told]).toEqual([[], []])
    await remove(admin, alpha, [vera, victor])
    expect((await changes()).filter((line) => line.startsWith('organization_members'))).toEqual([
      'organization_members Alpha/vera -',
      'organization_members Alpha/victor -',
    ])
  })
})

describe('the active organization', () => {
  const activate = async (id: number) =>
    await handlers.setActiveOrganization({ ...NO_INPUT, params: { id } }, await calls.by(anna))

  it('[TF11] changes to one of the own, and ends all open sessions of that person', async () => {
    // An ended session keeps the time of its end.
    await rows.database.queries
      .updateTable('sessions')
      .set({ ended_on: NOW - 7 })
      .where('user_id', '=', anna)
      .execute()
    for (let n = 0; n < 2; n += 1)
      await createSession(rows.database, { userId: anna, publicKey: null }, NOW - 1)
    await rows.member(village, anna)
    calls.now = NOW + 1
    await changes()
    await activate(village)
    expect(await changes()).toEqual([
      '2 × sessions …/anna ~ ended_on=now+1',
      'users anna ~ active_organization_id=Village updated_on=now+1',
    ])
    expect(calls.told).toEqual([`end person ${anna}`])
  })

  it('[TF11] is not one of others, closed, barred to the person, or without a second factor', async () => {
    const { queries } = rows.database
    expect(await outcomeOf(activate(village))).toBe('NOT_FOUND')
    await rows.member(village, anna, { state: 'BLOCKED' })
    expect(await outcomeOf(activate(village))).toBe('NOT_FOUND')
    await queries.updateTable('organization_members').set({ state: 'ACTIVE' }).execute()
    await queries
      .updateTable('organizations')
      .set({ state: 'INACTIVE' })
      .where('id', '=', village)
      .execute()
    expect(await outcomeOf(activate(village))).toBe('NOT_FOUND')
    await queries
      .updateTable('organizations')
      .set({ state: 'ACTIVE', two_factor_required: 1 })
      .where('id', '=', village)
      .execute()
    await changes()
    expect(await outcomeOf(activate(village))).toBe('TWO_FACTOR_FIRST')
    expect([await changes(), calls.told]).toEqual([[], []])
    await queries.updateTable('users').set({ otp_active: 1 }).where('id', '=', anna).execute()
    expect(await outcomeOf(activate(village))).toBe('done')
  })
})

it('[OR1] [OR2] blocks, prolongs and lets in again one member', async () => {
  const params = { ...NO_INPUT, params: { id: anna } }
  const ofMembers = async () =>
    (await changes()).filter((line) => line.startsWith('organization_members'))
  await handlers.block(params, await calls.by(admin))
  expect(await ofMembers()).toEqual(['organization_members City/anna ~ state=BLOCKED'])
  await handlers.unblock(params, await calls.by(admin))
  expect(await ofMembers()).toEqual(['organization_members City/anna ~ state=ACTIVE'])
  await handlers.prolong({ ...params, body: { expiresOn: NOW + 1 } }, await calls.by(admin))
  expect(await ofMembers()).toEqual(['organization_members City/anna ~ expires_on=now+1'])
  await handlers.setRoles(
    { ...NO_INPUT, params: { id: city }, body: { userId: anna, roleIds: ['role-org-power-user'] } },
    await calls.by(admin),
  )
  expect(await ofMembers()).toEqual([
    'organization_members City/anna ~ roles=["role-org-power-user"]',
  ])
})
