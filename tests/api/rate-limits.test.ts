import { dirname } from 'node:path'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildApp } from '#server/app.ts'
import { openDatabase } from '#server/database/open.ts'
import { forgetTries } from '#server/jobs/forget-tries.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { hasOathtool, oathCode } from '../support/oathtool.ts'
import { testDatabaseKind } from '../support/test-database.ts'
import { ask, linkTokens } from './identity-calls.ts'
import { buildWorld, PASSWORD, type Username, type World } from './world.ts'

const HOUR_MS = 3_600_000
const MINUTE_MS = 60_000
let world: World
let hashes: Map<string, string>
beforeAll(async () => {
  world = await buildWorld()
  hashes = new Map()
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => {
  world.clock.now += HOUR_MS
})

const HOME = '198.51.100.1'
const hashOf = async (username: Username, password: string): Promise<string> => {
  const key = `${username} ${password}`
  const hash = hashes.get(key) ?? (await hashForSignIn(world.url, username, password))
  hashes.set(key, hash)
  return hash
}
interface SignIn {
  password?: string
  from?: string
  otp?: string
  app?: World['app']
}
const signIn = async (
  username: Username,
  { password = PASSWORD, from = HOME, otp, app = world.app }: SignIn = {},
) => {
  const payload = {
    username,
    hash: await hashOf(username, password),
    ...(otp === undefined ? {} : { otp }),
  }
  return await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/authenticate',
    remoteAddress: from,
    payload,
  })
}
const statusOf = async (username: Username, how: SignIn = {}): Promise<number> =>
  (await signIn(username, how)).statusCode
const fail = (username: Username, how: SignIn = {}): Promise<number> =>
  statusOf(username, { ...how, password: 'wrong' })
const failTimes = async (
  times: number,
  username: Username,
  how: SignIn = {},
): Promise<number[]> => {
  const statuses: number[] = []
  for (let index = 0; index < times; index += 1) statuses.push(await fail(username, how))
  return statuses
}
const LOCKED = [...Array<number>(10).fill(401), 429]
/** Another process on the same database, or the same one restarted. */
const another = async (): Promise<{ app: World['app']; close: () => Promise<void> }> => {
  const database =
    testDatabaseKind === 'postgres'
      ? await openDatabase({ dataDir: dirname(world.filesDir), databaseUrl: world.databaseUrl })
      : world.database
  const app = await buildApp({
    database,
    databaseUrl: world.databaseUrl,
    filesDir: world.filesDir,
    clock: () => world.clock.now,
  })
  return {
    app,
    close: async () => {
      await app.close()
      if (database !== world.database) await database.close()
    },
  }
}
const addressOf = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

test('[RL31] a request refused as invalid costs its address a try, and no key of a limit holds a text of a request', async () => {
  const ask1 = (username: string, from: string) =>
    world.app.inject({
      method: 'POST',
      url: '/api/users-service/auth/prelogin',
      remoteAddress: from,
      payload: { username },
    })
  const statuses: number[] = []
  for (let index = 0; index < 605; index += 1)
    statuses.push((await ask1('', '192.0.2.1')).statusCode)
  expect([
    statuses.filter((status) => status === 400).length,
    statuses.filter((status) => status === 429).length,
  ]).toEqual([600, 5])
  expect((await ask1('owner', '192.0.2.1')).statusCode).toBe(429)
  expect((await ask1('owner', '192.0.2.2')).statusCode).toBe(200)
  const mark = 'kept-nowhere'
  expect((await ask1(mark + 'x'.repeat(1_000_000), '192.0.2.3')).statusCode).toBe(413)
  expect((await ask1(mark + 'x'.repeat(60_000), '192.0.2.3')).statusCode).toBe(400)
  const stored = [
    ...(await world.database.queries.selectFrom('try_windows').selectAll().execute()),
    ...(await world.database.queries.selectFrom('failed_tries').selectAll().execute()),
  ]
  expect(JSON.stringify(stored)).not.toMatch(/kept-nowhere|owner|192\.0\.2/)
})

test('[RL32] fifty thousand requests from elsewhere give a locked account no new try', async () => {
  expect(await failTimes(11, 'reviewer')).toEqual(LOCKED)
  const flood = (index: number) =>
    world.app.inject({
      method: 'POST',
      url: '/api/users-service/auth/prelogin',
      remoteAddress: addressOf(index),
      payload: {},
    })
  for (let index = 0; index < 50_300; index += 50)
    await Promise.all(Array.from({ length: 50 }, (_, next) => flood(index + next)))
  expect(await statusOf('reviewer')).toBe(429)
  expect(await fail('reviewer')).toBe(429)
}, 300_000)

test('[RL33] failed tries survive a restart and count over all processes', async () => {
  expect(await failTimes(5, 'author')).toEqual(Array(5).fill(401))
  const second = await another()
  expect(await failTimes(6, 'author', { app: second.app })).toEqual([
    ...Array<number>(5).fill(401),
    429,
  ])
  await second.close()
  expect(await statusOf('author')).toBe(429)
})

test('[RL34] the wait grows with every further failure, up to an hour, and a success ends it', async () => {
  await failTimes(10, 'approver')
  for (const minutes of [5, 10, 20, 40, 60, 60]) {
    world.clock.now += minutes * MINUTE_MS - 1
    expect([minutes, await statusOf('approver')]).toEqual([minutes, 429])
    world.clock.now += 1
    expect([minutes, await fail('approver')]).toEqual([minutes, 401])
  }
  const refused = await signIn('approver')
  expect([refused.statusCode, refused.headers['retry-after']]).toEqual([429, '3600'])
  world.clock.now += HOUR_MS
  expect(await statusOf('approver')).toBe(200)
  expect(await failTimes(11, 'approver')).toEqual(LOCKED)
})

test('[RL34] an administrator who unblocks the person ends the wait, and so does a new password by mail', async () => {
  expect(await failTimes(11, 'colleague')).toEqual(LOCKED)
  const { token } = await world.as('admin')
  expect(
    (
      await ask(
        world,
        API.members.unblock,
        { params: { id: String(world.users.colleague) } },
        token,
      )
    ).status,
  ).toBeLessThan(300)
  expect(await statusOf('colleague')).toBe(200)
  expect(await failTimes(11, 'colleague')).toEqual(LOCKED)
  await ask(world, API.passwords.resetRequest, { body: { username: 'colleague' } })
  const [resetToken = ''] = await linkTokens(world, 'colleague@city.example')
  const newPasswordHash = await hashOf('colleague', 'Another-password-22')
  expect(
    (await ask(world, API.passwords.setNew, { body: { resetToken, newPasswordHash } })).status,
  ).toBe(204)
  expect(await statusOf('colleague', { password: 'Another-password-22' })).toBe(200)
})

test("[RL35] tries of strangers from many places leave the owner's places alone, and each new place has one try", async () => {
  expect(await statusOf('alpha-primary')).toBe(200)
  for (let index = 0; index < 12; index += 1)
    await failTimes(10, 'alpha-primary', { from: addressOf(index) })
  expect(await failTimes(2, 'alpha-primary', { from: '203.0.113.1' })).toEqual([401, 429])
  expect(await failTimes(9, 'alpha-primary')).toEqual(Array(9).fill(401))
  expect(await statusOf('alpha-primary')).toBe(200)
  for (let index = 0; index < 12; index += 1)
    await failTimes(10, 'alpha-contact', { from: addressOf(index) })
  // From an unknown network, the right password succeeds at the first attempt.
  expect(await statusOf('alpha-contact', { from: '203.0.113.2' })).toBe(200)
})

test('[RL36] parallel tries are compared no more often than successive ones', async () => {
  const statuses = await Promise.all(Array.from({ length: 40 }, () => fail('beta-primary')))
  expect(statuses.filter((status) => status === 401)).toHaveLength(10)
  expect(statuses.filter((status) => status === 429)).toHaveLength(30)
})

test.skipIf(!hasOathtool)(
  '[RL37] codes of strangers wait ever longer; a recovery code and a known place do not wait',
  async () => {
    const username = 'alpha-restricted'
    const hash = await hashOf(username, PASSWORD)
    const { secret } = (await ask(world, API.twoFactor.init, { body: { username, hash } }))
      .body as { secret: string }
    const { recoveryCodes } = (
      await ask(world, API.twoFactor.enable, {
        body: { username, hash, otp: oathCode(secret, world.clock.now) },
      })
    ).body as { recoveryCodes: string[] }
    world.clock.now += MINUTE_MS
    const code = () => oathCode(secret, world.clock.now)
    expect(await statusOf(username, { otp: code() })).toBe(200)
    const statuses: number[] = []
    for (let index = 0; index < 11; index += 1)
      for (let tried = 0; tried < 3; tried += 1)
        statuses.push(await statusOf(username, { from: addressOf(index), otp: '000000' }))
    expect(statuses).toEqual([...Array<number>(30).fill(422), ...Array<number>(3).fill(429)])
    for (const minutes of [15, 30]) {
      world.clock.now += minutes * MINUTE_MS
      expect([
        minutes,
        await statusOf(username, { from: addressOf(50 + minutes), otp: '000000' }),
      ]).toEqual([minutes, 422])
      expect([
        minutes,
        await statusOf(username, { from: addressOf(90 + minutes), otp: code() }),
      ]).toEqual([minutes, 429])
    }
    const second = await another()
    expect(await statusOf(username, { from: addressOf(99), otp: code(), app: second.app })).toBe(
      429,
    )
    await second.close()
    expect(await statusOf(username, { from: addressOf(98), otp: recoveryCodes[0] ?? '' })).toBe(200)
    expect(await statusOf(username, { otp: code() })).toBe(200)
  },
)

test('[RL38] an unknown name gets the same answers', async () => {
  const tries = async (username: string) => {
    const answers: unknown[] = []
    for (let index = 0; index < 11; index += 1) {
      const { statusCode, body } = await world.app.inject({
        method: 'POST',
        url: '/api/users-service/auth/authenticate',
        remoteAddress: '203.0.113.9',
        payload: { username, hash: 'A'.repeat(43) },
      })
      answers.push([statusCode, body])
    }
    return answers
  }
  expect(await tries('unknown-name')).toEqual(await tries('gamma-primary'))
})

test('[RL39] the addresses of one IPv6 customer count as one', async () => {
  const statuses: number[] = []
  for (let index = 0; index < 11; index += 1)
    statuses.push(await fail('village-admin', { from: `2001:db8:0:7::${index + 1}` }))
  expect(statuses).toEqual(LOCKED)
  expect(await fail('village-admin', { from: '2001:db8:0:8::1' })).toBe(401)
})

test('[RL40] the processes of one PostgreSQL share the limits of an address', async () => {
  const second = await another()
  const prelogin = async (app: World['app']) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/users-service/auth/prelogin',
        remoteAddress: '192.0.2.77',
        payload: { username: 'owner' },
      })
    ).statusCode
  for (let index = 0; index < 600; index += 1)
    expect(await prelogin(index % 2 === 0 ? world.app : second.app)).toBe(200)
  if (testDatabaseKind === 'postgres')
    expect([await prelogin(world.app), await prelogin(second.app)]).toEqual([429, 429])
  await second.close()
})

test('[RL41] beyond a bound the oldest counters are dropped, those of unknown names first', async () => {
  const { queries } = world.database
  const now = world.clock.now
  await queries.deleteFrom('failed_tries').execute()
  const row = (index: number, isKnown: 0 | 1, place: string) => ({
    subject: `s${index}`,
    kind: 'password' as const,
    place,
    is_known: isKnown,
    tries: 1,
    wait_until: 0,
    tried_on: now + index,
  })
  await queries
    .insertInto('failed_tries')
    .values([
      row(1, 1, ''),
      row(2, 1, 'a'),
      row(3, 1, 'b'),
      row(4, 0, 'c'),
      row(5, 0, ''),
      { ...row(6, 0, 'd'), tried_on: now - 25 * HOUR_MS },
    ])
    .execute()
  await forgetTries(world.database, now, 1)
  expect(
    (await queries.selectFrom('failed_tries').select('subject').orderBy('subject').execute()).map(
      ({ subject }) => subject,
    ),
  ).toEqual(['s1', 's3'])
})
