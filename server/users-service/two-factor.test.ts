import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { twoFactor } from '#schema/api/users-service/two-factor.ts'
import {
  ADDRESS,
  type Calls,
  NO_INPUT,
  openCalls,
  outcomeOf,
  rightPassword,
} from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { totpCode } from '../../tests/support/totp-code.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { createLink } from '../identity/mail-links.ts'
import { replaceRecoveryCodes } from '../identity/second-factor.ts'
import { encryptOtpSecret } from '../security/otp-cipher.ts'
import { twoFactorHandlers as handlers } from './two-factor.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const CODE = totpCode(SECRET, NOW)
const STEP = NOW / 30_000
const HALF_HOUR_MS = 1_800_000
let rows: EmptyDatabase
let calls: Calls
let city: number
let [anna, boris] = [0, 0]
let changes: () => Promise<string[]>
/** Anna signs in without a second factor, Boris with one. */
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  anna = await person('anna')
  boris = await person('boris')
  await setUser(boris, { otp_active: 1, otp_secret: secretOf(boris) })
  await replaceRecoveryCodes(rows.database.queries, boris)
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const person = async (name: string) => {
  const password = await rightPassword(calls.services)
  const id = await rows.person(name, { active_organization_id: city, password })
  await rows.member(city, id)
  return id
}
const secretOf = (userId: number) => encryptOtpSecret(SECRET, userId, calls.services.meta)
interface Secrets {
  otp_active?: number
  otp_secret?: string
  otp_pending?: string
  otp_pending_on?: number
}
const setUser = async (id: number, row: Secrets) => {
  await rows.database.queries.updateTable('users').set(row).where('id', '=', id).execute()
}
interface Body {
  username?: string
  hash?: string
  otp?: string | null
}
/** A call without a sign-in, whose try is counted as its route does. */
const openly = async (name: 'init' | 'reset' | 'enable', body: Body) => {
  await calls.takeTry(twoFactor[name], ADDRESS)
  const sent = { username: 'anna', hash: 'right', ...body, otp: body.otp ?? '' }
  return await handlers[name]({ ...NO_INPUT, body: sent }, calls.publicly())
}
const signedIn = async (name: 'check' | 'disable' | 'newCodes', body: Body, by = boris) => {
  await calls.takeTry(twoFactor[name], by)
  const sent = { hash: 'right', ...body, otp: body.otp ?? '' }
  return await handlers[name]({ ...NO_INPUT, body: sent }, await calls.by(by))
}
const event = (kind: string, name: string, id: number) =>
  `events … + kind=account.${kind} actor_id=${name} user_ids=[${id}] created_on=now`
const mail = (name: string, subject: string) =>
  `mails … + to_address=${name}@city.example subject=${subject} created_on=now next_try_on=now`

describe('a new secret', () => {
  it('[TF6] waits for its first code, and leaves the former one and other people alone', async () => {
    const { secret, url } = (await openly('init', {})) as { secret: string; url: string }
    expect(url).toBe(`otpauth://totp/Tenderbook%3Aanna?secret=${secret}&issuer=Tenderbook`)
    expect(await changes()).toEqual(['users anna ~ otp_pending=… otp_pending_on=now'])
    await openly('reset', { username: 'boris', otp: CODE })
    expect(await changes()).toEqual([
      `users boris ~ otp_pending=… otp_step=${STEP} otp_pending_on=now`,
    ])
    expect(await calls.tries()).toEqual([])
  })

  it.each<[string, 'init' | 'reset', Body, string]>([
    ['with a wrong password', 'init', { hash: 'wrong' }, 'BAD_CREDENTIALS'],
    ['while a second factor is on', 'init', { username: 'boris' }, 'TWO_FACTOR_ACTIVE'],
    [
      'for another authenticator, without a code',
      'reset',
      { username: 'boris' },
      'OTP_MISSING otp',
    ],
    [
      'for another authenticator, with a wrong code',
      'reset',
      { username: 'boris', otp: '000000' },
      'OTP_INVALID otp',
    ],
  ])('[TF6] %s is refused and stores nothing', async (_how, name, body, code) => {
    expect(await outcomeOf(openly(name, body))).toBe(code)
    expect((await changes()).filter((line) => !line.startsWith('failed_tries'))).toEqual([])
    // The right password gives the tries back; codes are counted as failed tries.
    expect(await calls.tries()).toEqual(body.hash === 'wrong' ? [1, 1] : [])
  })
})

describe('the first code', () => {
  const pending = async (ageMs = 0) => {
    await setUser(anna, { otp_pending: secretOf(anna), otp_pending_on: NOW - ageMs })
    await changes()
  }

  it('[TF13] turns the second factor on, ends open links of that person and tells them', async () => {
    for (const [userId, name] of [
      [anna, 'anna'],
      [boris, 'boris'],
    ] as const)
      await createLink(rows.database.queries, {
        purpose: 'reset-password',
        userId,
        email: `${name}@city.example`,
        now: NOW - 1,
      })
    await pending()
    const written = ` ${CODE.slice(0, 3)}-${CODE.slice(3)}`
    const { recoveryCodes } = (await openly('enable', { otp: written })) as {
      recoveryCodes: string[]
    }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await changes()).toEqual([
      event('twoFactorOn', 'anna', anna),
      'mail_links …/anna ~ used_on=now',
      mail('anna', 'Two-factor sign-in is on'),
      '10 × recovery_codes anna/… +',
      `users anna ~ otp_secret=… otp_pending=null otp_active=1 otp_step=${STEP}`,
    ])
    expect(calls.told).toEqual(['mails'])
  })

  it.each([
    [HALF_HOUR_MS - 1, 'done'],
    [HALF_HOUR_MS, 'OTP_INVALID otp'],
  ])('[TF13] of a secret that is %i ms old: %s', async (ageMs, outcome) => {
    await pending(ageMs)
    expect(await outcomeOf(openly('enable', { otp: CODE }))).toBe(outcome)
    expect(calls.told).toEqual(outcome === 'done' ? ['mails'] : [])
  })

  it('[TF13] is refused without a secret, when empty, when wrong, and after ten wrong ones', async () => {
    expect(await outcomeOf(openly('enable', { otp: CODE }))).toBe('OTP_INVALID otp')
    await pending()
    expect(await outcomeOf(openly('enable', { otp: ' - ' }))).toBe('OTP_MISSING otp')
    expect(await outcomeOf(openly('enable', { otp: CODE, hash: 'wrong' }))).toBe('BAD_CREDENTIALS')
    for (let n = 0; n < 9; n += 1)
      expect(await outcomeOf(openly('enable', { otp: '000000' }))).toBe('OTP_INVALID otp')
    expect(await outcomeOf(openly('enable', { otp: CODE }))).toBe('session.attempts')
    calls.now = NOW + 300_000 - 1
    expect(await outcomeOf(openly('enable', { otp: totpCode(SECRET, calls.now) }))).toBe(
      'session.attempts',
    )
    calls.now = NOW + 300_000
    expect(await outcomeOf(openly('enable', { otp: totpCode(SECRET, calls.now) }))).toBe('done')
  })

  it('[TF13] that is right counts for nothing against the limit', async () => {
    for (let n = 0; n < 11; n += 1) {
      await pending()
      expect(await outcomeOf(openly('enable', { otp: CODE }))).toBe('done')
    }
  })
})

describe('with a second factor', () => {
  it('[TF1] a check uses up the code and changes nothing else', async () => {
    await signedIn('check', { otp: CODE })
    expect(await calls.tries()).toEqual([])
    expect(await changes()).toEqual([`users boris ~ otp_step=${STEP}`])
    expect(await outcomeOf(signedIn('check', { otp: CODE }))).toBe('OTP_INVALID otp')
  })

  it('[TF7] password and code turn it off, and the person is told', async () => {
    await signedIn('disable', { otp: CODE })
    expect(await calls.tries()).toEqual([])
    expect(await changes()).toEqual([
      event('twoFactorOff', 'boris', boris),
      mail('boris', 'Two-factor sign-in is off'),
      '10 × recovery_codes boris/… -',
      `users boris ~ otp_secret=null otp_active=0 otp_step=${STEP}`,
    ])
    expect(calls.told).toEqual(['mails'])
  })

  it('[TF10] password and code replace the recovery codes', async () => {
    const { recoveryCodes } = (await signedIn('newCodes', { otp: CODE })) as {
      recoveryCodes: string[]
    }
    expect(new Set(recoveryCodes).size).toBe(10)
    expect(await calls.tries()).toEqual([])
    expect(await changes()).toEqual([
      '10 × recovery_codes boris/… +',
      '10 × recovery_codes boris/… -',
      `users boris ~ otp_step=${STEP}`,
    ])
  })

  it.each<[string, 'check' | 'disable' | 'newCodes', Body, string]>([
    ['a check', 'check', { otp: '000000' }, 'OTP_INVALID otp'],
    ['turning it off', 'disable', { otp: '000000' }, 'OTP_INVALID otp'],
    ['new recovery codes', 'newCodes', { otp: '000000' }, 'OTP_INVALID otp'],
    ['turning it off', 'disable', { otp: CODE, hash: 'no' }, 'PASSWORD_NOT_MATCH_CURRENT password'],
    [
      'new recovery codes',
      'newCodes',
      { otp: CODE, hash: 'no' },
      'PASSWORD_NOT_MATCH_CURRENT password',
    ],
  ])('[TF10] %s with a wrong code or password is refused and counted', async (...given) => {
    const [, name, body, code] = given
    expect(await outcomeOf(signedIn(name, body))).toBe(code)
    expect((await changes()).filter((line) => !line.startsWith('failed_tries'))).toEqual([])
    expect(await calls.tries()).toEqual([1])
  })

  it('[TF1] a person without one has no right code, and no codes to replace', async () => {
    for (const name of ['check', 'newCodes'] as const)
      expect(await outcomeOf(signedIn(name, { otp: CODE }, anna)), name).toBe('OTP_INVALID otp')
  })

  it('[TF8] it stays on while the active organization requires it', async () => {
    const { queries } = rows.database
    await queries.updateTable('organizations').set({ two_factor_required: 1 }).execute()
    expect(await outcomeOf(signedIn('disable', { otp: CODE }))).toBe('TWO_FACTOR_REQUIRED')
  })
})

describe('what administrators do', () => {
  let [admin, owner, root] = [0, 0, 0]
  beforeEach(async () => {
    const withRole = async (name: string, place: number, role: string) => {
      const id = await rows.person(name, { active_organization_id: place })
      await rows.member(place, id, { roles: `["${role}"]` })
      return id
    }
    admin = await withRole('admin', city, 'role-org-admin')
    owner = await withRole('owner', city, 'role-org-owner')
    root = await withRole('root', await rows.organization('Village'), 'role-sys-admin')
    for (const userId of [anna, boris, owner])
      await createSession(rows.database, { userId, publicKey: null }, NOW - 1)
    await changes()
  })
  const disableFor = async (id: number, by: number) =>
    await handlers.disableFor({ ...NO_INPUT, params: { id } }, await calls.by(by))

  it('[TF7] turns it off for a colleague, ends their sessions and forgets their failed codes', async () => {
    const { failedTries } = calls.services
    for (const [username, userId] of [
      ['anna', anna],
      ['boris', boris],
    ] as const)
      for (const kind of ['otp', 'password'] as const)
        await failedTries.count(kind, { username, userId, address: null })
    await changes()
    await disableFor(boris, admin)
    expect(await changes()).toEqual([
      event('twoFactorOff', 'boris', boris),
      expect.stringMatching(/^failed_tries …\/otp\/.* -$/),
      mail('boris', 'Two-factor sign-in is off'),
      '10 × recovery_codes boris/… -',
      'sessions …/boris ~ ended_on=now',
      'users boris ~ otp_secret=null otp_active=0',
    ])
    expect(calls.told).toEqual([expect.stringMatching(/^end session /), 'mails'])
  })

  it('[TF7] not for themselves, a stranger, an unknown person or a higher rank', async () => {
    const [village, rootHere] = [await person('villager'), await person('sysadmin')]
    const { queries } = rows.database
    await queries.deleteFrom('organization_members').where('user_id', '=', village).execute()
    await queries
      .updateTable('organization_members')
      .set({ roles: '["role-sys-admin"]' })
      .where('user_id', '=', rootHere)
      .execute()
    await changes()
    expect(await outcomeOf(disableFor(admin, admin))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(disableFor(village, admin))).toBe('NOT_FOUND')
    expect(await outcomeOf(disableFor(999, admin))).toBe('NOT_FOUND')
    expect(await outcomeOf(disableFor(rootHere, admin))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(disableFor(boris, anna))).toBe('NOT_ALLOWED')
    expect(await changes()).toEqual([])
    expect(await outcomeOf(disableFor(rootHere, root))).toBe('done')
  })

  const setPolicy = async (isRequired: boolean, by: number, id = city) =>
    await handlers.setPolicy(
      { ...NO_INPUT, params: { id }, body: { isRequired } },
      await calls.by(by),
    )

  it('[TF8] can require it of their organization, which signs out members without it', async () => {
    const elsewhere = await rows.organization('Elsewhere')
    const carla = await rows.person('carla', { active_organization_id: elsewhere })
    await rows.member(city, carla)
    await createSession(rows.database, { userId: carla, publicKey: null }, NOW - 1)
    expect(await outcomeOf(setPolicy(true, owner))).toBe('TWO_FACTOR_FIRST')
    await setUser(owner, { otp_active: 1 })
    await changes()
    await setPolicy(true, owner)
    expect(await changes()).toEqual([
      'organizations City ~ two_factor_required=1',
      'sessions …/anna ~ ended_on=now',
    ])
    expect(calls.told).toEqual([expect.stringMatching(/^end session /)])
    await setPolicy(false, owner)
    expect(await changes()).toEqual(['organizations City ~ two_factor_required=0'])
  })

  it('[TF12] is told to its own people and to the system, not to others', async () => {
    const alpha = await rows.organization('Alpha', { parent_id: city })
    const vera = await rows.person('vera', { active_organization_id: alpha })
    await rows.member(alpha, vera, { roles: '["role-vendor-contact"]' })
    await rows.database.queries
      .updateTable('organizations')
      .set({ two_factor_required: 1 })
      .where('id', '=', alpha)
      .execute()
    const policy = async (id: number, by: number) =>
      await handlers.policy({ ...NO_INPUT, params: { id } }, await calls.by(by))
    expect(await policy(city, anna)).toEqual({ isRequired: false })
    expect(await policy(alpha, vera)).toEqual({ isRequired: true })
    expect(await policy(city, root)).toEqual({ isRequired: false })
    for (const [id, by] of [
      [alpha, anna],
      [city, vera],
    ] as const)
      expect(await outcomeOf(policy(id, by))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(policy(999, root))).toBe('NOT_FOUND')
    expect(await outcomeOf(setPolicy(false, anna))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(setPolicy(false, owner, alpha))).toBe('NOT_ALLOWED')
    expect(await outcomeOf(setPolicy(false, root, 999))).toBe('NOT_FOUND')
  })
})
