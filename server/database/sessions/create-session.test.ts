import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { createSession } from './create-session.ts'

const PLACE = { userAgent: 'Firefox', address: '2001:db8:1:2::7' }
let rows: EmptyDatabase
let anna: number
let boris: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city })
  boris = await rows.person('boris', { active_organization_id: city })
})
afterEach(() => rows.close())

const signIn = (userId: number, place: object = {}) =>
  createSession(rows.database, { userId, publicKey: 'key', place: { ...PLACE, ...place } }, NOW)
/** The people who were told of a sign-in. */
const told = async (): Promise<number[]> =>
  (
    await rows.database.queries
      .selectFrom('events')
      .select(['kind', 'actor_id'])
      .where('kind', '=', 'account.signedIn')
      .execute()
  ).flatMap(({ actor_id: id }) => id ?? [])

it('tells of a browser or a network in which the person has never signed in', async () => {
  await signIn(anna)
  expect(await told(), 'the very first sign-in').toEqual([])
  await signIn(anna, { address: '2001:db8:1:2::8' })
  expect(await told(), 'the same network').toEqual([])
  await signIn(anna, { userAgent: 'Chromium' })
  await signIn(anna, { address: '2001:db8:1:3::7' })
  expect(await told()).toEqual([anna, anna])
  await signIn(anna, { userAgent: 'Chromium' })
  expect(await told(), 'known by now').toHaveLength(2)
})

it('knows a browser again whose name is too long to be kept whole', async () => {
  for (let time = 0; time < 2; time += 1) await signIn(anna, { userAgent: 'x'.repeat(5_000) })
  expect(await told()).toEqual([])
})

it('knows no device by the sign-in of another person', async () => {
  await signIn(boris)
  await signIn(anna, { userAgent: 'Chromium' })
  expect(await told(), 'the first sign-in of each').toEqual([])
  await signIn(anna)
  expect(await told()).toEqual([anna])
})

it('keeps where the person signed in, and in which organization', async () => {
  const { sessionId } = await signIn(anna, { userAgent: 'x'.repeat(5_000) })
  const [session] = await rows.database.queries.selectFrom('sessions').selectAll().execute()
  expect(session).toMatchObject({
    ...{ id: sessionId, user_id: anna, public_key: 'key', created_on: NOW, ended_on: null },
    address: PLACE.address,
  })
  expect(session?.user_agent.length).toBeLessThan(5_000)
  expect(session?.organization_id).not.toBeNull()
})
