import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { signedIn } from '../../tests/support/signed-in.ts'
import { IDLE_MS } from '../database/sessions/session-times.ts'
import { sessionHandlers } from './sessions.ts'

let rows: EmptyDatabase
let [anna, boris] = [0, 0]
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const city = await rows.organization('City')
  const person = async (name: string, roles = '[]') => {
    const id = await rows.person(name, { active_organization_id: city })
    await rows.member(city, id, { roles })
    return id
  }
  anna = await person('anna', '["role-org-admin"]')
  boris = await person('boris')
})
afterEach(() => rows.close())

interface Row {
  user_id?: number
  created_on?: number
  idle_until?: number
  absolute_until?: number
  ended_on?: number | null
}
const session = (id: string, row: Row = {}) =>
  rows.database.queries
    .insertInto('sessions')
    .values({
      id,
      user_id: anna,
      public_key: null,
      created_on: NOW - 100,
      access_until: NOW,
      idle_until: NOW + 1,
      absolute_until: NOW + 1,
      ended_on: null,
      user_agent: '',
      address: '',
      organization_id: null,
      ...row,
    })
    .execute()
const NO_INPUT = { params: undefined, query: undefined, body: undefined }
const ended = async (): Promise<string[]> => {
  const found = await rows.database.queries
    .selectFrom('sessions')
    .select('id')
    .where('ended_on', '=', NOW)
    .orderBy('id')
    .execute()
  return found.map(({ id }) => id)
}

it('[AU14] lists the open sessions of the caller, newest first, with the time of their last use', async () => {
  await session('own', { created_on: NOW - 50, idle_until: NOW + IDLE_MS + 9 })
  await session('newer', {
    created_on: NOW - 40,
    idle_until: NOW + IDLE_MS - 30,
    absolute_until: NOW + IDLE_MS,
  })
  await session('ended', { ended_on: NOW - 1 })
  await session('idle', { idle_until: NOW })
  await session('too-old', { absolute_until: NOW })
  await session('of-boris', { user_id: boris })
  const { list, ofUser } = sessionHandlers
  const context = await signedIn(rows.database, anna)
  const shown = (found: Awaited<ReturnType<typeof list>>) =>
    found.map(({ id, isCurrent, seenOn }) => [id, isCurrent, seenOn - NOW])
  expect(shown(await list(NO_INPUT, context))).toEqual([
    ['newer', false, -30],
    // A clock that was set back shows no time in the future.
    ['own', true, 0],
  ])
  const params = { id: boris }
  expect(shown(await ofUser({ ...NO_INPUT, params }, context))).toEqual([
    ['of-boris', false, 1 - IDLE_MS],
  ])
})

it('[AU14] ends one session, all others or all of a person, and closes exactly their sockets', async () => {
  for (const id of ['own', 'second', 'third']) await session(id)
  for (const id of ['boris-1', 'boris-2']) await session(id, { user_id: boris })
  const { end, endOthers, endOfUser } = sessionHandlers
  const context = await signedIn(rows.database, anna)
  await expect(end({ ...NO_INPUT, body: { id: 'boris-1' } }, context)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  })
  expect(await ended()).toEqual([])
  await end({ ...NO_INPUT, body: { id: 'third' } }, context)
  expect(await ended()).toEqual(['third'])
  await endOthers(NO_INPUT, context)
  expect(await ended()).toEqual(['second', 'third'])
  await endOfUser({ ...NO_INPUT, params: { id: boris } }, context)
  expect(await ended()).toEqual(['boris-1', 'boris-2', 'second', 'third'])
  expect(context.told.endedSessions.toSorted()).toEqual(await ended())
})

it('[AU14] only a person who may block others sees and ends their sessions', async () => {
  await session('own')
  const { ofUser, endOfUser } = sessionHandlers
  const context = await signedIn(rows.database, boris)
  const params = { id: anna }
  for (const handler of [ofUser, endOfUser])
    await expect(handler({ ...NO_INPUT, params }, context)).rejects.toMatchObject({
      code: 'NOT_ALLOWED',
    })
  expect(await ended()).toEqual([])
})

it('[AU14] lists sessions of one moment in the order of their ids', async () => {
  for (const id of ['c', 'a', 'b']) await session(id)
  const context = await signedIn(rows.database, anna)
  const found = await sessionHandlers.list(NO_INPUT, context)
  expect(found.map(({ id }) => id)).toEqual(['a', 'b', 'c'])
})
