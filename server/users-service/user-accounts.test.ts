import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, NO_INPUT, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { createLink } from '../identity/mail-links.ts'
import { userHandlers as handlers } from './user-accounts.ts'

let rows: EmptyDatabase
let calls: Calls
let [city, village, alpha] = [0, 0, 0]
let [admin, owner, root, anna, boris, vera] = [0, 0, 0, 0, 0, 0]
let changes: () => Promise<string[]>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  village = await rows.organization('Village')
  alpha = await rows.organization('Alpha', { parent_id: city })
  const person = async (name: string, place: number, role?: string) => {
    const id = await rows.person(name, { active_organization_id: place, updated_on: NOW - 9 })
    await rows.member(place, id, { roles: JSON.stringify(role === undefined ? [] : [role]) })
    return id
  }
  admin = await person('admin', city, 'role-org-admin')
  owner = await person('owner', city, 'role-org-owner')
  root = await person('root', village, 'role-sys-admin')
  anna = await person('anna', city)
  boris = await person('boris', city)
  vera = await person('vera', alpha, 'role-vendor-contact')
  for (const userId of [anna, boris, vera])
    await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const mail = (to: string, subject: string) =>
  `mails … + to_address=${to}@city.example subject=${subject} created_on=now next_try_on=now`

describe('a profile', () => {
  type Update = Parameters<typeof handlers.update>[0]['body']
  const update = async (by: number, body: Partial<Update> & { id: number }) =>
    await handlers.update(
      { ...NO_INPUT, body: { updatedOn: NOW - 9, ...body } as Update },
      await calls.by(by),
    )

  it('[AA3] is changed by its person and by an administrator, and no other row is', async () => {
    const answer = await update(anna, { id: anna, firstname: ' Anna ', guidelineSeen: [] })
    expect(answer).toMatchObject({ id: anna, firstname: 'Anna', updatedOn: NOW })
    expect(await changes()).toEqual(['users anna ~ firstname=Anna name=Anna Person updated_on=now'])
    await update(admin, { id: boris, lastname: 'Novak', phone: '1', company: '' })
    expect(await changes()).toEqual([
      'profiles boris + phone=1 updated_on=now',
      'users boris ~ lastname=Novak name=boris Novak updated_on=now',
    ])
    calls.now = NOW + 1
    await update(boris, { id: boris, about: 'Buys', location: 'B', updatedOn: NOW })
    expect(await changes()).toEqual([
      'profiles boris ~ about=Buys location=B updated_on=now+1',
      'users boris ~ updated_on=now+1',
    ])
    await update(boris, { id: boris, homepage: 'https://b.example', updatedOn: NOW + 1 })
    expect(await changes()).toEqual(['profiles boris ~ homepage=https://b.example'])
  })

  it('[AA3] shows the username beside a name that a colleague has', async () => {
    await update(anna, { id: anna, firstname: 'boris' })
    expect(await changes()).toEqual([
      'users anna ~ firstname=boris name=boris Person (anna) updated_on=now',
    ])
    await update(boris, { id: boris, phone: '2' })
    expect(await changes()).toEqual([
      'profiles boris + phone=2 updated_on=now',
      'users boris ~ updated_on=now',
    ])
  })

  it.each<[string, string, () => [number, Partial<Update> & { id: number }]]>([
    ['of a colleague', 'NOT_ALLOWED', () => [anna, { id: boris, phone: '1' }]],
    ['of an owner, by an administrator', 'NOT_ALLOWED', () => [admin, { id: owner, phone: '1' }]],
    ['of a contact of a vendor', 'NOT_ALLOWED', () => [admin, { id: vera, phone: '1' }]],
    ['of a stranger', 'NOT_FOUND', () => [admin, { id: root, phone: '1' }]],
    ['of an unknown person', 'NOT_FOUND', () => [root, { id: 999, phone: '1' }]],
    [
      'that is older than the stored one',
      'requirement.stale',
      () => [anna, { id: anna, updatedOn: NOW - 10 }],
    ],
    [
      'with the tours of another person',
      'NOT_ALLOWED guidelineSeen',
      () => [admin, { id: anna, guidelineSeen: [] }],
    ],
    [
      'with a sign that reverses text',
      'NAME_SIGNS firstname',
      () => [anna, { id: anna, firstname: 'a\u202Eb' }],
    ],
    [
      'with a sign that reverses text',
      'NAME_SIGNS lastname',
      () => [anna, { id: anna, lastname: 'a\u202Eb' }],
    ],
  ])('[AA3] %s is refused: %s', async (_what, code, given) => {
    expect(await outcomeOf(update(...given()))).toBe(code)
    expect(await changes()).toEqual([])
  })
})

describe('a new password by an administrator', () => {
  const reset = async (by: number, id: number) =>
    await handlers.resetPassword({ ...NO_INPUT, params: { id } }, await calls.by(by))

  it('[AA1] mails a link, and ends the sessions of that person alone', async () => {
    await reset(admin, anna)
    expect(await changes()).toEqual([
      'mail_links … + purpose=reset-password user_id=anna email=anna@city.example created_on=now expires_on=now+1800000',
      mail('anna', 'Set a new password'),
      'sessions …/anna ~ ended_on=now',
    ])
    expect(calls.told).toEqual([expect.stringMatching(/^end session ./), 'mails'])
  })

  it('[AA1] is refused for oneself, a higher rank, without the right, and without an address', async () => {
    await rows.database.queries
      .updateTable('users')
      .set({ email: '' })
      .where('id', '=', boris)
      .execute()
    await changes()
    for (const [by, id, code] of [
      [anna, anna, 'NOT_ALLOWED'],
      [anna, boris, 'NOT_ALLOWED'],
      [admin, owner, 'NOT_ALLOWED'],
      [admin, root, 'NOT_FOUND'],
      [admin, 999, 'NOT_FOUND'],
      [admin, boris, 'EMAIL_MISSING'],
    ] as const)
      expect(await outcomeOf(reset(by, id)), `${by} ${id}`).toBe(code)
    expect([await changes(), calls.told]).toEqual([[], []])
  })

  it('[AA1] is refused after five links within an hour', async () => {
    for (let n = 0; n < 5; n += 1)
      await createLink(rows.database.queries, {
        purpose: 'reset-password',
        userId: anna,
        email: 'anna@city.example',
        now: NOW - 3_600_000 + 1,
      })
    expect(await outcomeOf(reset(admin, anna))).toBe('RESET_LIMIT')
    calls.now = NOW + 1
    expect(await outcomeOf(reset(admin, anna))).toBe('done')
  })
})

describe('removing an account', () => {
  const remove = async (by: number, id: number) =>
    await handlers.remove({ ...NO_INPUT, params: { id } }, await calls.by(by))
  const deleted = (name: string) =>
    `users ${name} ~ username=… email= firstname= lastname= name= active_organization_id=null blocked=1 updated_on=now access_version=1`

  it('[AA5] of one organization ends its sessions, says so by mail and deletes it', async () => {
    await remove(owner, anna)
    expect(await changes()).toEqual([
      mail('anna', 'Your account was deleted'),
      'organization_members City/anna -',
      'sessions …/anna ~ ended_on=now',
      deleted('anna'),
    ])
    expect(calls.told).toEqual([`forget ${anna}`, 'guard sessions', 'mails'])
  })

  it('[AA5] of two organizations ends only the membership that the caller may end', async () => {
    await rows.member(village, anna)
    await changes()
    await remove(owner, anna)
    expect(await changes()).toEqual([
      'organization_members City/anna -',
      'sessions …/anna ~ ended_on=now',
      'users anna ~ access_version=1',
    ])
  })

  it('[AA5] by the system ends every membership, and moves the flag of a primary contact', async () => {
    const { queries } = rows.database
    await queries
      .updateTable('organization_members')
      .set({ is_primary_contact: 1, roles: '["role-vendor-primary-contact"]' })
      .where('user_id', '=', vera)
      .execute()
    await rows.member(alpha, boris, { roles: '["role-vendor-contact"]' })
    await rows.member(village, vera)
    await changes()
    await remove(root, vera)
    expect(await changes()).toEqual([
      mail('vera', 'Your account was deleted'),
      'organization_members Alpha/boris ~ roles=["role-vendor-primary-contact"] is_primary_contact=1',
      'organization_members Alpha/vera -',
      'organization_members Village/vera -',
      'sessions …/vera ~ ended_on=now',
      deleted('vera'),
    ])
  })

  it('[AA6] is refused for oneself, strangers, owners, primary contacts, and the last administrator', async () => {
    const { queries } = rows.database
    await rows.project('p', city, { owner_id: boris })
    await queries
      .updateTable('organization_members')
      .set({ is_primary_contact: 1, roles: '["role-vendor-primary-contact"]' })
      .where('user_id', '=', vera)
      .execute()
    await rows.member(alpha, anna, { roles: '["role-vendor-contact"]' })
    await rows.member(city, root, { roles: '["role-sys-admin"]' })
    await changes()
    for (const [by, id, code] of [
      [owner, owner, 'NOT_ALLOWED'],
      [anna, boris, 'NOT_ALLOWED'],
      [admin, owner, 'NOT_ALLOWED'],
      [owner, root, 'NOT_ALLOWED'],
      [owner, boris, 'MEMBER_OWNS_PROJECTS'],
      [admin, boris, 'NOT_ALLOWED'],
      [owner, vera, 'primary.cannotremove'],
      [owner, 999, 'NOT_FOUND'],
      [root, 999, 'NOT_FOUND'],
      [root, root, 'NOT_ALLOWED'],
    ] as const)
      expect(await outcomeOf(remove(by, id)), `${by} removes ${id}`).toBe(code)
    expect(await changes()).toEqual([])
    await queries.deleteFrom('organization_members').where('user_id', '=', owner).execute()
    await changes()
    expect(await outcomeOf(remove(root, admin))).toBe('LAST_ADMINISTRATOR')
    expect([await changes(), calls.told]).toEqual([[], []])
  })
})
