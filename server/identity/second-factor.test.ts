import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import {
  isRequiredOf,
  keepPending,
  OTP_PENDING_MS,
  replaceRecoveryCodes,
  takeStep,
  turnOff,
  turnOn,
} from './second-factor.ts'

let rows: EmptyDatabase
let anna: number
let boris: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const on = { otp_active: 1, otp_secret: 'former', otp_pending: 'waiting', otp_step: 10 }
  anna = await rows.person('anna', on)
  boris = await rows.person('boris', on)
  for (const userId of [anna, boris]) await replaceRecoveryCodes(rows.database.queries, userId)
})
afterEach(() => rows.close())

const stateOf = async (userId: number) => {
  const { queries } = rows.database
  const user = await queries
    .selectFrom('users')
    .select(['otp_active', 'otp_secret', 'otp_pending', 'otp_step', 'otp_pending_on'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()
  const codes = await queries
    .selectFrom('recovery_codes')
    .select('hash')
    .where('user_id', '=', userId)
    .execute()
  return { ...user, codes: codes.map(({ hash }) => hash).toSorted() }
}
/** Whatever is done to Anna's second factor leaves that of Boris as it was. */
const leavesOthers = async (act: () => Promise<unknown>): Promise<void> => {
  const before = await stateOf(boris)
  await act()
  expect(await stateOf(boris)).toEqual(before)
}

it('[TF2] a step is taken once, and an older one is no use after a newer', async () => {
  const take = (step: number | null) => takeStep(rows.database, anna, step)
  await leavesOthers(async () => {
    expect(await take(null)).toBe(false)
    expect(await take(10)).toBe(false)
    expect(await take(11)).toBe(true)
    expect(await take(11)).toBe(false)
    expect(await take(9)).toBe(false)
  })
  expect((await stateOf(anna)).otp_step).toBe(11)
})

it('[TF13] a pending secret is kept only while two-factor sign-in is as the caller saw it', async () => {
  const { queries } = rows.database
  const keep = (active: number) =>
    keepPending(queries, { id: anna, otp_active: active }, { secret: 'next', now: NOW })
  await leavesOthers(async () => {
    expect(await keep(0)).toBe(false)
    expect((await stateOf(anna)).otp_pending).toBe('waiting')
    expect(await keep(1)).toBe(true)
  })
  expect(await stateOf(anna)).toMatchObject({ otp_pending: 'next', otp_pending_on: NOW })
})

it('[TF13] the pending secret becomes the one that counts once, with ten recovery codes in place of the former', async () => {
  const { queries } = rows.database
  const former = (await stateOf(anna)).codes
  await leavesOthers(async () => {
    expect(await turnOn(queries, anna, { secret: 'other', step: 20 })).toBeNull()
    expect((await stateOf(anna)).codes).toEqual(former)
    const codes = await turnOn(queries, anna, { secret: 'waiting', step: 20 })
    expect(new Set(codes).size).toBe(10)
    expect(await turnOn(queries, anna, { secret: 'waiting', step: 21 })).toBeNull()
  })
  const after = await stateOf(anna)
  expect(after).toMatchObject({
    otp_active: 1,
    otp_secret: 'waiting',
    otp_pending: null,
    otp_step: 20,
  })
  expect(after.codes).toHaveLength(10)
  expect(after.codes.filter((hash) => former.includes(hash))).toEqual([])
})

it('[TF7] turning it off leaves no secret and no code of the person', async () => {
  await leavesOthers(async () => turnOff(rows.database.queries, anna))
  expect(await stateOf(anna)).toMatchObject({
    otp_active: 0,
    otp_secret: null,
    otp_pending: null,
    codes: [],
  })
})

it('[TF5] new recovery codes turn two-factor sign-in on for no account without it', async () => {
  const { queries } = rows.database
  const carl = await rows.person('carl', { otp_secret: 'off' })
  await leavesOthers(async () => replaceRecoveryCodes(queries, carl))
  expect((await stateOf(carl)).otp_active).toBe(0)
  expect((await stateOf(carl)).codes).toHaveLength(10)
})

it('[TF13] a new secret can be confirmed for half an hour', () => {
  expect(OTP_PENDING_MS).toBe(1_800_000)
})

it('[TF11] the active organization alone says whether a second factor is required', async () => {
  const { queries } = rows.database
  const strict = await rows.organization('Strict', { two_factor_required: 1 })
  const easy = await rows.organization('Easy')
  await queries
    .updateTable('users')
    .set({ active_organization_id: strict })
    .where('id', '=', boris)
    .execute()
  const isRequired = async (active: number | null): Promise<boolean> => {
    await queries
      .updateTable('users')
      .set({ active_organization_id: active })
      .where('id', '=', anna)
      .execute()
    return await isRequiredOf(queries, anna)
  }
  expect([await isRequired(strict), await isRequired(easy), await isRequired(null)]).toEqual([
    true,
    false,
    false,
  ])
})
