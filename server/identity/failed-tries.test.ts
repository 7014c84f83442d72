import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { forgetTries } from '../jobs/forget-tries.ts'
import { FailedTries, type Tried, type TryKind } from './failed-tries.ts'

let rows: EmptyDatabase
let tries: FailedTries
let now: number
let anna: Tried
beforeEach(async () => {
  rows = await openEmptyDatabase()
  now = NOW
  tries = new FailedTries({ database: rows.database, clock: () => now, secret: 'c2VjcmV0' })
  anna = { username: 'anna', userId: await rows.person('anna'), address: '192.0.2.1' }
})
afterEach(() => rows.close())

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000

/** Seconds that the person has to wait; null = the attempt is accepted. */
const waitOf = async (kind: TryKind, tried: Tried): Promise<number | null> => {
  try {
    await tries.count(kind, tried)
    return null
  } catch (error) {
    return (error as { detail: { seconds: number } }).detail.seconds
  }
}
const take = async (kind: TryKind, tried: Tried, times: number): Promise<void> => {
  for (let n = 1; n <= times; n += 1) expect(await waitOf(kind, tried), `try ${n}`).toBeNull()
}
const knowPlace = async (tried: Tried, at: number): Promise<void> => {
  const place = { userAgent: '', address: tried.address ?? '' }
  await createSession(rows.database, { userId: tried.userId ?? 0, publicKey: null, place }, at)
}

it.each([
  ['password', 10],
  ['otp', 3],
  ['recovery', 3],
] as const)(
  '[RL34] of %s a place has %i tries, then waits 5, 10, 20, 40 and 60 minutes, never longer',
  async (kind, free) => {
    await take(kind, anna, free)
    for (const minutes of [5, 10, 20, 40, 60, 60, 60]) {
      expect(await waitOf(kind, anna)).toBe(minutes * 60)
      now += minutes * MINUTE_MS - 1
      expect(await waitOf(kind, anna), 'rounded up').toBe(1)
      now += 1
      expect(await waitOf(kind, anna), `after ${minutes} minutes`).toBeNull()
    }
  },
)

it('[RL34] a success starts the count of its place again, and of no other place or kind or account', async () => {
  const elsewhere = { ...anna, address: '192.0.2.2' }
  const boris = { ...anna, username: 'boris', userId: await rows.person('boris') }
  await take('password', anna, 10)
  await take('password', elsewhere, 10)
  await take('otp', anna, 3)
  await take('password', boris, 10)
  await tries.succeed('password', anna)
  await take('password', anna, 10)
  expect(await waitOf('password', elsewhere)).not.toBeNull()
  expect(await waitOf('otp', anna)).not.toBeNull()
  expect(await waitOf('password', boris)).not.toBeNull()
})

it('[RL34] an administrator ends the waits of one account, all or those of one kind', async () => {
  const boris = { ...anna, username: 'boris', userId: await rows.person('boris') }
  await take('password', boris, 10)
  const block = async (): Promise<void> => {
    await take('password', anna, 10)
    await take('otp', anna, 3)
  }
  await block()
  await tries.resetPerson(rows.database.queries, anna.userId ?? 0, 'otp')
  expect(await waitOf('password', anna)).not.toBeNull()
  await take('otp', anna, 3)
  await tries.resetPerson(rows.database.queries, anna.userId ?? 0)
  await block()
  await tries.resetPerson(rows.database.queries, 987_654)
  expect(await waitOf('password', anna)).not.toBeNull()
  expect(await waitOf('password', boris)).not.toBeNull()
})

it('[RL35] after a hundred tries of strangers a new place has one try, a known place keeps its ten', async () => {
  const known = { ...anna, address: '198.51.100.7' }
  await knowPlace(known, NOW - 90 * DAY_MS + 1)
  for (let place = 0; place < 10; place += 1)
    await take('password', { ...anna, address: `203.0.113.${place}` }, 10)
  const fresh = { ...anna, address: '203.0.113.200' }
  await take('password', fresh, 1)
  expect(await waitOf('password', fresh)).toBe(5 * 60)
  await take('password', known, 10)
  expect(await waitOf('password', known)).toBe(5 * 60)
})

it('[RL35] a place of a sign-in 90 days ago, of another person or without an address is no known one', async () => {
  const boris = { ...anna, username: 'boris', userId: await rows.person('boris') }
  const place = { ...anna, address: '198.51.100.7' }
  await knowPlace(place, NOW - 90 * DAY_MS)
  await knowPlace({ ...boris, address: '198.51.100.7' }, NOW)
  await knowPlace({ ...anna, address: '' }, NOW)
  for (let other = 0; other < 10; other += 1)
    await take('password', { ...anna, address: `203.0.113.${other}` }, 10)
  await take('password', place, 1)
  expect(await waitOf('password', place)).toBe(5 * 60)
})

it('[RL37] codes of strangers wait together, 15 minutes to a day; recovery codes, known places and sessions do not', async () => {
  const known = { ...anna, address: '198.51.100.7' }
  await knowPlace(known, NOW)
  for (let place = 0; place < 10; place += 1)
    await take('otp', { ...anna, address: `203.0.113.${place}` }, 3)
  let stranger = 100
  const fresh = (): Tried => ({ ...anna, address: `203.0.113.${(stranger += 1)}` })
  for (const minutes of [15, 30, 60, 120, 240, 480, 1_440, 1_440]) {
    expect(await waitOf('otp', fresh())).toBe(minutes * 60)
    now += minutes * MINUTE_MS
    expect(await waitOf('otp', fresh()), `after ${minutes} minutes`).toBeNull()
  }
  expect(await waitOf('recovery', fresh())).toBeNull()
  expect(await waitOf('otp', known)).toBeNull()
  expect(await waitOf('otp', { ...anna, address: null })).toBeNull()
})

it('[RL35] the hundredth try of strangers still has the ten tries of its place', async () => {
  for (let place = 0; place < 11; place += 1)
    await take('password', { ...anna, address: `203.0.113.${place}` }, 9)
  const fresh = { ...anna, address: '203.0.113.200' }
  await take('password', fresh, 2)
  expect(await waitOf('password', fresh)).toBe(10 * 60)
})

it('[RL35] the first 200 places of sign-ins are known, however often each was used', async () => {
  const signIn = (id: string, address: string) => ({
    ...{ id, user_id: anna.userId ?? 0, public_key: null, user_agent: '', address },
    ...{ created_on: NOW, access_until: NOW, idle_until: NOW, absolute_until: NOW },
    ...{ ended_on: null, organization_id: null },
  })
  const tried = (n: number): Tried => ({ ...anna, address: `198.51.${n % 2}.${n >> 1}` })
  const places = Array.from({ length: 200 }, (_, n) => tried(n))
  await rows.database.queries
    .insertInto('sessions')
    .values([
      ...places.map((__, n) => signIn(`often-${n}`, '192.0.2.1')),
      ...places.map(({ address }, n) => signIn(`once-${n}`, address ?? '')),
    ])
    .execute()
  for (const place of places) await take('password', place, 1)
  const byStrangers = await rows.database.queries
    .selectFrom('failed_tries')
    .select('tries')
    .where('place', '=', '')
    .execute()
  expect(byStrangers).toEqual([{ tries: 1 }])
})

it('[RL34] a person is told the wait of their own account, kind and place', async () => {
  const boris = { ...anna, username: 'boris', userId: await rows.person('boris') }
  const elsewhere = { ...anna, address: '198.51.100.7' }
  const counts = [
    ['password', anna, 10],
    ['otp', anna, 3],
    ['password', boris, 10],
    ['password', elsewhere, 10],
  ] as const
  for (const [kind, tried, free] of counts) {
    now += MINUTE_MS
    await take(kind, tried, free)
  }
  const waits = []
  for (const [kind, tried] of counts) waits.push((await waitOf(kind, tried)) ?? 0)
  expect(waits.map((seconds) => seconds / 60)).toEqual([2, 3, 4, 5])
})

it('a clock that is set back does not make a wait endless', async () => {
  await take('password', anna, 10)
  now = NOW - DAY_MS
  expect(await waitOf('password', anna)).toBeNull()
})

it('[RL41] tries of unknown names are forgotten after a day, those of accounts stay', async () => {
  await take('password', { username: 'nobody', userId: null, address: '192.0.2.9' }, 1)
  await take('password', anna, 1)
  const count = async (): Promise<number[]> =>
    (await rows.database.queries.selectFrom('failed_tries').select('is_known').execute())
      .map(({ is_known: isKnown }) => isKnown)
      .toSorted()
  await forgetTries(rows.database, NOW + DAY_MS)
  expect(await count()).toEqual([0, 0, 1, 1])
  await forgetTries(rows.database, NOW + DAY_MS + 1)
  expect(await count()).toEqual([1, 1])
})

it('[RL41] beyond the bound the oldest places go, those of unknown names first, and no total of an account', async () => {
  for (const [username, userId, at] of [
    ['anna', anna.userId, 1],
    ['anna-later', await rows.person('anna-later'), 4],
    ['nobody', null, 2],
    ['nobody-later', null, 3],
  ] as const) {
    now = NOW + at
    await tries.count('password', { username, userId, address: '192.0.2.1' })
  }
  const left = async (most: number): Promise<number[]> => {
    await forgetTries(rows.database, NOW + 5, most)
    const found = await rows.database.queries
      .selectFrom('failed_tries')
      .select(['tried_on', 'place'])
      .execute()
    return found
      .map(({ tried_on: at, place }) => (at - NOW) * (place === '' ? 10 : 1))
      .toSorted((one, other) => one - other)
  }
  expect(await left(6)).toEqual([1, 2, 3, 4, 10, 20, 30, 40])
  expect(await left(4)).toEqual([1, 3, 4, 10, 30, 40])
  expect(await left(1)).toEqual([4, 10, 40])
})

it('[RL41] the oldest row of a place goes without those of other accounts, kinds and places', async () => {
  const boris = { ...anna, username: 'boris', userId: await rows.person('boris') }
  const elsewhere = { ...anna, address: '198.51.100.1' }
  const counts = [
    ['password', anna],
    ['otp', anna],
    ['password', boris],
    ['password', elsewhere],
  ] as const
  for (const [index, [kind, tried]] of counts.entries()) {
    now = NOW + index
    await tries.count(kind, tried)
  }
  const places = async () =>
    (
      await rows.database.queries
        .selectFrom('failed_tries')
        .select('tried_on')
        .where('place', '<>', '')
        .orderBy('tried_on')
        .execute()
    ).map((row) => row.tried_on - NOW)
  await forgetTries(rows.database, NOW, 4)
  expect(await places()).toEqual([0, 1, 2, 3])
  await forgetTries(rows.database, NOW, 3)
  expect(await places()).toEqual([1, 2, 3])
})
