import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import {
  type Calls,
  NO_INPUT,
  openCalls,
  outcomeOf,
  rightPassword,
} from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { createLink } from '../identity/mail-links.ts'
import { clientHash, storedHash } from '../security/password-hash.ts'
import { passwordHandlers as handlers } from './passwords.ts'

const ADDRESS_OF_ANNA = 'anna@city.example'
let rows: EmptyDatabase
let calls: Calls
let [anna, boris] = [0, 0]
let own: string
let changes: () => Promise<string[]>
/** Anna has two sessions, of which `own` is the caller's. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  const city = await rows.organization('City')
  const password = await rightPassword(calls.services)
  const person = async (name: string) => {
    const id = await rows.person(name, {
      active_organization_id: city,
      password,
      salt: 'c2FsdA==',
      iterations: 1,
      updated_on: NOW - 9,
    })
    await rows.member(city, id)
    await createSession(rows.database, { userId: id, publicKey: null }, NOW - 1)
    return id
  }
  anna = await person('anna')
  boris = await person('boris')
  own = (await createSession(rows.database, { userId: anna, publicKey: null }, NOW - 1)).sessionId
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const link = async (
  purpose: LinkPurpose,
  { userId = anna, email = ADDRESS_OF_ANNA, now = NOW - 1 } = {},
) => await createLink(rows.database.queries, { purpose, userId, email, now })
const mail = (subject: string, to = ADDRESS_OF_ANNA) =>
  `mails … + to_address=${to} subject=${subject} created_on=now next_try_on=now`
const DECOY = 'mails … + created_on=now next_try_on=now sent_on=now'
const CHANGED = [
  mail('Your password was changed'),
  'password_history anna/now +',
  'sessions …/anna ~ ended_on=now',
]
const event = () =>
  `events … + kind=account.password actor_id=anna user_ids=[${anna}] created_on=now`
const PASSWORD = 'users anna ~ password=… updated_on=now'

describe('changing the own password', () => {
  const change = async (newHash: string, oldHash = 'right') =>
    await handlers.change({ ...NO_INPUT, body: { oldHash, newHash } }, await calls.by(anna, own))

  it('[PS1] [PS11] ends the other sessions and the open links of that person, and tells them', async () => {
    await link('reset-password')
    await link('undo-email-change', { email: 'former@city.example' })
    await link('reset-password', { userId: boris, email: 'boris@city.example' })
    await changes()
    await change('next')
    expect(await changes()).toEqual([
      event(),
      'mail_links …/anna ~ used_on=now',
      ...CHANGED,
      PASSWORD,
    ])
    expect(calls.told).toEqual([expect.stringMatching(/^end session ./), 'mails'])
    expect(calls.told).not.toContain(`end session ${own}`)
  })

  it('[PS1] needs the current one, and refuses it, ten former ones and the username', async () => {
    const { pepper } = calls.services.meta
    const former = async (sent: string, age: number) =>
      await rows.database.queries
        .insertInto('password_history')
        .values({ user_id: anna, password: await storedHash(sent, pepper), created_on: NOW - age })
        .execute()
    await former('tenth', 10)
    await former('eleventh', 11)
    const other = await storedHash('other', pepper)
    for (let age = 1; age < 10; age += 1)
      await rows.database.queries
        .insertInto('password_history')
        .values({ user_id: anna, password: other, created_on: NOW - age })
        .execute()
    await changes()
    expect(await outcomeOf(change('next', 'wrong'))).toBe('PASSWORD_NOT_MATCH_CURRENT password')
    expect(await outcomeOf(change('right'))).toBe('PASSWORD_ALREADY_USED password')
    expect(await outcomeOf(change('tenth'))).toBe('PASSWORD_ALREADY_USED password')
    expect(await outcomeOf(change(await clientHash('anna', 'c2FsdA==', 1)))).toBe(
      'PASSWORD_IS_SAME_AS_USERNAME password',
    )
    expect((await changes()).filter((line) => !line.startsWith('failed_tries'))).toEqual([])
    expect(calls.told).toEqual([])
    expect(await outcomeOf(change('eleventh'))).toBe('done')
  })
})

describe('asking for a new password', () => {
  const request = async (username: string) =>
    await handlers.resetRequest(
      { ...NO_INPUT, body: { username, language: 'en' } },
      calls.publicly(),
    )
  const linkOf = (email: string, whose = '') =>
    `mail_links … + purpose=reset-password${whose} email=${email} created_on=now expires_on=now+1800000`

  it('[PS3] writes the same rows for everyone, and mails only the owner', async () => {
    for (const written of [' ANNA ', ' Anna@city.example']) {
      await request(written)
      expect(await changes()).toEqual([
        linkOf(ADDRESS_OF_ANNA, ' user_id=anna'),
        mail('Set a new password'),
      ])
    }
    await request('Nobody')
    expect(await changes()).toEqual([linkOf('nobody'), DECOY])
    const { queries } = rows.database
    await queries.updateTable('users').set({ blocked: 1 }).where('id', '=', anna).execute()
    await queries.updateTable('users').set({ email: '' }).where('id', '=', boris).execute()
    await changes()
    for (const name of ['anna', 'boris']) {
      await request(name)
      expect(await changes()).toEqual([linkOf(name), DECOY])
    }
    expect(calls.told).toHaveLength(5)
  })

  it('[RG14] an address means the account with it, also if it is the username of another', async () => {
    await rows.person('boris@city.example', { email: 'x@city.example' })
    await changes()
    await request('boris@city.example')
    expect((await changes())[0]).toBe(linkOf('boris@city.example', ' user_id=boris'))
  })

  it('[PS3] mails no sixth link within an hour', async () => {
    for (let n = 0; n < 5; n += 1) await link('reset-password', { now: NOW - 3_600_000 + 1 })
    await changes()
    await request('anna')
    expect(await changes()).toEqual([linkOf(ADDRESS_OF_ANNA, ' user_id=anna'), DECOY])
  })
})

describe('setting a new password by a link', () => {
  const set = async (resetToken: string, newPasswordHash = 'next') =>
    await handlers.setNew({ ...NO_INPUT, body: { resetToken, newPasswordHash } }, calls.publicly())

  it('[PS2] ends every session and open link, and forgets failed passwords of that person', async () => {
    const token = await link('reset-password')
    await link('change-email', { email: 'next@city.example' })
    await link('reset-password', { userId: boris, email: 'boris@city.example' })
    const { failedTries } = calls.services
    for (const [username, userId] of [
      ['anna', anna],
      ['boris', boris],
    ] as const)
      await failedTries.count('password', { username, userId, address: null })
    await changes()
    await set(token)
    const [signed, counted, ...rest] = await changes()
    expect(signed).toBe(event())
    expect(counted).toMatch(/^failed_tries …\/password\/.* -$/)
    expect(rest).toEqual([
      '2 × mail_links …/anna ~ used_on=now',
      mail('Your password was changed'),
      'password_history anna/now +',
      '2 × sessions …/anna ~ ended_on=now',
      PASSWORD,
    ])
    expect(calls.told).toEqual([
      expect.stringMatching(/^end session ./),
      expect.stringMatching(/^end session ./),
      'mails',
    ])
    expect(await outcomeOf(set(token, 'third'))).toBe('RESET_PASSWORD_INVALID_LINK')
  })

  it('[PS2] [PS4] is refused with a link that is unknown, too old, without an account or of another purpose', async () => {
    const tokens = [
      'unknown',
      await link('reset-password', { now: NOW - 1_800_000 }),
      await link('change-email'),
      await createLink(rows.database.queries, {
        purpose: 'reset-password',
        userId: null,
        email: 'x@city.example',
        now: NOW,
      }),
    ]
    await changes()
    for (const token of tokens)
      expect(await outcomeOf(set(token))).toBe('RESET_PASSWORD_INVALID_LINK')
    expect(await changes()).toEqual([])
    const last = await link('reset-password', { now: NOW - 1_800_000 + 1 })
    expect(await outcomeOf(set(last, 'right'))).toBe('PASSWORD_ALREADY_USED password')
    expect(await outcomeOf(set(last))).toBe('done')
  })
})
