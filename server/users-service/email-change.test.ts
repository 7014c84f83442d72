import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { emailChange } from '#schema/api/users-service/passwords.ts'
import {
  type Calls,
  NO_INPUT,
  openCalls,
  outcomeOf,
  rightPassword,
} from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { totpCode } from '../../tests/support/totp-code.ts'
import type { LinkPurpose } from '#schema/tables/link-purposes.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { createLink } from '../identity/mail-links.ts'
import { encryptOtpSecret } from '../security/otp-cipher.ts'
import { emailChangeHandlers as handlers } from './email-change.ts'

const SECRET = 'GEZDGNBVGY3TQOJQGEZDGNBVGY3TQOJQ'
const [FORMER, NEXT] = ['anna@city.example', 'next@city.example']
let rows: EmptyDatabase
let calls: Calls
let [city, anna, boris] = [0, 0, 0]
let changes: () => Promise<string[]>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  const password = await rightPassword(calls.services)
  const person = async (name: string) => {
    const id = await rows.person(name, {
      active_organization_id: city,
      password,
      updated_on: NOW - 9,
    })
    await rows.member(city, id)
    await createSession(rows.database, { userId: id, publicKey: null }, NOW - 1)
    return id
  }
  anna = await person('anna')
  boris = await person('boris')
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const link = async (
  purpose: LinkPurpose,
  {
    userId = anna,
    email = NEXT,
    now = NOW,
  }: { userId?: number; email?: string; now?: number } = {},
) => await createLink(rows.database.queries, { purpose, userId, email, now })
const setUser = async (
  id: number,
  row: { email?: string; otp_active?: number; otp_secret?: string },
) => {
  await rows.database.queries.updateTable('users').set(row).where('id', '=', id).execute()
}
const mail = (to: string, subject: string) =>
  `mails … + to_address=${to} subject=${subject} created_on=now next_try_on=now`
const bodyOfMail = async (to: string): Promise<string> =>
  (
    await rows.database.queries
      .selectFrom('mails')
      .select('body')
      .where('to_address', '=', to)
      .executeTakeFirstOrThrow()
  ).body

describe('asking for a new address', () => {
  const request = async (body: { email?: string; hash?: string; otp?: string } = {}) => {
    await calls.takeTry(emailChange.request, anna)
    const sent = { email: ` Next@city.example `, hash: 'right', ...body }
    await handlers.request({ ...NO_INPUT, body: sent }, await calls.by(anna))
  }
  const NEW_LINKS = [
    `mail_links … + purpose=change-email user_id=anna email=${NEXT} created_on=now expires_on=now+1800000`,
    `mail_links … + purpose=undo-email-change user_id=anna email=${FORMER} created_on=now expires_on=now+604800000`,
  ]

  it('[PS5] mails both addresses, and ends a former request of that person alone', async () => {
    await link('change-email', { email: 'wrong@city.example' })
    await link('change-email', { userId: boris, email: 'b@city.example' })
    await link('reset-password', { email: FORMER })
    await changes()
    await request()
    expect(await changes()).toEqual([
      ...NEW_LINKS,
      'mail_links …/anna ~ used_on=now',
      mail(FORMER, 'Change of your email address requested'),
      mail(NEXT, 'Confirm your new email address'),
      'users anna ~ updated_on=now',
    ])
    expect(await calls.tries()).toEqual([])
    expect(calls.told).toEqual(['mails'])
    expect(await bodyOfMail(NEXT)).toContain('/email-change-confirmation#')
    expect(await bodyOfMail(FORMER)).toContain('/email-change-undo#')
  })

  it('[PS5] an address of another account is told to its owner alone', async () => {
    await setUser(boris, { email: NEXT })
    await changes()
    await request()
    expect(await changes()).toEqual([
      ...NEW_LINKS,
      mail(FORMER, 'Change of your email address requested'),
      mail(NEXT, 'You already have an account'),
      'users anna ~ updated_on=now',
    ])
    expect(await bodyOfMail(NEXT)).not.toContain('/email-change')
  })

  it('[PS5] an account without an address has no former one to tell', async () => {
    await setUser(anna, { email: '' })
    await changes()
    await request()
    expect(await changes()).toEqual([
      NEW_LINKS[0],
      mail(NEXT, 'Confirm your new email address'),
      'users anna ~ updated_on=now',
    ])
  })

  it('[RG4] a mailbox that has had five links within the hour gets no sixth', async () => {
    for (let n = 0; n < 5; n += 1) await link('register')
    await changes()
    await request()
    expect((await changes()).filter((line) => line.startsWith('mails'))).toEqual([
      'mails … + created_on=now next_try_on=now sent_on=now',
      mail(FORMER, 'Change of your email address requested'),
    ])
  })

  it('[PS12] needs the password and, with a second factor, a code', async () => {
    expect(await outcomeOf(request({ hash: 'wrong' }))).toBe('PASSWORD_NOT_MATCH_CURRENT password')
    const secret = encryptOtpSecret(SECRET, anna, calls.services.meta)
    await setUser(anna, { otp_active: 1, otp_secret: secret })
    await changes()
    expect(await outcomeOf(request())).toBe('OTP_REQUIRED otp')
    expect(await outcomeOf(request({ otp: '000000' }))).toBe('OTP_INVALID otp')
    expect((await changes()).filter((line) => !line.startsWith('failed_tries'))).toEqual([])
    expect(await calls.tries()).toEqual([3])
    expect(calls.told).toEqual([])
    expect(await outcomeOf(request({ otp: totpCode(SECRET, NOW) }))).toBe('done')
  })
})

describe('confirming it', () => {
  const confirm = async (token: string) => {
    const context = calls.publicly()
    await handlers.confirm({ ...NO_INPUT, body: { token } }, context)
    return context.request.actorId
  }

  it('[PS5] changes the address, and mails the former one a link that takes it back', async () => {
    const token = await link('change-email', { now: NOW - 1_800_000 + 1 })
    await changes()
    expect(await confirm(token)).toBe(anna)
    expect(await changes()).toEqual([
      `events … + kind=account.address actor_id=anna user_ids=[${anna}] created_on=now`,
      `mail_links … + purpose=undo-email-change user_id=anna email=${FORMER} created_on=now expires_on=now+604800000`,
      'mail_links …/anna ~ used_on=now',
      mail(FORMER, 'Your email address was changed'),
      `users anna ~ email=${NEXT} updated_on=now`,
    ])
    expect(calls.told).toEqual(['mails'])
    expect(await outcomeOf(confirm(token))).toBe('LINK_INVALID')
  })

  it('[PS5] is refused with a link that is unknown, too old, of another purpose, or to a taken address', async () => {
    const old = await link('change-email', { now: NOW - 1_800_000 })
    const other = await link('undo-email-change')
    const unowned = await createLink(rows.database.queries, {
      purpose: 'change-email',
      userId: null,
      email: NEXT,
      now: NOW,
    })
    const taken = await link('change-email', { email: 'boris@city.example' })
    await changes()
    for (const token of ['unknown', old, other, unowned])
      expect(await outcomeOf(confirm(token))).toBe('LINK_INVALID')
    expect(await outcomeOf(confirm(taken))).toBe('EMAIL_ALREADY_USED')
    expect([await changes(), calls.told]).toEqual([[], []])
    const own = await link('change-email', { email: FORMER })
    expect(await outcomeOf(confirm(own))).toBe('done')
  })
})

describe('taking it back', () => {
  const undo = async (token: string) => {
    const context = calls.publicly()
    const { resetToken } = await handlers.undo({ ...NO_INPUT, body: { token } }, context)
    return { resetToken, by: context.request.actorId }
  }

  it('[PS13] gives back the address, ends sessions and links, and replaces the password', async () => {
    await setUser(anna, { email: NEXT })
    const token = await link('undo-email-change', { email: FORMER, now: NOW - 604_800_000 + 1 })
    await link('undo-email-change', { email: 'older@city.example', now: NOW - 604_800_000 })
    await link('undo-email-change', { email: 'later@city.example', now: NOW - 5 })
    await link('undo-email-change', { userId: boris, email: 'b@city.example' })
    await link('reset-password', { email: NEXT })
    await changes()
    expect(await undo(token)).toEqual({ by: anna, resetToken: expect.stringMatching(/^.{20,}$/) })
    expect(await changes()).toEqual([
      `events … + kind=account.address actor_id=anna user_ids=[${anna}] created_on=now`,
      `mail_links … + purpose=reset-password user_id=anna email=${FORMER} created_on=now expires_on=now+1800000`,
      '3 × mail_links …/anna ~ used_on=now',
      mail(FORMER, 'The change of your email address was undone'),
      mail(NEXT, 'The change of your email address was undone'),
      'password_history anna/now +',
      'sessions …/anna ~ ended_on=now',
      `users anna ~ email=${FORMER} password=… updated_on=now`,
    ])
    expect(calls.told).toEqual([expect.stringMatching(/^end session ./), 'mails'])
  })

  it('[PS13] mails an address that both are only once', async () => {
    await undo(await link('undo-email-change', { email: FORMER }))
    expect((await changes()).filter((line) => line.startsWith('mails'))).toEqual([
      mail(FORMER, 'The change of your email address was undone'),
    ])
  })

  it('[PS13] is refused with a link that is unknown, too old, used, of another purpose, or to a taken address', async () => {
    const old = await link('undo-email-change', { now: NOW - 604_800_000 })
    const other = await link('change-email')
    const used = await link('undo-email-change')
    await undo(used)
    await setUser(boris, { email: 'taken@city.example' })
    const taken = await link('undo-email-change', { email: 'taken@city.example' })
    await changes()
    calls.told.length = 0
    for (const token of ['unknown', old, other, used])
      expect(await outcomeOf(undo(token))).toBe('LINK_INVALID')
    expect(await outcomeOf(undo(taken))).toBe('EMAIL_ALREADY_USED')
    expect([await changes(), calls.told]).toEqual([[], []])
  })
})
