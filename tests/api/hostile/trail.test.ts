import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import type { Endpoint, EndpointCall } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { hashForSignIn } from '../../support/api-client.ts'
import { ask, type Asked, linkTokens } from '../identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from '../world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

interface Line {
  at: string
  level: string
  event: string
  requestId: string
  call: string
  actor: number | null
  organization: number | null
  status: number
  ms: number
}
const lines = (): Line[] => world.log.map((text) => JSON.parse(text) as Line)
const accessRows = () =>
  world.database.queries.selectFrom('access_log').selectAll().orderBy('at').execute()
/** Values that no log may hold, collected during the steps. */
const secrets = new Set<string>()
const keep = (value: unknown): string => {
  const text = String(value)
  secrets.add(text)
  return text
}
const call = async <E extends Endpoint>(
  row: E,
  input: EndpointCall<E>,
  token?: string,
): Promise<Asked> => {
  world.clock.now += 31_000
  return await ask(world, row, input, token)
}
const hashOf = async (username: string, password = PASSWORD): Promise<string> =>
  keep(await hashForSignIn(world.url, username, keep(password)))

const BASE32 = 'ABCDEFGHIJKLMNOPQRSTUVWXYZ234567'
const codeOf = (secret: string): string => {
  const bits = [...secret].map((sign) => BASE32.indexOf(sign).toString(2).padStart(5, '0')).join('')
  const key = Buffer.from((bits.match(/.{8}/g) ?? []).map((eight) => Number.parseInt(eight, 2)))
  const counter = Buffer.alloc(8)
  counter.writeBigUInt64BE(BigInt(Math.floor(world.clock.now / 30_000)))
  const mac = createHmac('sha1', key).update(counter).digest()
  const number = mac.readUInt32BE((mac.at(-1) ?? 0) & 15) & 0x7fff_ffff
  return keep(String(number % 1_000_000).padStart(6, '0'))
}
const signIn = async (username: Username, more: object = {}): Promise<Asked> =>
  await call(API.auth.authenticate, { body: { username, hash: await hashOf(username), ...more } })

/** Every success and failure around accounts, in the usual order. */
const STEPS: readonly [
  what: string,
  call: string,
  result: 'success' | 'failure',
  () => Promise<Asked>,
][] = [
  ['a sign-in', 'auth.authenticate', 'success', async () => await signIn('reviewer')],
  [
    'a wrong password',
    'auth.authenticate',
    'failure',
    async () =>
      await call(API.auth.authenticate, {
        body: { username: 'reviewer', hash: await hashOf('reviewer', 'Wrong-password-9') },
      }),
  ],
  [
    'an unknown name',
    'auth.authenticate',
    'failure',
    async () =>
      await call(API.auth.authenticate, {
        body: { username: keep('nobody-with-this-name'), hash: await hashOf('x') },
      }),
  ],
  [
    'a sign-out',
    'auth.logout',
    'success',
    async () => {
      const { body } = await signIn('reviewer')
      return await call(API.auth.logout, {}, keep(body['token']))
    },
  ],
  [
    'a changed password',
    'passwords.change',
    'success',
    async () => {
      const { body } = await signIn('colleague')
      const change = {
        oldHash: await hashOf('colleague'),
        newHash: await hashOf('colleague', 'Quite-new-password-7'),
      }
      return await call(API.passwords.change, { body: change }, keep(body['token']))
    },
  ],
  [
    'a changed password without the old one',
    'passwords.change',
    'failure',
    async () => {
      const { token } = await world.as('author')
      const change = {
        oldHash: keep('not-the-old-one'),
        newHash: await hashOf('author', 'Quite-new-password-8'),
      }
      return await call(API.passwords.change, { body: change }, token)
    },
  ],
  [
    'a request for a new password',
    'passwords.resetRequest',
    'success',
    async () => await call(API.passwords.resetRequest, { body: { username: 'approver' } }),
  ],
  [
    'a new password',
    'passwords.setNew',
    'success',
    async () => {
      const [resetToken = ''] = await linkTokens(world, 'approver@city.example')
      const body = {
        resetToken: keep(resetToken),
        newPasswordHash: await hashOf('approver', 'Quite-new-password-9'),
      }
      return await call(API.passwords.setNew, { body })
    },
  ],
  [
    'a new password by a used link',
    'passwords.setNew',
    'failure',
    async () => {
      const [resetToken = ''] = await linkTokens(world, 'approver@city.example')
      return await call(API.passwords.setNew, {
        body: { resetToken, newPasswordHash: await hashOf('approver', 'Other-password-10') },
      })
    },
  ],
  [
    'an invitation',
    'invitations.invite',
    'success',
    async () => {
      const body = { email: 'new@x.example', organizationId: world.companies.city, roles: [] }
      return await call(API.invitations.invite, { body }, (await world.as('admin')).token)
    },
  ],
  [
    'a registration',
    'registration.create',
    'success',
    async () => {
      const [token = ''] = await linkTokens(world, 'new@x.example')
      const body = {
        token: keep(token),
        username: 'new-one',
        hash: await hashOf('new-one'),
        firstname: 'New',
        lastname: 'One',
      }
      return await call(API.registration.create, { body })
    },
  ],
  [
    'a registration by a made-up link',
    'registration.create',
    'failure',
    async () =>
      await call(API.registration.create, {
        body: {
          token: keep('made-up-link-of-nobody'),
          username: 'new-two',
          hash: await hashOf('new-two'),
          firstname: 'N',
          lastname: 'T',
        },
      }),
  ],
  [
    'a second factor',
    'twoFactor.enable',
    'success',
    async () => {
      const body = { username: 'beta-primary', hash: await hashOf('beta-primary') }
      const { body: begun } = await call(API.twoFactor.init, { body })
      const secret = keep(/secret=(\w+)/.exec(String(begun['url']))?.[1])
      const enabled = await call(API.twoFactor.enable, { body: { ...body, otp: codeOf(secret) } })
      for (const code of enabled.body['recoveryCodes'] as string[]) keep(code)
      return enabled
    },
  ],
  [
    'a sign-in without the code',
    'auth.authenticate',
    'failure',
    async () => await signIn('beta-primary'),
  ],
  [
    'a sign-in with a wrong code',
    'auth.authenticate',
    'failure',
    async () => await signIn('beta-primary', { otp: keep('000001') }),
  ],
  [
    'giving rights without permission',
    'members.setRoles',
    'failure',
    async () => {
      const input = {
        params: { id: String(world.companies.city) },
        body: { userId: world.users.reviewer, roleIds: ['role-org-admin'] },
      }
      return await call(API.members.setRoles, input, (await world.as('author')).token)
    },
  ],
  [
    'a blocked person',
    'members.block',
    'success',
    async () =>
      await call(
        API.members.block,
        { params: { id: String(world.users.reviewer) } },
        (await world.as('admin')).token,
      ),
  ],
  [
    'a sign-in of a blocked person',
    'auth.authenticate',
    'failure',
    async () => await signIn('reviewer'),
  ],
]

/** A code of six digits also stands by chance in a time in milliseconds. */
const isIn = (log: string, secret: string): boolean =>
  /^\d+$/.test(secret) ? new RegExp(`(?<!\\d)${secret}(?!\\d)`).test(log) : log.includes(secret)

describe('the record of accounts', () => {
  test.each(STEPS)(
    '[AT61] %s is in the log and in the access log',
    async (_what, name, result, run) => {
      const told = (await accessRows()).length
      const { status } = await run()
      expect(status < 400 ? 'success' : 'failure').toBe(result)
      const line = lines().findLast((one) => one.call === name)
      expect(line).toMatchObject({ event: 'call', level: 'info', status })
      await vi.waitFor(
        async () => {
          const rows = (await accessRows()).slice(told)
          expect(rows.map((row) => [row.action, row.result, row.status])).toContainEqual([
            name,
            result,
            status,
          ])
        },
        { timeout: 10_000 },
      )
    },
  )

  test('[AT60] a line states time, request, person, organization, action and result', async () => {
    const admin = await world.as('admin')
    await admin.call(API.members.unblock, { params: { id: String(world.users.reviewer) } })
    const line = lines().findLast((one) => one.call === 'members.unblock')
    expect(line).toEqual({
      at: expect.stringMatching(/^\d{4}-\d\d-\d\dT[\d:.]+Z$/),
      level: 'info',
      event: 'call',
      requestId: expect.stringMatching(/^\S+$/),
      call: 'members.unblock',
      actor: world.users.admin,
      organization: world.companies.city,
      status: 200,
      ms: expect.any(Number),
    })
    await vi.waitFor(async () =>
      expect(
        (await accessRows()).findLast(({ action }) => action === 'members.unblock'),
      ).toMatchObject({
        user_id: world.users.admin,
        organization_id: world.companies.city,
        object: `person/${world.users.reviewer}`,
        result: 'success',
        status: 200,
        address: '127.0.0.1',
        at: expect.any(Number),
      }),
    )
    const calls = lines().filter(({ event }) => event === 'call')
    const ids = calls.map(({ requestId }) => requestId)
    expect(new Set(ids).size).toBe(ids.length)
  })

  test('[AT62] no log holds a password, hash, code, secret, token or link of all these steps', async () => {
    for (const username of ['owner', 'admin'] as const) keep((await world.as(username)).token)
    const log = world.log.join('') + JSON.stringify(await accessRows())
    expect(secrets.size).toBeGreaterThan(25)
    const known = [...secrets].filter(({ length }) => length > 5)
    expect(known.filter((secret) => isIn(log, secret))).toEqual([])
    expect(known.filter((secret) => !isIn(`${log}"${secret}"`, secret))).toEqual([])
    expect(log.length).toBeGreaterThan(5_000)
  })
})
