import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import {
  createLink,
  endLinks,
  endLinksOfAccount,
  endLinksSince,
  isMailedEnough,
  readLink,
  takeLink,
} from './mail-links.ts'

let rows: EmptyDatabase
let anna: number
let boris: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  anna = await rows.person('anna')
  boris = await rows.person('boris')
})
afterEach(() => rows.close())

const MINUTE_MS = 60_000
const DAY_MS = 86_400_000
const ANNA = 'anna@city.example'

const link = (
  purpose: LinkPurpose,
  {
    userId = anna,
    email = ANNA,
    now = NOW,
  }: { userId?: number; email?: string; now?: number } = {},
) => createLink(rows.database.queries, { purpose, userId, email, now })
const stateOf = async (token: string, now = NOW) =>
  (await readLink(rows.database.queries, token, now))?.state
const take = (token: string, purpose: LinkPurpose, now = NOW) =>
  takeLink(rows.database.queries, { token, purpose }, now)

it.each([
  ['register', 30 * MINUTE_MS],
  ['reset-password', 30 * MINUTE_MS],
  ['change-email', 30 * MINUTE_MS],
  ['undo-email-change', 7 * DAY_MS],
] as const)('a link to %s lasts %i ms, and not a moment longer', async (purpose, lastsMs) => {
  const token = await link(purpose)
  expect(await stateOf(token, NOW + lastsMs - 1)).toBe('valid')
  expect(await stateOf(token, NOW + lastsMs)).toBe('expired')
  expect(await take(token, purpose, NOW + lastsMs)).toBeNull()
  expect(await take(token, purpose, NOW + lastsMs - 1)).toEqual({
    userId: anna,
    email: ANNA,
    createdOn: NOW,
  })
})

it('a link is taken once, for its own purpose alone, and leaves every other link as it was', async () => {
  const [token, other] = [await link('reset-password'), await link('reset-password')]
  expect(await take(token, 'change-email')).toBeNull()
  expect(await take('unknown', 'reset-password')).toBeNull()
  expect(await take(token, 'reset-password')).not.toBeNull()
  expect(await take(token, 'reset-password')).toBeNull()
  expect([await stateOf(token), await stateOf(other)]).toEqual(['used', 'valid'])
  expect(await readLink(rows.database.queries, 'unknown', NOW)).toBeNull()
})

it('a newer link ends the open ones of the same person and purpose only', async () => {
  const tokens = [
    await link('reset-password'),
    await link('change-email'),
    await link('reset-password', { userId: boris }),
  ]
  await endLinks(rows.database.queries, 'reset-password', { userId: anna, now: NOW })
  expect(await Promise.all(tokens.map((token) => stateOf(token)))).toEqual([
    'used',
    'valid',
    'valid',
  ])
})

it('ending links keeps the time at which a used one was used', async () => {
  const token = await link('reset-password')
  await take(token, 'reset-password', NOW)
  await endLinks(rows.database.queries, 'reset-password', { userId: anna, now: NOW + 5 })
  const { used_on: usedOn } = await rows.database.queries
    .selectFrom('mail_links')
    .select('used_on')
    .executeTakeFirstOrThrow()
  expect(usedOn).toBe(NOW)
})

it('[PS11] a new password ends every open link of the account, but those of former addresses', async () => {
  const kept = await link('undo-email-change', { email: 'former@city.example' })
  const ended = [
    await link('reset-password'),
    await link('change-email', { email: 'next@city.example' }),
    await link('undo-email-change'),
  ]
  const others = await link('reset-password', { userId: boris })
  await endLinksOfAccount(rows.database.queries, { id: anna, email: ANNA }, NOW)
  expect(await Promise.all(ended.map((token) => stateOf(token)))).toEqual(['used', 'used', 'used'])
  expect([await stateOf(kept), await stateOf(others)]).toEqual(['valid', 'valid'])
})

it('[PS13] taking a change of address back ends every open link but those of still older addresses', async () => {
  const older = await link('undo-email-change', { email: 'oldest@city.example', now: NOW - 2 })
  const olderOfOwn = await link('undo-email-change', { now: NOW - 2 })
  const sameTime = await link('undo-email-change', { email: 'same@city.example', now: NOW })
  const newer = await link('undo-email-change', { email: 'newer@city.example', now: NOW + 1 })
  const password = await link('reset-password', { email: 'other@city.example', now: NOW - 2 })
  const others = await link('undo-email-change', { userId: boris, now: NOW + 1 })
  await endLinksSince(rows.database.queries, { userId: anna, email: ANNA, createdOn: NOW }, NOW + 2)
  const after = async (token: string) => await stateOf(token, NOW + 2)
  expect([await after(older), await after(others)]).toEqual(['valid', 'valid'])
  expect([
    await after(olderOfOwn),
    await after(sameTime),
    await after(newer),
    await after(password),
  ]).toEqual(['used', 'used', 'used', 'used'])
})

it('an address gets five links in an hour; notices of changes and other addresses do not count', async () => {
  const isEnough = (now: number) =>
    isMailedEnough(rows.database.queries, rows.database.dialect, { email: ANNA, now })
  for (let n = 0; n < 5; n += 1) {
    await link('undo-email-change', { now: NOW })
    await link('reset-password', { email: 'boris@city.example', userId: boris, now: NOW })
  }
  for (let n = 0; n < 4; n += 1) await link('register', { now: NOW })
  expect(await isEnough(NOW)).toBe(false)
  await link('reset-password', { now: NOW })
  expect(await isEnough(NOW)).toBe(true)
  expect(await isEnough(NOW + 60 * MINUTE_MS - 1)).toBe(true)
  expect(await isEnough(NOW + 60 * MINUTE_MS)).toBe(false)
})
