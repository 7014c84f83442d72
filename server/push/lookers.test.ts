import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { Database } from '../database/database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { Lookers } from './lookers.ts'

const [SEEN_MS, RENEWED_MS] = [40_000, 20_000]
let rows: EmptyDatabase
let lookers: Lookers
let [now, anna, boris] = [NOW, 0, 0]
let errors: unknown[]
beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  rows = await openEmptyDatabase()
  ;[now, errors] = [NOW, []]
  const city = await rows.organization('City')
  ;[anna, boris] = [await rows.person('anna'), await rows.person('boris')]
  for (const userId of [anna, boris]) {
    await rows.member(city, userId)
    await device(userId)
  }
  lookers = start()
})
afterEach(async () => {
  lookers.stop()
  vi.useRealTimers()
  await rows.close()
})

const device = async (userId: number): Promise<void> => {
  const { sessionId } = await createSession(rows.database, { userId, publicKey: null }, NOW)
  await rows.database.queries
    .insertInto('push_subscriptions')
    .values({
      ...{ session_id: sessionId, user_id: userId, endpoint: `https://push.example/${sessionId}` },
      ...{ p256dh: 'key', auth: 'auth', created_on: NOW, seen_until: 0 },
    })
    .execute()
}
/** Only processes of one PostgreSQL tell each other; any database holds the rows. */
const start = (dialect: Database['dialect'] = 'postgres'): Lookers =>
  new Lookers(
    { ...rows.database, dialect },
    () => now,
    (error) => void errors.push(error),
  )
/** For how long from the start other processes believe that Anna and Boris look; 0 = not at all. */
const seen = async (): Promise<number[]> => {
  const found: number[] = []
  for (const userId of [anna, boris]) {
    const { seen_until: until } = await rows.database.queries
      .selectFrom('push_subscriptions')
      .select('seen_until')
      .where('user_id', '=', userId)
      .executeTakeFirstOrThrow()
    found.push(until === 0 ? 0 : until - NOW)
  }
  expect(errors).toEqual([])
  return found
}
const pass = (ms: number): void => {
  now += ms
  vi.advanceTimersByTime(ms)
}

describe('a person looks', () => {
  it('from the first tab until the last', () => {
    const [one, other] = [{}, {}]
    lookers.set(one, anna, true)
    lookers.set(other, anna, true)
    expect([lookers.isLooking(anna), lookers.isLooking(boris)]).toEqual([true, false])
    lookers.set(one, anna, false)
    expect(lookers.isLooking(anna)).toBe(true)
    lookers.set(other, anna, false)
    expect(lookers.isLooking(anna)).toBe(false)
  })
})

describe('other processes', () => {
  it('hear at once who looks, and who has closed the last tab', async () => {
    const [one, other] = [{}, {}]
    lookers.set(one, anna, true)
    expect(await seen()).toEqual([SEEN_MS, 0])
    lookers.set(other, anna, true)
    now += 5
    lookers.set(one, anna, false)
    expect(await seen()).toEqual([SEEN_MS, 0])
    lookers.set(other, anna, false)
    expect(await seen()).toEqual([5, 0])
  })

  it('hear it again every 20 seconds, of those who still look', async () => {
    const tab = {}
    lookers.set(tab, anna, true)
    pass(RENEWED_MS - 1)
    expect(await seen()).toEqual([SEEN_MS, 0])
    pass(1)
    expect(await seen()).toEqual([SEEN_MS + RENEWED_MS, 0])
    lookers.set(tab, anna, false)
    lookers.set({}, boris, true)
    pass(RENEWED_MS)
    expect(await seen()).toEqual([RENEWED_MS, SEEN_MS + 2 * RENEWED_MS])
  })

  it('hear nothing more once the process stops', async () => {
    lookers.set({}, anna, true)
    lookers.stop()
    pass(2 * RENEWED_MS)
    expect(await seen()).toEqual([SEEN_MS, 0])
  })

  it('do not exist on SQLite, so nothing is written', async () => {
    lookers.stop()
    lookers = start('sqlite')
    lookers.set({}, anna, true)
    pass(RENEWED_MS)
    expect(await seen()).toEqual([0, 0])
  })
})
