import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { LINK_MS, UNDO_EMAIL_MS } from '#schema/tables/link-purposes.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { ask, type Asked, linkTokens, mailsSent } from './identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => {
  world.clock.now += 3_600_000
})

const SECOND = 'Second-password-2'
const hash = (username: Username, password = PASSWORD) =>
  hashForSignIn(world.url, username, password)
const codeOf = ({ status, body }: Asked) => [
  status,
  (body['messageCodes'] as string[] | undefined)?.[0],
]
const lastLink = async (to: string): Promise<string> => (await linkTokens(world, to)).at(-1) ?? ''
const addressOf = async (username: Username): Promise<string> =>
  (
    await world.database.queries
      .selectFrom('users')
      .select('email')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).email
const confirm = async (token: string) =>
  await ask(world, API.emailChange.confirm, { body: { token } })
const undo = async (token: string) => await ask(world, API.emailChange.undo, { body: { token } })
const stateOf = async (token: string) =>
  (await ask(world, API.registration.checkToken, { params: { token } })).body['state']
const isOpen = async (token: string): Promise<boolean> =>
  (
    await fetch(`${world.url}/api/users-service/auth/session`, {
      headers: { 'x-auth-token': token },
    })
  ).status === 200
const subjects = async (to: string): Promise<string[]> => {
  await mailsSent(world)
  return world.mails.filter((mail) => mail.to === to).map(({ subject }) => subject)
}

/** Signs the person in and requests another address. */
const askChange = async (
  username: Username,
  email: string,
  password = PASSWORD,
): Promise<string> => {
  const { token } = await signInApi(world.url, username, password)
  const body = { email, hash: await hash(username, password) }
  expect((await ask(world, API.emailChange.request, { body }, token)).status).toBe(204)
  return token
}
const resetPassword = async (
  username: Username,
  email: string,
  password: string,
): Promise<void> => {
  await ask(world, API.passwords.resetRequest, { body: { username } })
  const body = {
    resetToken: await lastLink(email),
    newPasswordHash: await hash(username, password),
  }
  expect((await ask(world, API.passwords.setNew, { body })).status).toBe(204)
}

test('[PS11] after a password reset, the link of an earlier change of address does nothing', async () => {
  await askChange('owner', 'thief@elsewhere.example')
  await resetPassword('owner', 'owner@city.example', SECOND)
  expect(codeOf(await confirm(await lastLink('thief@elsewhere.example')))).toEqual([
    400,
    'LINK_INVALID',
  ])
  expect(await addressOf('owner')).toBe('owner@city.example')
})

test('[PS11] changing the password ends every open link of the account too', async () => {
  const token = await askChange('author', 'thief@elsewhere.example')
  await ask(world, API.passwords.resetRequest, { body: { username: 'author' } })
  const [change, reset] = [
    await lastLink('thief@elsewhere.example'),
    await lastLink('author@city.example'),
  ]
  const body = { oldHash: await hash('author'), newHash: await hash('author', SECOND) }
  expect((await ask(world, API.passwords.change, { body }, token)).status).toBe(204)
  expect([await stateOf(change), await stateOf(reset)]).toEqual(['used', 'used'])
  const open = await world.database.queries
    .selectFrom('mail_links')
    .select('purpose')
    .where('user_id', '=', world.users.author)
    .where('used_on', 'is', null)
    .execute()
  expect(open).toEqual([])
})

test('[PS11] a link used while the password changes takes effect before the change or not at all', async () => {
  const token = await askChange('reviewer', 'race@elsewhere.example')
  const change = await lastLink('race@elsewhere.example')
  const body = { oldHash: await hash('reviewer'), newHash: await hash('reviewer', SECOND) }
  const asked = { email: 'late@elsewhere.example', hash: await hash('reviewer') }
  await Promise.all([
    ask(world, API.passwords.change, { body }, token),
    confirm(change),
    ask(world, API.emailChange.request, { body: asked }, token),
  ])
  const late = await lastLink('late@elsewhere.example')
  // A change requested with the old password is void, whichever came first.
  for (const link of [change, late]) expect((await confirm(link)).status).toBe(400)
})

test.skipIf(!hasOathtool)(
  '[PS12] a change of address also needs the one-time code or a recovery code',
  async () => {
    const credentials = { username: 'approver', hash: await hash('approver') }
    const { token } = await signInApi(world.url, 'approver', PASSWORD)
    const { secret } = (await ask(world, API.twoFactor.init, { body: credentials })).body as {
      secret: string
    }
    const code = () => oathCode(secret, world.clock.now)
    const enabled = await ask(world, API.twoFactor.enable, {
      body: { ...credentials, otp: code() },
    })
    const [recovery = ''] = enabled.body['recoveryCodes'] as string[]
    const change = async (otp?: string) => {
      const body = {
        email: 'new@approver.example',
        hash: credentials.hash,
        ...(otp === undefined ? {} : { otp }),
      }
      return codeOf(await ask(world, API.emailChange.request, { body }, token))
    }
    expect(await change()).toEqual([422, 'OTP_REQUIRED'])
    expect(await change('')).toEqual([422, 'OTP_MISSING'])
    expect(await change('000000')).toEqual([422, 'OTP_INVALID'])
    expect(await linkTokens(world, 'new@approver.example')).toEqual([])
    world.clock.now += 60_000
    expect(await change(code())).toEqual([204, undefined])
    expect(await change(recovery)).toEqual([204, undefined])
    expect(await change(recovery)).toEqual([422, 'OTP_INVALID'])
  },
)

test.skipIf(!hasOathtool)(
  '[PS12] turning the one-time code on ends a change that was requested with the password alone',
  async () => {
    await askChange('alpha-ungranted', 'thief@elsewhere.example')
    const credentials = { username: 'alpha-ungranted', hash: await hash('alpha-ungranted') }
    const { secret } = (await ask(world, API.twoFactor.init, { body: credentials })).body as {
      secret: string
    }
    const otp = oathCode(secret, world.clock.now)
    const enabled = await ask(world, API.twoFactor.enable, { body: { ...credentials, otp } })
    expect(enabled.status).toBe(200)
    expect((await confirm(await lastLink('thief@elsewhere.example'))).status).toBe(400)
  },
)

test('[PS13] the old address is told when a change is requested and when it is done', async () => {
  await askChange('colleague', 'colleague@new.example')
  expect(await subjects('colleague@city.example')).toEqual([
    'Change of your email address requested',
  ])
  await confirm(await lastLink('colleague@new.example'))
  expect((await subjects('colleague@city.example')).at(-1)).toBe('Your email address was changed')
  const texts = world.mails
    .filter(({ to }) => to === 'colleague@city.example')
    .map(({ text }) => text)
  for (const text of texts) expect(text).toContain('https://tenders.example/email-change-undo#')
})

test('[PS13] the old address can revert a change for a week: every open link ends, and a new password is required', async () => {
  const token = await askChange('alpha-primary', 'thief@elsewhere.example')
  await confirm(await lastLink('thief@elsewhere.example'))
  const stop = await lastLink('alpha-primary@alpha.example')
  await ask(world, API.passwords.resetRequest, { body: { username: 'alpha-primary' } })
  const thiefs = await lastLink('thief@elsewhere.example')
  world.clock.now += UNDO_EMAIL_MS - 1_000
  const thief = await signInApi(world.url, 'alpha-primary', PASSWORD)
  expect([await isOpen(thief.token), await stateOf(stop)]).toEqual([true, 'valid'])
  const answers = await Promise.all(Array.from({ length: 5 }, () => undo(stop)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([200, 400, 400, 400, 400])
  expect(await addressOf('alpha-primary')).toBe('alpha-primary@alpha.example')
  expect([await isOpen(token), await isOpen(thief.token), await stateOf(thiefs)]).toEqual([
    false,
    false,
    'used',
  ])
  // The password used for the request no longer works and cannot be set again.
  await expect(signInApi(world.url, 'alpha-primary', PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
  const resetToken = String(answers.find(({ status }) => status === 200)?.body['resetToken'])
  const set = async (password: string) =>
    codeOf(
      await ask(world, API.passwords.setNew, {
        body: { resetToken, newPasswordHash: await hash('alpha-primary', password) },
      }),
    )
  expect(await set(PASSWORD)).toEqual([400, 'PASSWORD_ALREADY_USED'])
  expect(await set(SECOND)).toEqual([204, undefined])
  expect(await isOpen((await signInApi(world.url, 'alpha-primary', SECOND)).token)).toBe(true)
  expect((await subjects('thief@elsewhere.example')).at(-1)).toBe(
    'The change of your email address was undone',
  )
})

test('[PS13] an unconfirmed change is stopped the same way', async () => {
  await askChange('alpha-contact', 'thief@elsewhere.example')
  const [change, stop] = [
    await lastLink('thief@elsewhere.example'),
    await lastLink('alpha-contact@alpha.example'),
  ]
  expect((await undo(stop)).status).toBe(200)
  expect((await confirm(change)).status).toBe(400)
  expect(await addressOf('alpha-contact')).toBe('alpha-contact@alpha.example')
})

test('[PS13] a person who took an account over cannot end the link of the previous address', async () => {
  await askChange('alpha-restricted', 'thief@one.example')
  await confirm(await lastLink('thief@one.example'))
  const owners = await lastLink('alpha-restricted@alpha.example')
  world.clock.now += 60_000
  await askChange('alpha-restricted', 'thief@two.example')
  await confirm(await lastLink('thief@two.example'))
  expect((await undo(await lastLink('thief@one.example'))).status).toBe(200)
  await resetPassword('alpha-restricted', 'thief@one.example', SECOND)
  expect((await undo(owners)).status).toBe(200)
  expect(await addressOf('alpha-restricted')).toBe('alpha-restricted@alpha.example')
})

test('[PS13] the link works for a week and for nothing else, and not once the address belongs to another account', async () => {
  await askChange('beta-primary', 'beta@new.example')
  await confirm(await lastLink('beta@new.example'))
  const stop = await lastLink('beta-primary@beta.example')
  expect((await confirm(stop)).status).toBe(400)
  const body = { resetToken: stop, newPasswordHash: await hash('beta-primary', SECOND) }
  expect(codeOf(await ask(world, API.passwords.setNew, { body }))).toEqual([
    400,
    'RESET_PASSWORD_INVALID_LINK',
  ])
  await askChange('gamma-primary', 'beta-primary@beta.example')
  await confirm(await lastLink('beta-primary@beta.example'))
  expect(codeOf(await undo(stop))).toEqual([409, 'EMAIL_ALREADY_USED'])
  world.clock.now += UNDO_EMAIL_MS
  expect(codeOf(await undo(stop))).toEqual([400, 'LINK_INVALID'])
  for (const token of ['', 'made-up']) expect((await undo(token)).status).toBe(400)
})

test('[PS13] notices of address changes do not use up the mails for a new password', async () => {
  for (let index = 0; index < 6; index += 1)
    await askChange('admin', `thief@number-${index}.example`)
  await ask(world, API.passwords.resetRequest, { body: { username: 'admin' } })
  expect((await subjects('admin@city.example')).at(-1)).toBe('Set a new password')
  world.clock.now += LINK_MS
  expect(await stateOf(await lastLink('admin@city.example'))).toBe('expired')
})
