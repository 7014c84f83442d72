import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { INVITATION_MS, LINK_MS } from '#schema/tables/link-purposes.ts'
import { type ApiClient, hashForSignIn, signInApi } from '../support/api-client.ts'
import { ask, linkTokens } from './identity-calls.ts'
import { buildWorld, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
const PASSWORD = 'Brand-new-password-7'
/** Each test begins in a new window of tries. */
beforeEach(() => {
  world.clock.now += 3_600_000
})

const sysAdmin = async (): Promise<ApiClient> => {
  await world.database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ roles: '["role-sys-admin"]' })
      .where('user_id', '=', world.users.colleague)
      .execute()
  })
  return await world.as('colleague')
}
const facts = async (token: string) =>
  (await ask(world, API.registration.checkToken, { params: { token } })).body
const register = async (token: string, username: string, more: object = {}) =>
  await ask(world, API.registration.create, {
    body: {
      token,
      username,
      hash: await hashForSignIn(world.url, username, PASSWORD),
      firstname: 'Eva',
      lastname: 'Malá',
      ...more,
    },
  })
const askLink = async (email: string): Promise<string> => {
  expect((await ask(world, API.registration.request, { body: { email } })).status).toBe(204)
  return (await linkTokens(world, email.trim().toLowerCase())).at(-1) ?? ''
}

test('[RG1] a new person confirms the address, waits for approval, and then owns an organization of their own', async () => {
  const token = await askLink('Eva@Nowhere.example ')
  expect(await facts(token)).toMatchObject({
    state: 'valid',
    purpose: 'register',
    email: 'eva@nowhere.example',
    hasAccount: false,
  })
  expect(await register(token, 'Eva.Mala', { organization: 'Town' })).toEqual({
    status: 200,
    body: { state: 'WAITING', isTwoFactorRequired: false },
  })
  expect(await facts(token)).toMatchObject({ state: 'used', email: null })
  await expect(signInApi(world.url, 'eva.mala', PASSWORD)).rejects.toThrow('ACCOUNT_WAITING')
  const { id } = await world.database.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'eva.mala')
    .executeTakeFirstOrThrow()
  await (await sysAdmin()).call(API.invitations.approve, { params: { id: String(id) }, body: {} })
  const client = await signInApi(world.url, 'eva.mala', PASSWORD)
  expect(client.session).toMatchObject({
    organizationName: 'Town',
    roles: ['role-org-owner'],
    name: 'Eva Malá',
  })
})

test('[RG2] an invited person joins at once, with the roles, restrictions and project of the invitation, once', async () => {
  const primary = await world.as('alpha-primary')
  const foreign = {
    email: 'new@alpha.example',
    organizationId: world.companies.alpha,
    roles: ['role-vendor-contact'],
    restrictions: [{ project: 'unknown', packageIds: null }],
  }
  expect((await primary.raw('POST', '/users-service/users/invite-user', foreign)).status).toBe(404)
  await primary.call(API.invitations.invite, {
    body: {
      email: 'new@alpha.example',
      organizationId: world.companies.alpha,
      roles: ['role-vendor-contact'],
      restrictions: [{ project: world.project, packageIds: ['p2'] }],
    },
  })
  const [token = ''] = await linkTokens(world, 'new@alpha.example')
  expect(await facts(token)).toMatchObject({
    state: 'valid',
    purpose: 'invitation',
    email: 'new@alpha.example',
    organizationName: 'Alpha',
    hasAccount: false,
  })
  const tries = await Promise.all(
    ['new-one', 'new-two', 'new-three'].map((username) =>
      register(token, username, { email: 'other@alpha.example' }),
    ),
  )
  expect(tries.filter(({ status }) => status === 200)).toHaveLength(1)
  const user = await world.database.queries
    .selectFrom('users')
    .select(['id', 'username', 'approval'])
    .where('email', '=', 'new@alpha.example')
    .executeTakeFirstOrThrow()
  const client = await signInApi(world.url, user.username, PASSWORD)
  expect(client.session).toMatchObject({
    organizationName: 'Alpha',
    roles: ['role-vendor-contact'],
    isPrimaryContact: false,
  })
  expect(
    await world.database.queries
      .selectFrom('restrictions')
      .select(['project_id', 'package_ids'])
      .where('user_id', '=', user.id)
      .execute(),
  ).toEqual([{ project_id: world.project, package_ids: '["p2"]' }])
})

test('[RG3] an unknown, expired, used or withdrawn link says so, discloses nothing else and registers no person', async () => {
  const late = await askLink('late@nowhere.example')
  world.clock.now += LINK_MS
  const admin = await world.as('admin')
  await admin.call(API.invitations.invite, {
    body: { email: 'gone@city.example', organizationId: world.companies.city, roles: [] },
  })
  await admin.call(API.invitations.cancel, { body: { emailTo: 'GONE@city.example' } })
  const [cancelled = ''] = await linkTokens(world, 'gone@city.example')
  await admin.call(API.invitations.invite, {
    body: { email: 'slow@city.example', organizationId: world.companies.city, roles: [] },
  })
  const [slow = ''] = await linkTokens(world, 'slow@city.example')
  world.clock.now += INVITATION_MS
  const nothing = { email: null, organizationName: null, hasAccount: false, account: null }
  expect(await Promise.all([late, cancelled, slow, 'made-up'].map(facts))).toEqual([
    { state: 'expired', purpose: 'register', ...nothing },
    { state: 'cancelled', purpose: 'invitation', ...nothing },
    { state: 'expired', purpose: 'invitation', ...nothing },
    { state: 'unknown', purpose: null, ...nothing },
  ])
  for (const token of [late, cancelled, slow, 'made-up'])
    expect(await register(token, 'too-late')).toMatchObject({
      status: 400,
      body: { messageCodes: ['LINK_INVALID'] },
    })
})

test('[RG4] a request to register gets the same answer and rows for a known and an unknown address; the mail tells the known one', async () => {
  const count = async () =>
    await Promise.all(
      (['mails', 'mail_links', 'users'] as const).map(
        async (table) =>
          (
            await world.database.queries
              .selectFrom(table)
              .select((eb) => eb.fn.countAll<number>().as('n'))
              .executeTakeFirstOrThrow()
          ).n,
      ),
    )
  const grown = async (email: string) => {
    const before = await count()
    const answer = await ask(world, API.registration.request, { body: { email } })
    return { answer, by: (await count()).map((n, index) => Number(n) - Number(before[index])) }
  }
  const [unknown, known] = [
    await grown('unknown@nowhere.example'),
    await grown('reviewer@city.example'),
  ]
  expect(known).toEqual(unknown)
  expect(known.by).toEqual([1, 1, 0])
  expect(await linkTokens(world, 'reviewer@city.example')).toEqual([])
  const hundred = await Promise.all(
    Array.from({ length: 8 }, () =>
      ask(world, API.registration.request, { body: { email: 'flooded@nowhere.example' } }),
    ),
  )
  expect(hundred.map(({ status }) => status)).toEqual(Array<number>(8).fill(204))
  expect(await linkTokens(world, 'flooded@nowhere.example')).toHaveLength(5)
})

test('[RG5] only the holder of a link learns whether a username is taken', async () => {
  const token = await askLink('curious@nowhere.example')
  const check = async (username: string, holding?: string) =>
    (
      await ask(world, API.registration.usernameCheck, {
        body: { username, ...(holding === undefined ? {} : { token: holding }) },
      })
    ).body
  expect(await check('reviewer')).toEqual(await check('nobody-at-all'))
  expect(await check('reviewer', 'made-up')).toEqual({ isFree: null })
  expect([await check(' Reviewer', token), await check('nobody-at-all', token)]).toEqual([
    { isFree: false },
    { isFree: true },
  ])
  expect(await register(token, 'reviewer')).toMatchObject({
    status: 409,
    body: { messageCodes: ['USERNAME_INVALID'] },
  })
  expect(await register(token, 'curious')).toMatchObject({ status: 200 })
})

test('[RG6] the salt of a name is the same before and after a registration with it, and the name is no password', async () => {
  const token = await askLink('salty@nowhere.example')
  const prelogin = async () =>
    (await ask(world, API.auth.prelogin, { body: { username: 'Salty' } })).body
  const before = await prelogin()
  const same = await ask(world, API.registration.create, {
    body: {
      token,
      username: 'salty',
      hash: await hashForSignIn(world.url, 'salty', 'salty'),
      firstname: 'S',
      lastname: 'S',
    },
  })
  expect(same).toMatchObject({
    status: 400,
    body: { messageCodes: ['PASSWORD_IS_SAME_AS_USERNAME'], field: 'password' },
  })
  expect((await register(token, 'salty')).status).toBe(200)
  expect(await prelogin()).toEqual(before)
})

test('[RG7] links lead to the configured address, whatever the Host header says, and no token is in the database or the log', async () => {
  const answer = await world.app.inject({
    method: 'POST',
    url: '/api/users-service/users/register-request',
    headers: {
      host: 'evil.example',
      'x-forwarded-host': 'evil.example',
      'content-type': 'application/json',
    },
    payload: { email: 'hosted@nowhere.example' },
  })
  expect(answer.statusCode).toBe(204)
  const [token = ''] = await linkTokens(world, 'hosted@nowhere.example')
  const mail = world.mails.find(({ to }) => to === 'hosted@nowhere.example')
  expect(mail?.text).toContain(`https://tenders.example/email-verification#${token}`)
  expect(JSON.stringify(mail)).not.toContain('evil')
  const stored =
    JSON.stringify(await world.database.queries.selectFrom('mail_links').selectAll().execute()) +
    JSON.stringify(await world.database.queries.selectFrom('mails').selectAll().execute())
  expect(stored + world.log.join('')).not.toContain(token)
})

test('[RG8] a person with an account joins with it, if the invitation is theirs', async () => {
  await (
    await world.as('village-admin')
  ).call(API.invitations.invite, {
    body: {
      email: 'author@city.example',
      organizationId: world.companies.village,
      roles: ['role-org-power-user'],
    },
  })
  const [token = ''] = await linkTokens(world, 'author@city.example')
  expect(await facts(token)).toMatchObject({
    state: 'valid',
    hasAccount: true,
    organizationName: 'Village',
  })
  const stranger = await world.as('reviewer')
  expect(
    (await stranger.raw('POST', '/users-service/users/accept-invitation', { token })).status,
  ).toBe(403)
  const author = await world.as('author')
  await author.call(API.invitations.accept, { body: { token } })
  expect(await author.call(API.auth.session, {})).toMatchObject({
    organizationName: 'Village',
    roles: ['role-org-power-user'],
  })
  expect(
    (await author.raw('POST', '/users-service/users/accept-invitation', { token })).status,
  ).toBe(400)
})
