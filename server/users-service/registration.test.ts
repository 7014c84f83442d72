import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type Calls, NO_INPUT, openCalls, outcomeOf } from '../../tests/support/call-context.ts'
import { watchRows } from '../../tests/support/changed-rows.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { saltOf } from '../identity/accounts.ts'
import { invite, type NewInvitation } from '../identity/invite.ts'
import { createLink } from '../identity/mail-links.ts'
import { clientHash } from '../security/password-hash.ts'
import { registrationHandlers as handlers } from './registration.ts'

const NEW = 'new@city.example'
let rows: EmptyDatabase
let calls: Calls
let [city, anna] = [0, 0]
let changes: () => Promise<string[]>
beforeEach(async () => {
  rows = await openEmptyDatabase()
  calls = await openCalls(rows)
  city = await rows.organization('City')
  anna = await rows.person('anna', { active_organization_id: city, salt: 'salt', iterations: 7 })
  await rows.member(city, anna)
  changes = await watchRows(rows.database)
})
afterEach(() => rows.close())

const invited = async (more: Partial<NewInvitation> = {}) =>
  await invite(rows.database.queries, {
    email: NEW,
    organizationId: city,
    roles: ['role-org-power-user'],
    invitedBy: { userId: anna, name: 'Anna' },
    language: 'en',
    baseUrl: '',
    now: NOW,
    ...more,
  })
const link = async (more: Partial<Parameters<typeof createLink>[1]> = {}) =>
  await createLink(rows.database.queries, {
    purpose: 'register',
    userId: null,
    email: NEW,
    now: NOW,
    ...more,
  })
const mail = (to: string, subject: string) =>
  `mails … + to_address=${to} subject=${subject} created_on=now next_try_on=now`

describe('asking to register', () => {
  const request = async (email: string) =>
    await handlers.request({ ...NO_INPUT, body: { email, language: 'en' } }, calls.publicly())

  it('[RG4] writes the same rows for a known and an unknown address', async () => {
    await request(' New@city.example')
    expect(await changes()).toEqual([
      `mail_links … + purpose=register email=${NEW} created_on=now expires_on=now+1800000`,
      mail(NEW, 'Confirm your email address'),
    ])
    await request('ANNA@city.example')
    expect(await changes()).toEqual([
      'mail_links … + purpose=register user_id=anna email=anna@city.example created_on=now expires_on=now+1800000',
      mail('anna@city.example', 'You already have an account'),
    ])
    expect(calls.told).toEqual(['mails', 'mails'])
  })

  it('[RG4] mails five links an hour to an address, and writes the sixth all the same', async () => {
    for (let n = 0; n < 4; n += 1) await link({ now: NOW - 3_600_000 + 1 })
    await changes()
    const written = (sent: string) => [
      `mail_links … + purpose=register email=${NEW} created_on=now expires_on=now+1800000`,
      sent,
    ]
    await request(NEW)
    expect(await changes()).toEqual(written(mail(NEW, 'Confirm your email address')))
    await request(NEW)
    expect(await changes()).toEqual(written('mails … + created_on=now next_try_on=now sent_on=now'))
  })
})

describe('what a link is', () => {
  const facts = async (token: string) =>
    await handlers.checkToken({ ...NO_INPUT, params: { token } }, calls.publicly())
  const NOTHING = { email: null, organizationName: null, hasAccount: false, account: null }

  it('[RG3] a valid one tells its purpose, address and organization, and is not used up', async () => {
    const { token } = await invited()
    const toAnna = await invited({ email: 'anna@city.example' })
    const open = await invited({ email: '' })
    await rows.person('nameless', { email: '' })
    await changes()
    const own = { state: 'valid', purpose: 'invitation', organizationName: 'City', account: null }
    expect(await facts(token)).toEqual({ ...own, email: NEW, hasAccount: false })
    expect(await facts(toAnna.token)).toMatchObject({ hasAccount: true })
    expect(await facts(open.token)).toEqual({ ...own, email: '', hasAccount: false })
    expect(await facts(await link())).toEqual({
      ...NOTHING,
      state: 'valid',
      purpose: 'register',
      email: NEW,
    })
    expect(await facts(await link({ email: 'anna@city.example' }))).toMatchObject({
      hasAccount: true,
    })
    const reset = { purpose: 'reset-password', userId: anna } as const
    expect(await facts(await link(reset))).toEqual({
      ...NOTHING,
      state: 'valid',
      purpose: 'reset-password',
      hasAccount: true,
      account: { username: 'anna', salt: 'salt', iterations: 7 },
    })
    expect((await changes()).filter((line) => line.includes(' ~ '))).toEqual([])
  })

  it('[RG3] any other tells its state, and nothing else', async () => {
    const { queries } = rows.database
    expect(await facts('unknown')).toEqual({ ...NOTHING, state: 'unknown', purpose: null })
    expect(await facts(await link({ now: NOW - 1_800_000 }))).toEqual({
      ...NOTHING,
      state: 'expired',
      purpose: 'register',
    })
    expect(await facts(await link({ purpose: 'reset-password' }))).toEqual({
      ...NOTHING,
      state: 'unknown',
      purpose: null,
    })
    const past = await invited({ now: NOW - 7 * 86_400_000 })
    expect(await facts(past.token)).toEqual({ ...NOTHING, state: 'expired', purpose: 'invitation' })
    for (const [row, state] of [
      [{ accepted_on: NOW }, 'used'],
      [{ cancelled_on: NOW }, 'cancelled'],
    ] as const) {
      const { id, token } = await invited()
      await queries.updateTable('invitations').set(row).where('id', '=', id).execute()
      expect(await facts(token)).toEqual({ ...NOTHING, state, purpose: 'invitation' })
    }
  })

  it('[RG5] only with a valid one for registering it is told whether a username is free', async () => {
    const isFree = async (username: string, token?: string) =>
      (
        await handlers.usernameCheck(
          { ...NO_INPUT, body: { username, ...(token === undefined ? {} : { token }) } },
          calls.publicly(),
        )
      ).isFree
    const valid = [(await invited()).token, await link()]
    for (const token of valid)
      expect([await isFree(' ANNA ', token), await isFree('nina', token)]).toEqual([false, true])
    const others = [
      undefined,
      'unknown',
      await link({ now: NOW - 1_800_000 }),
      await link({ purpose: 'reset-password' }),
      (await invited({ now: NOW - 7 * 86_400_000, email: 'x@city.example' })).token,
    ]
    for (const token of others)
      expect([await isFree('anna', token), await isFree('nina', token)]).toEqual([null, null])
  })
})

describe('registering', () => {
  type Body = Parameters<typeof handlers.create>[0]['body']
  const create = async (token: string, body: Partial<Body> = {}) =>
    await handlers.create(
      {
        ...NO_INPUT,
        body: {
          token,
          username: ' Nina ',
          hash: 'sent',
          firstname: ' Nina ',
          lastname: 'Nova',
          organization: '',
          language: 'en',
          ...body,
        },
      },
      calls.publicly(),
    )

  it('[RG1] by a link waits for approval, with the address of the link and the named organization', async () => {
    const token = await link()
    await changes()
    const answer = await create(token, { organization: ' Nova ', email: 'other@city.example' })
    expect(answer).toEqual({ state: 'WAITING', isTwoFactorRequired: false })
    const [used, account, ...rest] = await changes()
    expect([used, rest]).toEqual([`mail_links …/null ~ used_on=now`, []])
    expect(account).toMatch(/^users nina \+ /)
    const stored = await rows.database.queries
      .selectFrom('users')
      .selectAll()
      .where('username', '=', 'nina')
      .executeTakeFirstOrThrow()
    expect(stored).toMatchObject({
      email: NEW,
      firstname: 'Nina',
      lastname: 'Nova',
      name: 'Nina Nova',
      approval: 'WAITING',
      requested_organization: 'Nova',
      active_organization_id: null,
      blocked: 0,
      otp_active: 0,
      created_on: NOW,
      updated_on: NOW,
      ...saltOf('nina', calls.services.meta.saltSecret),
    })
    expect(stored.password).toMatch(/^\$argon2id/)
    expect(await outcomeOf(create(token, { username: 'other' }))).toBe('LINK_INVALID')
  })

  it('[RG2] by an invitation joins at once, at the address that was invited', async () => {
    const { token } = await invited()
    await changes()
    const answer = await create(token, { email: 'other@city.example' })
    expect(answer).toEqual({ state: 'READY', isTwoFactorRequired: false })
    const lines = await changes()
    expect(lines.filter((line) => !line.startsWith('users'))).toEqual([
      `invitations …/${NEW} ~ accepted_on=now accepted_by=nina`,
      'organization_members City/nina + roles=["role-org-power-user"] created_on=now state=ACTIVE',
    ])
    expect(lines.find((line) => line.startsWith('users'))).toContain(`email=${NEW}`)
  })

  it('[RG2] [TF8] by an open invitation chooses the address, and may need a second factor', async () => {
    await rows.database.queries
      .updateTable('organizations')
      .set({ two_factor_required: 1 })
      .execute()
    const { token } = await invited({ email: '' })
    expect(await outcomeOf(create(token))).toBe('validation.required email')
    expect(await create(token, { email: ' Chosen@city.example ' })).toEqual({
      state: 'READY',
      isTwoFactorRequired: true,
    })
    const users = rows.database.queries.selectFrom('users').select('email')
    expect(await users.where('username', '=', 'nina').execute()).toEqual([
      { email: 'chosen@city.example' },
    ])
  })

  it.each<[string, string, Partial<Body>]>([
    ['an address as a username', 'USERNAME_ADDRESS username', { username: 'a@b.example' }],
    ['a first name with hidden signs', 'NAME_SIGNS firstname', { firstname: 'a\u202Eb' }],
    ['a last name with hidden signs', 'NAME_SIGNS lastname', { lastname: 'a\u202Eb' }],
  ])('[RG9] [RG12] with %s is refused: %s', async (_what, code, body) => {
    const token = await link()
    await changes()
    expect(await outcomeOf(create(token, body))).toBe(code)
    expect(await changes()).toEqual([])
  })

  it('[RG3] with a link that is not valid is refused before anything is told of the username', async () => {
    for (const token of ['unknown', await link({ purpose: 'reset-password' })])
      expect(await outcomeOf(create(token, { username: 'a@b.example' }))).toBe('LINK_INVALID')
  })

  it('[RG6] with the username as password, as stored or as typed, is refused', async () => {
    const token = await link()
    const { salt, iterations } = saltOf('nina', calls.services.meta.saltSecret)
    await changes()
    for (const password of ['nina', 'Nina'])
      expect(
        await outcomeOf(create(token, { hash: await clientHash(password, salt, iterations) })),
      ).toBe('PASSWORD_IS_SAME_AS_USERNAME password')
    expect(await changes()).toEqual([])
  })

  it('[RG3] with a taken username or address is refused, and the link stays open', async () => {
    const token = await link()
    const toAnna = await link({ email: 'anna@city.example' })
    await changes()
    expect(await outcomeOf(create(token, { username: 'anna' }))).toBe('USERNAME_INVALID username')
    expect(await outcomeOf(create(toAnna))).toBe('EMAIL_ALREADY_USED email')
    expect(await changes()).toEqual([])
  })
})
