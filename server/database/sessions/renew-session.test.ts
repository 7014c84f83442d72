import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import type { Queries } from '../database.ts'
import { createSession } from './create-session.ts'
import type { IssuedToken } from './issued-token.ts'
import { renewSession } from './renew-session.ts'

/** Anna has two sessions, Boris one. */
let rows: EmptyDatabase
let [anna, boris] = [0, 0]
let [session, second, other] = [] as unknown as [IssuedToken, IssuedToken, IssuedToken]
let copies: number[]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  copies = []
  const city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city })
  boris = await rows.person('boris', { active_organization_id: city })
  for (const id of [anna, boris]) await rows.member(city, id)
  const open = (userId: number) => createSession(rows.database, { userId, publicKey: 'key' }, NOW)
  session = await open(anna)
  second = await open(anna)
  other = await open(boris)
})
afterEach(() => rows.close())
const queries = () => rows.database.queries
const [MINUTE_MS, HOUR_MS] = [60_000, 3_600_000]

interface Given {
  timestamp?: number
  onCopy?: (tx: Queries, userId: number) => Promise<void>
}
const renew = (
  { sessionId, token }: Pick<IssuedToken, 'sessionId' | 'token'>,
  now = NOW + 1,
  { timestamp = now, onCopy }: Given = {},
) =>
  renewSession(
    rows.database,
    {
      ...{ sessionId, token, timestamp, isSigned: async (key) => key === 'key' },
      onCopy: onCopy ?? (async (_, userId) => void copies.push(userId)),
    },
    now,
  )
const stored = async (id = session.sessionId) =>
  await queries()
    .selectFrom('sessions')
    .select(['proved_at', 'ended_on', 'access_until', 'idle_until', 'absolute_until'])
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
const tokens = async (id = session.sessionId) =>
  (
    await queries()
      .selectFrom('session_tokens')
      .select(['serial', 'created_on', 'used'])
      .where('session_id', '=', id)
      .orderBy('serial')
      .execute()
  ).map(({ serial, created_on, used }) => [serial, created_on, used])
const use = () =>
  queries()
    .updateTable('session_tokens')
    .set({ used: 1 })
    .where('session_id', '=', session.sessionId)
    .where('serial', '=', 2)
    .execute()

describe('a renewal', () => {
  it('[AU4] writes down the proof and the new times, of its session alone', async () => {
    const before = [await stored(second.sessionId), await stored(other.sessionId)]
    const now = NOW + 10 * MINUTE_MS
    const renewed = await renew(session, now, { timestamp: now - 7 })
    const times = {
      ...{ accessUntil: now + 15 * MINUTE_MS, idleUntil: now + 4 * HOUR_MS },
      absoluteUntil: session.absoluteUntil,
    }
    expect(renewed).toEqual({
      ...{ token: expect.any(String), sessionId: session.sessionId, userId: anna },
      ...times,
    })
    expect(renewed.token).not.toBe(session.token)
    expect(await stored()).toEqual({
      ...{ proved_at: now - 7, ended_on: null, absolute_until: times.absoluteUntil },
      ...{ access_until: times.accessUntil, idle_until: times.idleUntil },
    })
    expect(await tokens()).toEqual([
      [1, NOW, 0],
      [2, now, 0],
    ])
    expect([await stored(second.sessionId), await stored(other.sessionId)]).toEqual(before)
    expect([await tokens(second.sessionId), await tokens(other.sessionId)]).toEqual([
      [[1, NOW, 0]],
      [[1, NOW, 0]],
    ])
  })

  it('[AU4] within the idle time is the last that counts, also near the end of the session', async () => {
    const ends = NOW + 3 * HOUR_MS
    await queries()
      .updateTable('sessions')
      .set({ absolute_until: ends })
      .where('id', '=', session.sessionId)
      .execute()
    await expect(renew(session, ends)).rejects.toMatchObject({ code: 'USER_SESSION_EXPIRED' })
    expect(await stored(), 'the proof is used').toMatchObject({ proved_at: ends })
    expect(await tokens()).toEqual([[1, NOW, 0]])
    expect((await renew(second, ends)).userId).toBe(anna)
  })

  it('[AU14] of a session that was ended is refused', async () => {
    await queries()
      .updateTable('sessions')
      .set({ ended_on: NOW })
      .where('id', '=', session.sessionId)
      .execute()
    await expect(renew(session)).rejects.toMatchObject({ code: 'WRONG_TOKEN' })
    expect(await stored()).toMatchObject({ proved_at: 0 })
    expect((await renew(second)).userId).toBe(anna)
  })

  it('[TF11] needs the second factor only if the organization requires it and it is missing', async () => {
    const set = async (required: number, active: number) => {
      await queries().updateTable('organizations').set({ two_factor_required: required }).execute()
      await queries()
        .updateTable('users')
        .set({ otp_active: active })
        .where('id', '=', anna)
        .execute()
    }
    await set(1, 0)
    await queries().updateTable('users').set({ otp_active: 1 }).where('id', '=', boris).execute()
    await expect(renew(session)).rejects.toMatchObject({ code: 'USER_SESSION_EXPIRED' })
    expect((await renew(other)).userId).toBe(boris)
    await set(0, 0)
    const next = await renew(session)
    await set(1, 1)
    expect((await renew(next, NOW + 2)).userId).toBe(anna)
  })
})

describe('[AU20] a proof of another time', () => {
  it('is refused with the time of the server, and leaves the last proof', async () => {
    const now = NOW + HOUR_MS
    for (const timestamp of [now - MINUTE_MS - 1, now + MINUTE_MS + 1])
      await expect(renew(session, now, { timestamp })).rejects.toMatchObject({
        ...{ code: 'PROOF_TIME', detail: { now } },
      })
    expect([await stored(), await tokens()]).toMatchObject([{ proved_at: 0 }, [[1, NOW, 0]]])
  })

  it('is answered with the first time that counts if the last proof was later', async () => {
    const next = await renew(session, NOW + 1, { timestamp: NOW + 500 })
    await expect(renew(next, NOW + 2)).rejects.toMatchObject({
      ...{ code: 'PROOF_TIME', detail: { now: NOW + 501 } },
    })
    await expect(renew(next, NOW + 2, { timestamp: NOW + 500 })).rejects.toMatchObject({
      code: 'PROOF_TIME',
    })
    expect((await renew(next, NOW + 2, { timestamp: NOW + 501 })).userId).toBe(anna)
    expect((await renew(second, NOW + 2)).userId, 'another session has its own proofs').toBe(anna)
  })
})

describe('[AU5] a token that was copied', () => {
  beforeEach(async () => {
    await renew(session, NOW + 1)
    await use()
  })

  it('ends its session alone, at that time, and uses up its proof', async () => {
    const others = [await stored(second.sessionId), await stored(other.sessionId)]
    await expect(renew(session, NOW + 9)).rejects.toMatchObject({ code: 'WRONG_TOKEN' })
    expect(await stored()).toMatchObject({ ended_on: NOW + 9, proved_at: NOW + 9 })
    expect(copies).toEqual([anna])
    expect([await stored(second.sessionId), await stored(other.sessionId)]).toEqual(others)
    expect(await tokens()).toHaveLength(2)
  })

  it('is told within the transaction that ends the session', async () => {
    const failing = async () => {
      throw new Error('not told')
    }
    await expect(renew(session, NOW + 9, { onCopy: failing })).rejects.toThrow('not told')
    expect(await stored()).toMatchObject({ ended_on: null, proved_at: NOW + 1 })
    const onCopy = async (tx: Queries, userId: number) => {
      const found = await tx
        .selectFrom('sessions')
        .select('ended_on')
        .where('id', '=', session.sessionId)
        .executeTakeFirst()
      copies.push(userId, found?.ended_on ?? 0)
    }
    await expect(renew(session, NOW + 9, { onCopy })).rejects.toMatchObject({ code: 'WRONG_TOKEN' })
    expect(copies).toEqual([anna, NOW + 9])
  })
})
