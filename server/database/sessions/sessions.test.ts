import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { hashOfToken } from '../token.ts'
import { createSession } from './create-session.ts'
import { endSession, endSessionsOf } from './end-sessions.ts'
import type { IssuedToken } from './issued-token.ts'
import { isSessionOpen, readOpenSessions } from './open-sessions.ts'
import { renewSession } from './renew-session.ts'
import { requireSession } from './require-session.ts'

let rows: EmptyDatabase
let city: number
let anna: number
let boris: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city })
  boris = await rows.person('boris', { active_organization_id: city })
  await rows.member(city, anna)
  await rows.member(city, boris)
})
afterEach(() => rows.close())

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

const signIn = (userId = anna, now = NOW): Promise<IssuedToken> =>
  createSession(rows.database, { userId, publicKey: 'key' }, now)
const endSessions = (which: { only?: string; except?: string } = {}): Promise<string[]> =>
  rows.database.write((tx) => endSessionsOf(tx, { userId: anna, ...which }, NOW))
const actWith = (token: string, now: number) => requireSession(rows.database, token, now)
const refused = async (answer: Promise<unknown>): Promise<string> => {
  try {
    await answer
    return 'taken'
  } catch (error) {
    return (error as { code: string }).code
  }
}
const isOpen = async (of: IssuedToken, now: number): Promise<boolean[]> => [
  await isSessionOpen(rows.database.queries, of.sessionId, now),
  (await readOpenSessions(rows.database.queries, [of.sessionId], now)).length === 1,
]
let copies: number[] = []
const renew = (
  of: { sessionId: string; token: string },
  now: number,
  { timestamp = now, isRight = true }: { timestamp?: number; isRight?: boolean } = {},
): Promise<IssuedToken> =>
  renewSession(
    rows.database,
    {
      sessionId: of.sessionId,
      token: of.token,
      timestamp,
      isSigned: async (key) => isRight && key === 'key',
      onCopy: async (_, userId) => void copies.push(userId),
    },
    now,
  )
beforeEach(() => {
  copies = []
})

it('[AU4] a token lives 15 minutes, to the millisecond', async () => {
  const session = await signIn()
  expect(session).toMatchObject({
    accessUntil: NOW + 15 * MINUTE_MS,
    idleUntil: NOW + 4 * HOUR_MS,
    absoluteUntil: NOW + 30 * DAY_MS,
  })
  expect(await actWith(session.token, session.accessUntil - 1)).toEqual({
    sessionId: session.sessionId,
    userId: anna,
  })
  expect(await refused(actWith(session.token, session.accessUntil))).toBe('USER_SESSION_EXPIRED')
  expect(await isOpen(session, session.accessUntil - 1)).toEqual([true, true])
  // Another process may have renewed the token of a socket that is open.
  expect(await isOpen(session, session.accessUntil)).toEqual([false, true])
})

it('[AU4] a session ends after four idle hours; each use starts them again', async () => {
  const idle = await signIn()
  expect(await refused(renew(idle, NOW + 4 * HOUR_MS - 1))).toBe('taken')
  const left = await signIn()
  expect(await refused(renew(left, NOW + 4 * HOUR_MS))).toBe('USER_SESSION_EXPIRED')
  expect(await isOpen(left, NOW + 4 * HOUR_MS)).toEqual([false, false])
  const busy = await signIn()
  await actWith(busy.token, NOW + 10 * MINUTE_MS)
  expect(await refused(renew(busy, NOW + 4 * HOUR_MS + 10 * MINUTE_MS - 1))).toBe('taken')
})

it('a session that is in use is written down as such once a minute, and at its first use', async () => {
  const session = await signIn()
  const writtenAfter = async (ms: number): Promise<number> => {
    await actWith(session.token, NOW + ms)
    const { idle_until: until } = await rows.database.queries
      .selectFrom('sessions')
      .select('idle_until')
      .executeTakeFirstOrThrow()
    return until - NOW - 4 * HOUR_MS
  }
  expect(await writtenAfter(1)).toBe(1)
  expect(await writtenAfter(MINUTE_MS + 1)).toBe(1)
  expect(await writtenAfter(MINUTE_MS + 2)).toBe(MINUTE_MS + 2)
  expect(await writtenAfter(MINUTE_MS + 3)).toBe(MINUTE_MS + 2)
})

it('[AU7] no renewal lasts beyond 30 days after the password was given', async () => {
  let session = await signIn()
  let now = NOW
  for (; now + 3 * HOUR_MS < NOW + 30 * DAY_MS;) {
    now += 3 * HOUR_MS
    session = await renew(session, now)
  }
  expect(session).toMatchObject({ absoluteUntil: NOW + 30 * DAY_MS, idleUntil: NOW + 30 * DAY_MS })
  session = await renew(session, NOW + 30 * DAY_MS - 1)
  expect(session.accessUntil).toBe(NOW + 30 * DAY_MS)
  expect(await refused(renew(session, NOW + 30 * DAY_MS))).toBe('USER_SESSION_EXPIRED')
  expect(await isOpen(session, NOW + 30 * DAY_MS)).toEqual([false, false])
})

it('[AU5] a token counts until its successor is used, and a renewal whose answer was lost may be repeated', async () => {
  const first = await signIn()
  const lost = await renew(first, NOW + 1)
  expect(await refused(actWith(first.token, NOW + 2))).toBe('taken')
  const second = await renew(first, NOW + 3)
  expect(await refused(actWith(lost.token, NOW + 4))).toBe('WRONG_TOKEN')
  expect(await refused(actWith(second.token, NOW + 5))).toBe('taken')
  expect(await refused(actWith(first.token, NOW + 6))).toBe('WRONG_TOKEN')
  expect(copies).toEqual([])
})

it('[AU5] [AU15] a replaced token that comes back ends its session, and no other', async () => {
  const [first, other] = [await signIn(), await signIn()]
  const second = await renew(first, NOW + 1)
  await actWith(second.token, NOW + 2)
  expect(await refused(renew(first, NOW + 3))).toBe('WRONG_TOKEN')
  expect(copies).toEqual([anna])
  expect(await refused(actWith(second.token, NOW + 4))).toBe('WRONG_TOKEN')
  expect(await refused(renew(second, NOW + 5))).toBe('WRONG_TOKEN')
  expect(await refused(actWith(other.token, NOW + 4))).toBe('taken')
})

it('[AU6] without the key, with a token of another session or for an unknown session nothing is renewed', async () => {
  const [session, other] = [await signIn(), await signIn(boris)]
  expect(await refused(renew(session, NOW, { isRight: false }))).toBe('WRONG_TOKEN')
  expect(await refused(renew({ ...session, token: other.token }, NOW))).toBe('WRONG_TOKEN')
  expect(await refused(renew({ ...session, sessionId: 'unknown' }, NOW))).toBe('WRONG_TOKEN')
  const keyless = await createSession(rows.database, { userId: anna, publicKey: null }, NOW)
  expect(await refused(renew(keyless, NOW))).toBe('WRONG_TOKEN')
})

it('[AU20] [AU21] a proof counts within a minute of the clock, and each must be later than the last', async () => {
  const session = await signIn()
  expect(await refused(renew(session, NOW, { timestamp: NOW - MINUTE_MS - 1 }))).toBe('PROOF_TIME')
  expect(await refused(renew(session, NOW, { timestamp: NOW + MINUTE_MS + 1 }))).toBe('PROOF_TIME')
  expect(await refused(renew(session, NOW, { timestamp: NOW - MINUTE_MS }))).toBe('taken')
  expect(await refused(renew(session, NOW, { timestamp: NOW - MINUTE_MS }))).toBe('PROOF_TIME')
  expect(await refused(renew(session, NOW, { timestamp: NOW - MINUTE_MS + 1 }))).toBe('taken')
  expect(await refused(renew(session, NOW, { timestamp: NOW + MINUTE_MS }))).toBe('taken')
})

it('[AU8] a session keeps the organization of its person, and a shortened name of the browser', async () => {
  const other = await rows.organization('Other')
  await rows.database.queries
    .updateTable('users')
    .set({ active_organization_id: other })
    .where('id', '=', boris)
    .execute()
  const place = { userAgent: 'b'.repeat(600), address: '192.0.2.1' }
  for (const userId of [anna, boris])
    await createSession(rows.database, { userId, publicKey: null, place }, NOW)
  const stored = await rows.database.queries
    .selectFrom('sessions')
    .select(['user_id', 'organization_id', 'user_agent', 'address'])
    .orderBy('user_id')
    .execute()
  expect(stored).toEqual(
    [
      { user_id: anna, organization_id: city },
      { user_id: boris, organization_id: other },
    ].map((one) => ({ ...one, user_agent: 'b'.repeat(500), address: '192.0.2.1' })),
  )
})

it.each([
  ['the account is blocked', { users: { blocked: 1 } }],
  ['the account waits for approval', { users: { approval: 'WAITING' } }],
  ['the membership is blocked', { organization_members: { state: 'BLOCKED' } }],
  ['the membership is over', { organization_members: { state: 'EXPIRED' } }],
  ['the organization is inactive', { organizations: { state: 'INACTIVE' } }],
  ['another organization is active', { users: { active_organization_id: null } }],
] as const)(
  '[AU9] [OR1] once %s no token, renewal or socket of the person counts',
  async (_, set) => {
    const [session, other] = [await signIn(), await signIn(boris)]
    for (const [table, values] of Object.entries(set)) {
      const column =
        { users: 'id', organization_members: 'user_id', organizations: 'id' }[table] ?? ''
      await rows.database.queries
        .updateTable(table as 'users')
        .set(values)
        .where(column as 'id', '=', table === 'organizations' ? city : anna)
        .execute()
    }
    expect(await refused(actWith(session.token, NOW))).toBe('ACCESS_ENDED')
    expect(await refused(renew(session, NOW))).toBe('ACCESS_ENDED')
    expect(await isOpen(session, NOW)).toEqual([false, false])
    if ('organizations' in set) return
    expect(await refused(actWith(other.token, NOW))).toBe('taken')
    expect(await refused(renew(other, NOW))).toBe('taken')
  },
)

it('[TF11] a renewal asks whether the organization requires a second factor', async () => {
  const { queries } = rows.database
  const session = await signIn()
  await queries.updateTable('organizations').set({ two_factor_required: 1 }).execute()
  expect(await refused(renew(session, NOW))).toBe('USER_SESSION_EXPIRED')
  await queries.updateTable('users').set({ otp_active: 1 }).where('id', '=', anna).execute()
  expect(await refused(renew(session, NOW))).toBe('taken')
})

it('[AU5] [AU8] using, renewing, copying and ending a session change no other', async () => {
  const session = await signIn()
  const others = [await signIn(), await signIn(boris)]
  for (const { token } of others) await actWith(token, NOW)
  const { queries } = rows.database
  const rest = async () => [
    await queries.selectFrom('sessions').selectAll().where('id', '<>', session.sessionId).execute(),
    await queries
      .selectFrom('session_tokens')
      .selectAll()
      .where('session_id', '<>', session.sessionId)
      .execute(),
  ]
  const before = await rest()
  await actWith(session.token, NOW + 10 * MINUTE_MS)
  const renewed = await renew(session, NOW + 11 * MINUTE_MS)
  await actWith(renewed.token, NOW + 12 * MINUTE_MS)
  await renew(renewed, NOW + 13 * MINUTE_MS)
  expect(await refused(renew(session, NOW + 14 * MINUTE_MS))).toBe('WRONG_TOKEN')
  await endSession(rows.database, session.sessionId, NOW + 15 * MINUTE_MS)
  expect(await rest()).toEqual(before)
})

it('[AU5] of a session only the newest unused token remains beside the given one', async () => {
  const first = await signIn()
  const lost = await renew(first, NOW + 1)
  const second = await renew(first, NOW + 2)
  await actWith(second.token, NOW + 3)
  const third = await renew(second, NOW + 4)
  const stored = await rows.database.queries
    .selectFrom('session_tokens')
    .select(['hash', 'serial', 'used'])
    .orderBy('serial')
    .execute()
  expect(stored).toEqual([
    { hash: hashOfToken(first.token), serial: 1, used: 0 },
    { hash: hashOfToken(second.token), serial: 2, used: 1 },
    { hash: hashOfToken(third.token), serial: 3, used: 0 },
  ])
  expect(await refused(actWith(lost.token, NOW + 5))).toBe('WRONG_TOKEN')
})

it('[AU8] [AU14] ending sessions ends one, all, or all but one of one person, each once', async () => {
  const [first, second, third] = [await signIn(), await signIn(), await signIn()]
  const others = await signIn(boris)
  await endSession(rows.database, first.sessionId, NOW)
  expect(await isOpen(first, NOW)).toEqual([false, false])
  expect(await refused(actWith(first.token, NOW))).toBe('WRONG_TOKEN')
  expect(await refused(renew(first, NOW))).toBe('WRONG_TOKEN')
  expect(await isOpen(second, NOW)).toEqual([true, true])
  const ended = await endSessions({ except: third.sessionId })
  expect(ended).toEqual([second.sessionId])
  expect(await endSessions({ only: others.sessionId })).toEqual([])
  const fourth = await signIn()
  expect(await endSessions({ only: fourth.sessionId })).toEqual([fourth.sessionId])
  expect(await endSessions()).toEqual([third.sessionId])
  expect(await isOpen(others, NOW)).toEqual([true, true])
})
