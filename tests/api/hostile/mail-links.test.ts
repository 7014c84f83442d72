import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { hashForSignIn } from '../../support/api-client.ts'
import { ask, linkTokens, mailsSent } from '../identity-calls.ts'
import { buildWorld, PASSWORD, type World } from '../world.ts'
import { expectRefused, type Hostile, send } from './hostile-world.ts'

let world: World
/** Open links of every kind: for a new password, another address, registering and joining. */
const links = { password: '', address: '', register: '', invitation: '' }
const newestLink = async (to: string): Promise<string> => (await linkTokens(world, to)).at(-1) ?? ''

beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
/** Opens new links in each hour, because they last half an hour. */
const openLinks = async (): Promise<void> => {
  const address = `new${world.clock.now}@x.example`
  await ask(world, API.passwords.resetRequest, { body: { username: 'reviewer' } })
  links.password = await newestLink('reviewer@city.example')
  await ask(world, API.registration.request, { body: { email: address } })
  links.register = await newestLink(address)
  const invited = `invited${world.clock.now}@x.example`
  const admin = await world.as('admin')
  await admin.call(API.invitations.invite, {
    body: { email: invited, organizationId: world.companies.city, roles: [] },
  })
  links.invitation = await newestLink(invited)
}
beforeEach(async () => {
  world.clock.now += 3_600_000
  await openLinks()
})

const HASH = `${'A'.repeat(43)}=`
const setNew = (changes: object): Hostile => ({
  path: '/users-service/auth/new-password',
  body: { resetToken: links.password, newPasswordHash: HASH, ...changes },
})
const confirm = (body: unknown): Hostile => ({ path: '/users-service/auth/email-change', body })
const INVALID = [400, 'INPUT_INVALID'] as const
const LINK = [400, 'RESET_PASSWORD_INVALID_LINK'] as const
type Outcome = readonly [number | readonly number[], string?]

describe('forged links', () => {
  test.each<[string, () => Hostile, Outcome]>([
    ['a token that is a list', () => setNew({ resetToken: [links.password] }), INVALID],
    ['a token that is a condition', () => setNew({ resetToken: { $ne: '' } }), INVALID],
    ['an empty token', () => setNew({ resetToken: '' }), INVALID],
    ['a token of 101 characters', () => setNew({ resetToken: 'A'.repeat(101) }), INVALID],
    ['a token that is a pattern', () => setNew({ resetToken: '%' }), LINK],
    ['a token that is SQL', () => setNew({ resetToken: "' or used_on is null --" }), LINK],
    ['a token with a zero byte', () => setNew({ resetToken: `${links.password}\u0000` }), LINK],
    ['a token with a trailing blank', () => setNew({ resetToken: `${links.password} ` }), LINK],
    ['a token in capitals', () => setNew({ resetToken: links.password.toUpperCase() }), LINK],
    ['a token without its end', () => setNew({ resetToken: links.password.slice(1) }), LINK],
    ['a link for registering', () => setNew({ resetToken: links.register }), LINK],
    ['an invitation', () => setNew({ resetToken: links.invitation }), LINK],
    ['a person next to the link', () => setNew({ userId: 1 }), INVALID],
    ['a name next to the link', () => setNew({ username: 'admin' }), INVALID],
    ['an empty new password', () => setNew({ newPasswordHash: '' }), INVALID],
    ['a new password that is a list', () => setNew({ newPasswordHash: [HASH] }), INVALID],
    ['a new salt next to the password', () => setNew({ salt: 'AA', iterations: 1 }), INVALID],
    ['no body', () => ({ path: '/users-service/auth/new-password', text: '' }), INVALID],
  ])('[AT34] %s sets no password', async (_what, hostile, outcome) => {
    await expectRefused(world, hostile(), outcome)
  })

  test('[AT34] the hash of a link that the database holds sets no password', async () => {
    const rows = await world.database.queries.selectFrom('mail_links').select('hash').execute()
    for (const { hash } of rows.slice(-2)) {
      await expectRefused(world, setNew({ resetToken: hash }), LINK)
    }
  })

  test('[AT34] reusing the current password is refused and leaves the link valid', async () => {
    const hash = await hashForSignIn(world.url, 'reviewer', PASSWORD)
    const same = setNew({ newPasswordHash: hash })
    await expectRefused(world, same, [400, 'PASSWORD_ALREADY_USED'])
    const facts = await ask(world, API.registration.checkToken, {
      params: { token: links.password },
    })
    expect(facts.body).toMatchObject({ state: 'valid' })
  })

  test.each<[string, () => Hostile, Outcome]>([
    ['a link for a password', () => confirm({ token: links.password }), [400, 'LINK_INVALID']],
    ['a link for registering', () => confirm({ token: links.register }), [400, 'LINK_INVALID']],
    ['an invitation', () => confirm({ token: links.invitation }), [400, 'LINK_INVALID']],
    ['an address next to the link', () => confirm({ token: 'x', email: 'a@b.example' }), INVALID],
    ['a list of links', () => confirm({ token: [links.password, links.register] }), INVALID],
    ['nothing', () => confirm({}), INVALID],
  ])('[AT35] %s changes no address', async (_what, hostile, outcome) => {
    await expectRefused(world, hostile(), outcome)
  })
})

describe('links to another host', () => {
  const asking: readonly [string, object, Readonly<Record<string, string>>][] = [
    ['their own host', {}, { host: 'elsewhere.example', 'x-forwarded-host': 'elsewhere.example' }],
    ['their own origin', {}, { origin: 'https://elsewhere.example' }],
    ['a page to return to', { returnTo: 'https://elsewhere.example' }, {}],
    ['their own base URL', { baseUrl: 'https://elsewhere.example' }, {}],
    ['their own address', { email: 'elsewhere@elsewhere.example' }, {}],
    ['two names', { username: ['reviewer', 'elsewhere@elsewhere.example'] }, {}],
    ['one more recipient', { username: 'reviewer\r\nBcc: a@elsewhere.example' }, {}],
    [
      'one more recipient after a comma',
      { username: 'reviewer@city.example,a@elsewhere.example' },
      {},
    ],
    ['a name and an address', { username: 'x <a@elsewhere.example>' }, {}],
    ['a pattern', { username: '%@city.example' }, {}],
  ]
  test.each(asking)(
    '[AT36] asked with %s, no mail and no link leads there',
    async (_what, changes, headers) => {
      await mailsSent(world)
      const before = world.mails.length
      const answer = await send(world, {
        path: '/users-service/auth/password-reset-request',
        headers,
        body: { username: 'reviewer', ...changes },
      })
      expect([204, 400]).toContain(answer.status)
      await mailsSent(world)
      const mails = world.mails.slice(before)
      expect(mails.map(({ to }) => to).filter((to) => to !== 'reviewer@city.example')).toEqual([])
      expect(JSON.stringify(mails)).not.toContain('elsewhere')
    },
  )
})

describe('looking at a link', () => {
  const looks = [
    '%00',
    '..%2f..%2fsessions',
    '%25',
    "'%20or%20'1'='1",
    '*',
    '_',
    'undefined',
    'null',
    '0',
    '__proto__',
    'constructor',
    `${'A'.repeat(43)}`,
    '%F0%9F%92%A9',
    '%2e%2e',
    'A%0d%0aSet-Cookie:%20a=b',
  ]
  test.each(looks)('[AT37] a call with %s learns nothing of the link', async (token) => {
    const path = `/users-service/users/check-token/${token}`
    const { text } = await expectRefused(world, { path, body: {} }, [[200, 400, 404]])
    expect(text).not.toMatch(/@city\.example|"username"|"salt"|City/)
    expect(text).not.toMatch(/"state":"(?:valid|used|expired)"/)
  })

  test('[AT37] the page of a link shows an account only to the link of that account', async () => {
    for (const token of [links.register, links.invitation]) {
      const { body } = await ask(world, API.registration.checkToken, { params: { token } })
      expect(body).toMatchObject({ state: 'valid', account: null })
    }
  })
})
