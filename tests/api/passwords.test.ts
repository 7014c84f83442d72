import { createHash } from 'node:crypto'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { passwordProblems } from '#schema/rules/account/password.ts'
import { LINK_MS } from '#schema/tables/link-purposes.ts'
import { openDatabase } from '#server/database/open.ts'
import { inviteFirstAdministrator } from '#server/identity/first-administrator.ts'
import { readInvitation } from '#server/identity/invite.ts'
import { commonPasswords, stolenPasswordsIn } from '#server/security/stolen-passwords.ts'
import { hashForSignIn, signInApi } from '../support/api-client.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { createTestDatabase } from '../support/test-database.ts'
import { ask, linkTokens, mailsSent } from './identity-calls.ts'
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
const THIRD = 'Third-password-33'
const hash = (username: Username, password: string) => hashForSignIn(world.url, username, password)
const codesOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  (body['messageCodes'] as string[] | undefined)?.[0],
]
const canEnter = (username: Username, password: string) =>
  signInApi(world.url, username, password).then(
    () => true,
    () => false,
  )
const askReset = async (name: string) =>
  await ask(world, API.passwords.resetRequest, { body: { username: name } })
const setNew = async (token: string, username: Username, password: string) =>
  await ask(world, API.passwords.setNew, {
    body: { resetToken: token, newPasswordHash: await hash(username, password) },
  })

test('[PS1] changing the password needs the old one, refuses an earlier one and the name, and ends every other session', async () => {
  const [here, there] = [
    await signInApi(world.url, 'author', PASSWORD),
    await signInApi(world.url, 'author', PASSWORD),
  ]
  const change = async (old: string, next: string) =>
    await ask(
      world,
      API.passwords.change,
      { body: { oldHash: await hash('author', old), newHash: await hash('author', next) } },
      here.token,
    )
  expect(codesOf(await change('wrong', SECOND))).toEqual([403, 'PASSWORD_NOT_MATCH_CURRENT'])
  expect(codesOf(await change(PASSWORD, PASSWORD))).toEqual([400, 'PASSWORD_ALREADY_USED'])
  expect(codesOf(await change(PASSWORD, 'author'))).toEqual([400, 'PASSWORD_IS_SAME_AS_USERNAME'])
  expect((await change(PASSWORD, SECOND)).status).toBe(204)
  expect((await here.raw('GET', '/users-service/auth/session')).status).toBe(200)
  expect((await there.raw('GET', '/users-service/auth/session')).status).toBe(401)
  expect(codesOf(await change(SECOND, PASSWORD))).toEqual([400, 'PASSWORD_ALREADY_USED'])
  expect((await change(SECOND, THIRD)).status).toBe(204)
  expect(codesOf(await change(THIRD, SECOND))).toEqual([400, 'PASSWORD_ALREADY_USED'])
  expect([await canEnter('author', PASSWORD), await canEnter('author', THIRD)]).toEqual([
    false,
    true,
  ])
  await mailsSent(world)
  expect(
    world.mails.filter(({ to }) => to === 'author@city.example').map(({ subject }) => subject),
  ).toEqual(['Your password was changed', 'Your password was changed'])
})

test('[PS2] a link for a new password works once, for thirty minutes, and ends every session and every other such link', async () => {
  const before = await signInApi(world.url, 'reviewer', PASSWORD)
  for (const name of ['Reviewer', 'reviewer@city.example'])
    expect((await askReset(name)).status).toBe(204)
  const [first = '', second = ''] = await linkTokens(world, 'reviewer@city.example')
  const facts = await ask(world, API.registration.checkToken, { params: { token: second } })
  expect(facts.body).toMatchObject({
    state: 'valid',
    purpose: 'reset-password',
    account: { username: 'reviewer', iterations: 1_000 },
  })
  expect(codesOf(await setNew(second, 'reviewer', PASSWORD))).toEqual([
    400,
    'PASSWORD_ALREADY_USED',
  ])
  const answers = await Promise.all(
    Array.from({ length: 5 }, () => setNew(second, 'reviewer', SECOND)),
  )
  expect(answers.filter(({ status }) => status === 204)).toHaveLength(1)
  for (const token of [first, second, 'made-up'])
    expect(codesOf(await setNew(token, 'reviewer', THIRD))).toEqual([
      400,
      'RESET_PASSWORD_INVALID_LINK',
    ])
  expect((await before.raw('GET', '/users-service/auth/session')).status).toBe(401)
  expect([await canEnter('reviewer', PASSWORD), await canEnter('reviewer', SECOND)]).toEqual([
    false,
    true,
  ])
  await askReset('reviewer')
  const late = (await linkTokens(world, 'reviewer@city.example')).at(-1) ?? ''
  world.clock.now += LINK_MS
  expect(codesOf(await setNew(late, 'reviewer', THIRD))).toEqual([
    400,
    'RESET_PASSWORD_INVALID_LINK',
  ])
})

test('[PS3] a request for a new password gets the same answer and the same rows for every address, and fills no mailbox', async () => {
  await world.database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ blocked: 1 })
      .where('username', '=', 'gamma-primary')
      .execute()
  })
  const counts = async () =>
    await Promise.all(
      (['mails', 'mail_links'] as const).map(async (table) =>
        Number(
          (
            await world.database.queries
              .selectFrom(table)
              .select((eb) => eb.fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
        ),
      ),
    )
  const grown = async (name: string) => {
    const before = await counts()
    const answer = await askReset(name)
    return { answer, by: (await counts()).map((n, index) => n - (before[index] ?? 0)) }
  }
  const [known, unknown, unknownMail, blocked] = [
    await grown('approver'),
    await grown('nobody'),
    await grown('nobody@nowhere.example'),
    await grown('gamma-primary'),
  ]
  expect([unknown, unknownMail, blocked]).toEqual([known, known, known])
  expect(known).toEqual({ answer: { status: 204, body: {} }, by: [1, 1] })
  for (let index = 0; index < 8; index += 1) await askReset('approver')
  expect(await linkTokens(world, 'approver@city.example')).toHaveLength(5)
  expect(await linkTokens(world, 'gamma-primary@gamma.example')).toEqual([])
})

test('[PS4] a link for another purpose sets no password, and one for a password changes no address', async () => {
  await askReset('admin')
  const [reset = ''] = await linkTokens(world, 'admin@city.example')
  expect(codesOf(await ask(world, API.emailChange.confirm, { body: { token: reset } }))).toEqual([
    400,
    'LINK_INVALID',
  ])
  await ask(world, API.registration.request, { body: { email: 'admin2@city.example' } })
  const [register = ''] = await linkTokens(world, 'admin2@city.example')
  expect(codesOf(await setNew(register, 'admin', SECOND))).toEqual([
    400,
    'RESET_PASSWORD_INVALID_LINK',
  ])
  expect((await setNew(reset, 'admin', SECOND)).status).toBe(204)
})

test('[PS5] an address changes when its owner confirms it, with the old password, and the old address is told', async () => {
  const client = await signInApi(world.url, 'owner', PASSWORD)
  const change = async (email: string, password = PASSWORD) =>
    await ask(
      world,
      API.emailChange.request,
      { body: { email, hash: await hash('owner', password) } },
      client.token,
    )
  expect(codesOf(await change('new@city.example', 'wrong'))).toEqual([
    403,
    'PASSWORD_NOT_MATCH_CURRENT',
  ])
  expect((await change('other@city.example')).status).toBe(204)
  expect((await change('New@City.example')).status).toBe(204)
  const [former = ''] = await linkTokens(world, 'other@city.example')
  const [token = ''] = await linkTokens(world, 'new@city.example')
  expect(codesOf(await ask(world, API.emailChange.confirm, { body: { token: former } }))).toEqual([
    400,
    'LINK_INVALID',
  ])
  expect((await ask(world, API.emailChange.confirm, { body: { token } })).status).toBe(204)
  expect(codesOf(await ask(world, API.emailChange.confirm, { body: { token } }))).toEqual([
    400,
    'LINK_INVALID',
  ])
  expect(
    await client.call(API.users.get, { params: { id: String(client.session.userId) } }),
  ).toMatchObject({ email: 'new@city.example' })
  await mailsSent(world)
  expect(
    world.mails
      .filter(({ to }) => to === 'owner@city.example')
      .map(({ text }) => /(other|new)@city\.example/.exec(text)?.[1]),
  ).toEqual(['other', 'new', 'new'])
  // An address of another person gets the same answer, and that person a mail.
  expect((await change('colleague@city.example')).status).toBe(204)
  expect(await linkTokens(world, 'colleague@city.example')).toEqual([])
})

test('[PS6] a common password that meets the rule is found by five digits of its hash; others are not', async () => {
  const isStolen = async (password: string): Promise<boolean> => {
    const sha1 = createHash('sha1').update(password).digest('hex').toUpperCase()
    const { body } = await ask(world, API.passwords.check, { body: { hash: sha1.slice(0, 5) } })
    return (body['suffixes'] as string[]).some(
      (suffix) => suffix.length >= 11 && sha1.slice(5).startsWith(suffix),
    )
  }
  for (const password of ['Password2024!', 'P@ssword1234!', 'Bratislava1!', 'Tenderbook2026!']) {
    expect(passwordProblems({ password, username: 'x' }), password).toEqual([])
    expect(await isStolen(password), password).toBe(true)
  }
  for (const password of [PASSWORD, 'correct-Horse7-battery', 'Xk9#vR2mQp7!zL'])
    expect(await isStolen(password), password).toBe(false)
  expect((await ask(world, API.passwords.check, { body: { hash: 'ABCDEF' } })).status).toBe(400)
  const all = await Promise.all(
    Array.from({ length: 200 }, (_, index) =>
      commonPasswords.suffixesOf((index * 5_000).toString(16).toUpperCase().padStart(5, '0')),
    ),
  )
  expect(all.flat().every((suffix) => /^[0-9A-F]{11}$/.test(suffix))).toBe(true)
})

test('[PS7] an operator may point to ranges of Have I Been Pwned', async () => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-ranges-'))
  await writeFile(
    join(folder, '00000.txt'),
    `${'A'.repeat(35)}:3\r\n${'B'.repeat(35)}:1\r\nrubbish\r\n`,
  )
  expect(await stolenPasswordsIn(folder).suffixesOf('00000')).toEqual([
    'A'.repeat(35),
    'B'.repeat(35),
  ])
  expect(await stolenPasswordsIn(folder).suffixesOf('00001')).toEqual([])
  await rm(folder, { recursive: true })
})

test('[PS8] the first administrator of an empty database comes by a one-time link; a database with an account issues none', async () => {
  const place = await createTestDatabase()
  const database = await openDatabase(place)
  const options = { email: undefined, baseUrl: 'https://tenders.example', now: Date.now() }
  const [first, second] = [
    await inviteFirstAdministrator(database, options),
    await inviteFirstAdministrator(database, { ...options, email: 'Boss@city.example' }),
  ]
  const [old, now] = await Promise.all(
    [first, second].map((link) =>
      readInvitation(database.queries, new URL(link ?? '').hash.slice(1), options.now),
    ),
  )
  expect([old?.state, now?.state, now?.email, now?.roles]).toEqual([
    'cancelled',
    'valid',
    'boss@city.example',
    ['role-sys-admin'],
  ])
  expect(
    (await database.queries.selectFrom('mails').select('to_address').execute()).map(
      ({ to_address }) => to_address,
    ),
  ).toEqual(['boss@city.example'])
  expect(await inviteFirstAdministrator(world.database, options)).toBeNull()
  await database.close()
  await place.remove()
})

test.skipIf(!hasOathtool)(
  '[PS9] a link for a new password does not sign in and does not skip the second factor',
  async () => {
    const body = { username: 'beta-primary', hash: await hash('beta-primary', PASSWORD) }
    const { secret } = (await ask(world, API.twoFactor.init, { body })).body as { secret: string }
    expect(
      (
        await ask(world, API.twoFactor.enable, {
          body: { ...body, otp: oathCode(secret, world.clock.now) },
        })
      ).status,
    ).toBe(200)
    await askReset('beta-primary')
    const [token = ''] = await linkTokens(world, 'beta-primary@beta.example')
    expect(await ask(world, API.registration.checkToken, { params: { token } })).toMatchObject({
      status: 200,
      body: { state: 'valid' },
    })
    expect(await setNew(token, 'beta-primary', SECOND)).toEqual({ status: 204, body: {} })
    const signIn = async (otp?: string) =>
      await ask(world, API.auth.authenticate, {
        body: {
          username: 'beta-primary',
          hash: await hash('beta-primary', SECOND),
          ...(otp === undefined ? {} : { otp }),
        },
      })
    expect(codesOf(await signIn())).toEqual([422, 'OTP_REQUIRED'])
    world.clock.now += 60_000
    expect((await signIn(oathCode(secret, world.clock.now))).status).toBe(200)
  },
)

test('[PS10] no password expires by age', async () => {
  world.clock.now += 10 * 366 * 86_400_000
  expect(await canEnter('village-admin', PASSWORD)).toBe(true)
})
