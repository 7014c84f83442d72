import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { FailedTries } from './failed-tries.ts'
import { replaceRecoveryCodes, requireOtp } from './second-factor.ts'

/** The secret and times of RFC 6238, appendix B; the codes are the last six digits of its values. */
const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const [FORMER, LATER, OTHER] = [
  { at: 1_111_111_109_000, code: '081804' },
  { at: 1_111_111_111_000, code: '050471' },
  { at: 1_234_567_890_000, code: '005924' },
]
const STEP_MS = 30_000

let rows: EmptyDatabase
let [anna, boris] = [0, 0]
let now: number
let tries: FailedTries
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const on = { otp_active: 1, otp_secret: SECRET }
  anna = await rows.person('anna', on)
  boris = await rows.person('boris', on)
  now = FORMER.at
  tries = new FailedTries({ database: rows.database, clock: () => now, secret: 'c2VjcmV0' })
})
afterEach(() => rows.close())

interface Asked {
  id?: number
  user?: { otp_active?: number; otp_secret?: string | null }
  address?: string
}
const outcomeOf = async (
  otp: string | null | undefined,
  { id = anna, user = {}, address = '192.0.2.1' }: Asked = {},
): Promise<string> => {
  const services = { database: rows.database, clock: () => now, failedTries: tries }
  const meta = rows.database.keys
  const asked = { id, username: `person-${id}`, otp_active: 1, otp_secret: SECRET, ...user }
  try {
    await requireOtp({ ...services, meta: { ...meta, serverId: '' } }, asked, { otp, address })
    return 'taken'
  } catch (error) {
    const { code, field = '' } = error as { code: string; field?: string }
    return `${code} ${field}`.trim()
  }
}

it.each([
  ['nothing', undefined, 'OTP_REQUIRED otp'],
  ['null', null, 'OTP_REQUIRED otp'],
  ['an empty code', '', 'OTP_MISSING otp'],
  ['only spaces and dashes', ' - -', 'OTP_MISSING otp'],
  ['a wrong code', '000000', 'OTP_INVALID otp'],
  ['a code of another time', OTHER.code, 'OTP_INVALID otp'],
  ['a code with a digit too many', `${FORMER.code}0`, 'OTP_INVALID otp'],
  ['the code', FORMER.code, 'taken'],
  ['the code in two groups', ' 081-804 ', 'taken'],
] as const)('[TF1] with a second factor %s is answered %j → %s', async (_, otp, expected) => {
  expect(await outcomeOf(otp)).toBe(expected)
})

it('[TF1] an account without a second factor needs no code', async () => {
  expect(await outcomeOf(undefined, { user: { otp_active: 0 } })).toBe('taken')
  expect(await outcomeOf(undefined, { user: { otp_secret: null } })).toBe('taken')
})

it('[TF2] a code counts one step before and after its own, once, and not after a later one', async () => {
  for (const [steps, expected] of [
    [-2, 'OTP_INVALID otp'],
    [2, 'OTP_INVALID otp'],
    [-1, 'taken'],
  ] as const) {
    now = FORMER.at + steps * STEP_MS
    expect(await outcomeOf(FORMER.code), `${steps} steps`).toBe(expected)
  }
  now = FORMER.at
  expect(await outcomeOf(FORMER.code)).toBe('OTP_INVALID otp')
  expect(await outcomeOf(FORMER.code, { id: boris })).toBe('taken')
  now = LATER.at + STEP_MS
  expect(await outcomeOf(LATER.code)).toBe('taken')
})

it('[TF5] a recovery code counts once, for its own person, however it is written', async () => {
  const [first = '', second = ''] = await replaceRecoveryCodes(rows.database.queries, anna)
  const [ofBoris = ''] = await replaceRecoveryCodes(rows.database.queries, boris)
  expect(await outcomeOf(ofBoris)).toBe('OTP_INVALID otp')
  expect(await outcomeOf(first.toLowerCase().replaceAll('-', ' '))).toBe('taken')
  expect(await outcomeOf(first)).toBe('OTP_INVALID otp')
  expect(await outcomeOf(second)).toBe('taken')
  expect(await outcomeOf(ofBoris, { id: boris })).toBe('taken')
  const used = await rows.database.queries
    .selectFrom('recovery_codes')
    .select(['user_id', 'used_on'])
    .where('used_on', 'is not', null)
    .execute()
  expect(used).toEqual([
    { user_id: anna, used_on: now },
    { user_id: anna, used_on: now },
    { user_id: boris, used_on: now },
  ])
})

it('[TF4] three wrong codes make the account wait at that network, and the right one starts again', async () => {
  const wrong = async (times: number, address?: string) => {
    for (let n = 0; n < times; n += 1)
      expect(await outcomeOf('000000', address === undefined ? {} : { address })).toBe(
        'OTP_INVALID otp',
      )
  }
  await wrong(2)
  expect(await outcomeOf(FORMER.code)).toBe('taken')
  now = LATER.at
  await wrong(3)
  expect(await outcomeOf(LATER.code)).toBe('session.attempts')
  expect(await outcomeOf(LATER.code, { id: boris })).toBe('taken')
  // No code, and an empty one, are no attempts.
  expect(await outcomeOf(undefined)).toBe('OTP_REQUIRED otp')
  expect(await outcomeOf('')).toBe('OTP_MISSING otp')
  expect(await outcomeOf(LATER.code, { address: '198.51.100.1' })).toBe('taken')
})

it('[TF4] strangers who use up the tries of one-time codes leave those of recovery codes', async () => {
  const [code = ''] = await replaceRecoveryCodes(rows.database.queries, anna)
  for (let n = 0; n < 30; n += 1)
    expect(await outcomeOf('000000', { address: `192.0.2.${n}` })).toBe('OTP_INVALID otp')
  const address = '198.51.100.1'
  expect(await outcomeOf(FORMER.code, { address })).toBe('session.attempts')
  expect(await outcomeOf(code, { address })).toBe('taken')
})
