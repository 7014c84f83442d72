import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { auth } from '#schema/api/users-service/auth.ts'
import {
  ADDRESS,
  type Calls,
  NO_INPUT,
  openCalls,
  outcomeOf,
  rightPassword,
} from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { totpCode } from '../../tests/support/totp-code.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { encryptOtpSecret } from '../security/otp-cipher.ts'
import { authHandlers as handlers } from './auth.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
let rows: EmptyDatabase
let calls: Calls
let [city, village, anna] = [0, 0, 0]
let changes: () => Promise<string[]>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  village = await rows.organization('Village')
  const password = await rightPassword(calls.services)
  const person = async (name: string) => {
    const id = await rows.person(name, {
      active_organization_id: city,
      password,
      salt: `salt of ${name}`,
      iterations: 7,
    })
    await rows.member(city, id, { roles: '["role-org-power-user"]' })
    return id
  }
  anna = await person('anna')
  await person('boris')
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

interface User {
  blocked?: number
  approval?: 'WAITING'
  otp_active?: number
  otp_secret?: string
}
const setAnna = async (row: User) => {
  const changed = { updated_on: NOW, ...row }
  await rows.database.queries.updateTable('users').set(changed).where('id', '=', anna).execute()
  await changes()
}
interface Body {
  username?: string
  hash?: string
  otp?: string
}
const signIn = async (body: Body = {}) => {
  await calls.takeTry(auth.authenticate, ADDRESS)
  const context = calls.publicly()
  Object.assign(context.request, { headers: { 'user-agent': 'Browser' } })
  const sent = { username: ' Anna ', hash: 'right', ...body }
  const answer = await handlers.authenticate({ ...NO_INPUT, body: sent }, context)
  return { ...answer, by: context.request.actorId }
}
/** Lines of rows that a sign-in adds when it succeeds. */
const SESSION = [
  `session_tokens … + serial=1 created_on=now`,
  `sessions … + user_id=anna created_on=now access_until=now+900000 idle_until=now+14400000 absolute_until=now+2592000000 user_agent=Browser address=${ADDRESS} organization_id=City`,
]

describe('signing in', () => {
  it('[AU3] opens one session, and returns the person, its times and a token', async () => {
    const answer = await signIn()
    expect(answer).toMatchObject({
      by: anna,
      expiresOn: NOW + 900_000,
      idleUntil: NOW + 14_400_000,
      absoluteUntil: NOW + 2_592_000_000,
      now: NOW,
      serverId: calls.services.meta.serverId,
      session: {
        userId: anna,
        username: 'anna',
        name: 'anna Person',
        otpActivated: false,
        organizationId: city,
        organizationName: 'City',
        vendorId: null,
        isPrimaryContact: false,
        roles: ['role-org-power-user'],
      },
    })
    expect(await changes()).toEqual(SESSION)
    expect(await calls.tries()).toEqual([])
    const { sessionId } = await signIn()
    expect(sessionId).not.toBe(answer.sessionId)
  })

  it('[TF1] with a second factor needs a code', async () => {
    await setAnna({
      otp_active: 1,
      otp_secret: encryptOtpSecret(SECRET, anna, calls.services.meta),
    })
    expect(await outcomeOf(signIn())).toBe('OTP_REQUIRED otp')
    expect(await outcomeOf(signIn({ otp: '000000' }))).toBe('OTP_INVALID otp')
    expect((await changes()).filter((line) => !line.startsWith('failed_tries'))).toEqual([])
    const answer = await signIn({ otp: totpCode(SECRET, NOW) })
    expect(answer.session.otpActivated).toBe(true)
    expect((await changes()).filter((line) => line.startsWith('session'))).toEqual(SESSION)
  })

  it.each<[string, string, User, Body]>([
    ['with a wrong password', 'BAD_CREDENTIALS', {}, { hash: 'wrong' }],
    ['with an unknown username', 'BAD_CREDENTIALS', {}, { username: 'x' }],
    ['with a blocked account', 'BAD_CREDENTIALS', { blocked: 1 }, {}],
    ['before the approval', 'ACCOUNT_WAITING', { approval: 'WAITING' }, {}],
  ])('[AU2] %s is refused: %s', async (_how, code, user, body) => {
    await setAnna(user)
    expect(await outcomeOf(signIn(body))).toBe(code)
    expect((await changes()).filter((line) => !line.startsWith('failed_tries'))).toEqual([])
    expect(await calls.tries()).toEqual(code === 'BAD_CREDENTIALS' ? [1, 1] : [])
  })

  it('[CA1] a contact who waits for approval is told so', async () => {
    const { queries } = rows.database
    await queries
      .updateTable('organization_members')
      .set({
        state: 'PENDING',
        organization_id: await rows.organization('Alpha', { parent_id: city }),
      })
      .where('user_id', '=', anna)
      .execute()
    await changes()
    expect(await outcomeOf(signIn())).toBe('CONTACT_WAITING')
    expect(await changes()).toEqual([])
  })

  it('[TF8] [TF11] without a second factor is refused where the organization to be opened requires it', async () => {
    const { queries } = rows.database
    const required = { two_factor_required: 1 }
    await queries.updateTable('organizations').set(required).where('id', '=', village).execute()
    expect(await outcomeOf(signIn())).toBe('done')
    await rows.member(village, anna)
    await queries
      .updateTable('organization_members')
      .set({ state: 'BLOCKED' })
      .where('user_id', '=', anna)
      .where('organization_id', '=', city)
      .execute()
    await changes()
    expect(await outcomeOf(signIn())).toBe('TWO_FACTOR_REQUIRED')
    // The organization that is open to the person has become the active one.
    expect(await changes()).toEqual(['users anna ~ active_organization_id=Village'])
  })

  it('is refused without an organization that is open', async () => {
    const { queries } = rows.database
    await queries.deleteFrom('organization_members').where('user_id', '=', anna).execute()
    expect(await outcomeOf(signIn())).toBe('BAD_CREDENTIALS')
  })
})

it('[AU1] the salt of an account is told, and an unknown username gets the same one each time', async () => {
  const salt = async (username: string) =>
    await handlers.prelogin({ ...NO_INPUT, body: { username } }, calls.publicly())
  expect(await salt(' ANNA ')).toEqual({ salt: 'salt of anna', iterations: 7 })
  const unknown = await salt('unknown')
  expect(unknown.iterations).toBe(600_000)
  expect(await salt(' Unknown')).toEqual(unknown)
  expect((await salt('another')).salt).not.toBe(unknown.salt)
})

it('[AU8] signing out ends this session alone, and its socket', async () => {
  const sessions = []
  for (let n = 0; n < 2; n += 1)
    sessions.push(await createSession(rows.database, { userId: anna, publicKey: null }, NOW - 1))
  const id = sessions[0]?.sessionId ?? ''
  await changes()
  await handlers.logout(NO_INPUT, await calls.by(anna, id))
  expect(await changes()).toEqual(['sessions …/anna ~ ended_on=now'])
  expect(calls.told).toEqual([`end session ${id}`])
  const open = rows.database.queries
    .selectFrom('sessions')
    .select('id')
    .where('ended_on', 'is', null)
  expect(await open.execute()).toEqual([{ id: sessions[1]?.sessionId }])
})

it('a session tells the person, and of a contact the vendor', async () => {
  const alpha = await rows.organization('Alpha', { parent_id: city })
  const vera = await rows.person('vera', { active_organization_id: alpha, otp_active: 1 })
  await rows.member(alpha, vera, {
    roles: '["role-vendor-primary-contact"]',
    is_primary_contact: 1,
  })
  expect(await handlers.session(NO_INPUT, await calls.by(vera))).toMatchObject({
    userId: vera,
    username: 'vera',
    vendorId: alpha,
    organizationId: alpha,
    isPrimaryContact: true,
    otpActivated: true,
  })
})

it('[AU11] accounts are offered in a demo alone', async () => {
  await rows.database.queries
    .insertInto('demo_accounts')
    .values([
      { position: 2, username: 'b', password: 'p', name: 'B', role: 'R', organization: 'City' },
      { position: 1, username: 'a', password: 'p', name: 'A', role: 'R', organization: 'City' },
    ])
    .execute()
  expect(await handlers.demoAccounts(NO_INPUT, calls.publicly())).toEqual([])
  const demo = { ...calls.publicly(), services: { ...calls.services, isDemo: true } }
  expect((await handlers.demoAccounts(NO_INPUT, demo)).map(({ username }) => username)).toEqual([
    'a',
    'b',
  ])
})
