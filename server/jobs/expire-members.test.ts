import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { expireMembers } from './expire-members.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

it('[OR1] [OR2] only active memberships expire, and the sessions there end for good', async () => {
  const [city, village] = [await rows.organization('City'), await rows.organization('Village')]
  const due = { expires_on: NOW }
  const anna = await rows.person('anna', { active_organization_id: city })
  await rows.member(city, anna, due)
  // An expired membership may be prolonged, a blocked one may not be opened that way.
  await rows.member(village, anna, { ...due, state: 'BLOCKED' })
  const boris = await rows.person('boris', { active_organization_id: village })
  await rows.member(city, boris, { ...due, state: 'PENDING' })
  await rows.member(village, boris)
  for (const userId of [anna, boris])
    await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
  const { queries } = rows.database
  await expireMembers(rows.database, NOW)
  const members = await queries
    .selectFrom('organization_members')
    .select(['user_id', 'organization_id', 'state'])
    .orderBy('user_id')
    .orderBy('organization_id')
    .execute()
  expect(members.map(({ state }) => state)).toEqual(['EXPIRED', 'BLOCKED', 'PENDING', 'ACTIVE'])
  const sessions = await queries.selectFrom('sessions').select(['user_id', 'ended_on']).execute()
  expect(sessions.toSorted((one, other) => one.user_id - other.user_id)).toEqual([
    { user_id: anna, ended_on: NOW },
    { user_id: boris, ended_on: null },
  ])
})
