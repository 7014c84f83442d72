import { pbkdf2Sync, webcrypto } from 'node:crypto'
import { hash } from '@node-rs/argon2'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import type { SignedIn } from '#schema/api/users-service/auth.ts'
import { renewalText } from '#schema/rules/account/renewal-proof.ts'
import { readServerMeta } from '#server/database/server-meta.ts'
import { ABSOLUTE_MS, ACCESS_MS, IDLE_MS } from '#server/database/sessions/session-times.ts'
import { listenLive } from '../support/live-client.ts'
import { mailsSent } from './identity-calls.ts'
import { buildWorld, PASSWORD, START, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => {
  world.clock.now = Math.max(START, world.clock.now + ABSOLUTE_MS)
})

const post = async (
  path: string,
  body: unknown,
  token?: string,
): Promise<{ status: number; body: Record<string, unknown> }> => {
  const headers = {
    'content-type': 'application/json',
    ...(token === undefined ? {} : { 'x-auth-token': token }),
  }
  const answer = await fetch(`${world.url}/api/users-service/auth/${path}`, {
    method: 'POST',
    headers,
    body: JSON.stringify(body),
  })
  const text = await answer.text()
  return {
    status: answer.status,
    body: text === '' ? {} : (JSON.parse(text) as Record<string, unknown>),
  }
}
const hashOf = async (username: string, password = PASSWORD): Promise<string> => {
  const { body } = await post('prelogin', { username })
  return pbkdf2Sync(
    password,
    Buffer.from(String(body['salt']), 'base64'),
    Number(body['iterations']),
    32,
    'sha256',
  ).toString('base64')
}
const newKey = () =>
  webcrypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, ['sign', 'verify'])
const signIn = async (username = 'owner') => {
  const key = await newKey()
  const { kty, crv, x, y } = await webcrypto.subtle.exportKey('jwk', key.publicKey)
  const { status, body } = await post('authenticate', {
    username,
    hash: await hashOf(username),
    publicKey: { kty, crv, x, y },
  })
  expect(status).toBe(200)
  return { signedIn: body as unknown as SignedIn, key: key.privateKey }
}
let proofs = 0
const proofOf = async (
  { sessionId, token }: { sessionId: string; token: string },
  key: webcrypto.CryptoKey,
  at: number,
) => {
  // Give each proof a different time, as a device does.
  const timestamp = at + (proofs = (proofs + 1) % 10_000)
  const text = new TextEncoder().encode(renewalText({ sessionId, token, timestamp }))
  const signed = await webcrypto.subtle.sign({ name: 'ECDSA', hash: 'SHA-256' }, key, text)
  return { sessionId, token, timestamp, signature: Buffer.from(signed).toString('base64') }
}
const renew = async (
  of: { sessionId: string; token: string },
  key: webcrypto.CryptoKey,
  at = world.clock.now,
) => await post('renew', await proofOf(of, key, at))
const codesOf = ({ status, body }: { status: number; body: Record<string, unknown> }) => [
  status,
  (body['messageCodes'] as string[] | undefined)?.[0],
]
const statusWith = async (token: string): Promise<number> =>
  (
    await fetch(`${world.url}/api/users-service/auth/session`, {
      headers: { 'x-auth-token': token },
    })
  ).status

test('[AU1] an unknown name gets a salt too, always the same one', async () => {
  const [first, again, other] = [
    await post('prelogin', { username: 'nobody' }),
    await post('prelogin', { username: ' NOBODY ' }),
    await post('prelogin', { username: 'somebody' }),
  ]
  expect(first.body).toEqual(again.body)
  expect(first.body['salt']).not.toEqual(other.body['salt'])
  expect(Object.keys(first.body).sort()).toEqual(['iterations', 'salt'])
  expect(first.body['iterations']).toBeGreaterThanOrEqual(600_000)
})

test('[AU2] a wrong password and an unknown name get the same answer', async () => {
  const wrong = await post('authenticate', {
    username: 'owner',
    hash: await hashOf('owner', 'wrong'),
  })
  const unknown = await post('authenticate', { username: 'nobody', hash: await hashOf('nobody') })
  expect(wrong).toEqual(unknown)
  expect(wrong.status).toBe(401)
})

test('[AU3] a sign-in returns the person and a token of which the server stores only the hash', async () => {
  const { signedIn } = await signIn('alpha-primary')
  expect(signedIn.session).toMatchObject({
    username: 'alpha-primary',
    vendorId: world.companies.alpha,
    isPrimaryContact: true,
    organizationName: 'Alpha',
  })
  expect(Buffer.from(signedIn.token, 'base64url')).toHaveLength(32)
  const stored =
    JSON.stringify(
      await world.database.queries.selectFrom('session_tokens').selectAll().execute(),
    ) + JSON.stringify(await world.database.queries.selectFrom('sessions').selectAll().execute())
  expect(stored).not.toContain(signedIn.token)
  const { password } = await world.database.queries
    .selectFrom('users')
    .select('password')
    .where('username', '=', 'alpha-primary')
    .executeTakeFirstOrThrow()
  expect(password).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[A-Za-z0-9+/]{8}\$/)
})

test('[AU4] a token lives 15 minutes, and the device key renews it until the person has been idle for 4 hours', async () => {
  const { signedIn, key } = await signIn()
  world.clock.now += ACCESS_MS
  expect(await statusWith(signedIn.token)).toBe(401)
  const renewed = await renew(signedIn, key)
  expect(renewed.status).toBe(200)
  expect(await statusWith(String(renewed.body['token']))).toBe(200)
  expect(await statusWith(signedIn.token)).toBe(401)
  world.clock.now += IDLE_MS
  const late = await renew({ ...signedIn, token: String(renewed.body['token']) }, key)
  expect([late.status, late.body['messageCodes']]).toEqual([401, ['USER_SESSION_EXPIRED']])
})

test('[AU5] a renewal whose answer was lost may be repeated; a replaced token used again ends the session', async () => {
  const { signedIn, key } = await signIn()
  await renew(signedIn, key)
  const second = await renew(signedIn, key)
  expect(second.status).toBe(200)
  expect(await statusWith(String(second.body['token']))).toBe(200)
  expect((await renew(signedIn, key)).status).toBe(401)
  expect(await statusWith(String(second.body['token']))).toBe(401)
})

test('[AU6] a copied token without the key cannot be renewed', async () => {
  const { signedIn } = await signIn()
  const { privateKey } = await newKey()
  expect((await renew(signedIn, privateKey)).status).toBe(401)
  expect(await statusWith(signedIn.token)).toBe(200)
})

test('[AU19] a proof of the device key renews the token that it was made for, and no other', async () => {
  const { signedIn, key } = await signIn()
  const proof = await proofOf(signedIn, key, world.clock.now)
  const first = await post('renew', proof)
  expect(first.status).toBe(200)
  const next = { ...proof, token: String(first.body['token']) }
  expect(codesOf(await post('renew', next))).toEqual([401, 'WRONG_TOKEN'])
  expect(await statusWith(next.token)).toBe(200)
})

test("[AU20] a proof is valid within a minute of the server's clock, and a refusal states that clock", async () => {
  const { signedIn, key } = await signIn()
  const { now } = world.clock
  for (const at of [-10_000, now - 86_400_000, now - 75_000, now + 61_000, now + 86_400_000]) {
    const refused = await renew(signedIn, key, at)
    expect(codesOf(refused), String(at - now)).toEqual([409, 'PROOF_TIME'])
    expect(refused.body['detail'], String(at - now)).toEqual({ now })
  }
  expect((await renew(signedIn, key, now - 45_000)).status).toBe(200)
  expect((await renew(signedIn, key, now)).status).toBe(200)
})

test('[AU20] a device whose clock was early goes on with the time that the server states', async () => {
  const { signedIn, key } = await signIn()
  expect((await renew(signedIn, key, world.clock.now + 45_000)).status).toBe(200)
  const refused = await renew(signedIn, key)
  expect(codesOf(refused)).toEqual([409, 'PROOF_TIME'])
  const { now } = refused.body['detail'] as { now: number }
  expect((await renew(signedIn, key, now)).status).toBe(200)
  // Setting the server's own clock back by a day locks no person out either.
  world.clock.now -= 86_400_000
  expect((await renew(signedIn, key)).status).toBe(200)
})

test('[AU21] of any number of requests with one proof only one renews, now and later', async () => {
  const { signedIn, key } = await signIn()
  const proof = await proofOf(signedIn, key, world.clock.now)
  const answers = await Promise.all(Array.from({ length: 20 }, () => post('renew', proof)))
  expect(answers.map(({ status }) => status).toSorted()).toEqual([
    200,
    ...Array<number>(19).fill(409),
  ])
  world.clock.now += ACCESS_MS
  expect(codesOf(await post('renew', proof))).toEqual([409, 'PROOF_TIME'])
  // A replayed proof does not end the session either.
  const renewed = answers.find(({ status }) => status === 200)
  expect((await renew({ ...signedIn, token: String(renewed?.body['token']) }, key)).status).toBe(
    200,
  )
})

test('[TF11] a session without the second factor that the organization requires is not renewed', async () => {
  const { signedIn, key } = await signIn('village-admin')
  const setRequired = (isRequired: 0 | 1) =>
    world.database.write(async (tx) => {
      await tx
        .updateTable('organizations')
        .set({ two_factor_required: isRequired })
        .where('id', '=', world.companies.village)
        .execute()
    })
  await setRequired(1)
  expect(codesOf(await renew(signedIn, key))).toEqual([401, 'USER_SESSION_EXPIRED'])
  await setRequired(0)
  expect((await renew(signedIn, key)).status).toBe(200)
})

test('[AU7] the password must be entered again 30 days after the last time', async () => {
  const { signedIn, key } = await signIn()
  let token = signedIn.token
  for (const end = world.clock.now + ABSOLUTE_MS; world.clock.now < end - IDLE_MS;) {
    world.clock.now += IDLE_MS - 60_000
    const { status, body } = await renew({ ...signedIn, token }, key)
    expect(status).toBe(200)
    token = String(body['token'])
  }
  world.clock.now = signedIn.absoluteUntil
  expect((await renew({ ...signedIn, token }, key)).status).toBe(401)
})

test('[AU8] signing out ends the token and the socket within a second', async () => {
  const [{ signedIn }, { signedIn: other }] = [await signIn(), await signIn()]
  const [live, left] = await Promise.all(
    [signedIn, other].map(({ token }) => listenLive(world.url, token)),
  )
  let isLeftOpen = true
  void left?.closed.then(() => (isLeftOpen = false))
  expect((await post('logout', {}, signedIn.token)).status).toBe(204)
  const since = performance.now()
  await live?.closed
  expect(performance.now() - since).toBeLessThan(1_000)
  expect([await statusWith(signedIn.token), await statusWith(other.token)]).toEqual([401, 200])
  await expect(listenLive(world.url, signedIn.token)).rejects.toThrow('WRONG_TOKEN')
  expect(isLeftOpen).toBe(true)
  await left?.close()
})

test('[AU9] a blocked person is signed out at once', async () => {
  const { signedIn, key } = await signIn('reviewer')
  await world.database.write(async (tx) => {
    await tx.updateTable('users').set({ blocked: 1 }).where('username', '=', 'reviewer').execute()
  })
  expect(await statusWith(signedIn.token)).toBe(401)
  expect((await renew(signedIn, key)).status).toBeGreaterThanOrEqual(400)
  expect(
    (await post('authenticate', { username: 'reviewer', hash: await hashOf('reviewer') })).status,
  ).toBe(401)
})

test('[AU10] too many wrong passwords impose a wait on that account only', async () => {
  const wrong = await hashOf('author', 'wrong')
  const statuses: number[] = []
  for (let index = 0; index < 12; index++)
    statuses.push((await post('authenticate', { username: 'author', hash: wrong })).status)
  expect(statuses).toEqual([...Array<number>(10).fill(401), 429, 429])
  expect(
    (await post('authenticate', { username: 'admin', hash: await hashOf('admin') })).status,
  ).toBe(200)
  world.clock.now += 300_000
  expect(
    (await post('authenticate', { username: 'author', hash: await hashOf('author') })).status,
  ).toBe(200)
})

test('[AU11] a server without the demo offers no demo accounts', async () => {
  expect(await (await fetch(`${world.url}/api/users-service/auth/demo-accounts`)).json()).toEqual(
    [],
  )
})

test('[AU12] the key that seals unsent work stays the same for a person, differs between persons, and comes only with a sign-in or renewal', async () => {
  const [first, again, other] = [
    await signIn('alpha-primary'),
    await signIn('alpha-primary'),
    await signIn('alpha-contact'),
  ]
  const { sealKey } = first.signedIn
  expect(Buffer.from(sealKey, 'base64')).toHaveLength(32)
  expect(again.signedIn.sealKey).toBe(sealKey)
  expect(other.signedIn.sealKey).not.toBe(sealKey)
  expect((await renew(first.signedIn, first.key)).body['sealKey']).toBe(sealKey)
  expect(
    JSON.stringify(await world.database.queries.selectFrom('server_meta').selectAll().execute()),
  ).not.toContain(sealKey)
  const session = await fetch(`${world.url}/api/users-service/auth/session`, {
    headers: { 'x-auth-token': again.signedIn.token },
  })
  expect(await session.text()).not.toContain(sealKey)
  const reads = Object.values(API)
    .flatMap((rows) => Object.values<Endpoint>(rows))
    .filter(({ method, path }) => method === 'GET' && !path.includes('{'))
  expect(reads.length).toBeGreaterThan(10)
  for (const { path } of reads) {
    const answer = await fetch(`${world.url}/api${path}`, {
      headers: { 'x-auth-token': again.signedIn.token },
    })
    expect(await answer.text(), path).not.toContain(sealKey)
  }
})

test('[AU13] a sign-in never adopts a token that the client brings, and each sign-in has its own token', async () => {
  const planted = 'p'.repeat(43)
  const answer = await fetch(`${world.url}/api/users-service/auth/authenticate`, {
    method: 'POST',
    headers: {
      'content-type': 'application/json',
      'x-auth-token': planted,
      cookie: `token=${planted}`,
    },
    body: JSON.stringify({ username: 'owner', hash: await hashOf('owner') }),
  })
  expect([answer.status, answer.headers.get('set-cookie')]).toEqual([200, null])
  const { token } = (await answer.json()) as SignedIn
  expect(token).not.toBe(planted)
  expect([await statusWith(planted), await statusWith(token)]).toEqual([401, 200])
  expect((await signIn()).signedIn.token).not.toBe(token)
})

test('[AU14] a signed-in person sees their sessions with device and time, and ends one or all others at once', async () => {
  const [here, there, third] = [
    await signIn('approver'),
    await signIn('approver'),
    await signIn('approver'),
  ]
  const call = async (method: string, path: string, body?: object) =>
    await fetch(`${world.url}/api/users-service/sessions${path}`, {
      method,
      headers: {
        'x-auth-token': here.signedIn.token,
        ...(body === undefined ? {} : { 'content-type': 'application/json' }),
      },
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    })
  const list = async () =>
    (await (await call('GET', '')).json()) as {
      id: string
      isCurrent: boolean
      userAgent: string
      address: string
    }[]
  const before = await list()
  expect(before.filter(({ isCurrent }) => isCurrent).map(({ id }) => id)).toEqual([
    here.signedIn.sessionId,
  ])
  expect(before.find(({ id }) => id === there.signedIn.sessionId)).toMatchObject({
    userAgent: 'node',
    address: '127.0.0.1',
  })
  const live = await listenLive(world.url, there.signedIn.token)
  expect((await call('DELETE', '/end', { id: there.signedIn.sessionId })).status).toBe(204)
  expect(await statusWith(there.signedIn.token)).toBe(401)
  await live.closed
  expect(
    (await call('DELETE', '/end', { id: (await signIn('owner')).signedIn.sessionId })).status,
  ).toBe(404)
  expect((await call('DELETE', '/end-others')).status).toBe(204)
  expect([await statusWith(third.signedIn.token), await statusWith(here.signedIn.token)]).toEqual([
    401, 200,
  ])
  expect(await list()).toHaveLength(1)
})

test('[AU15] a renewal with a copy of a replaced token ends the session, and its owner is told by mail', async () => {
  const { signedIn, key } = await signIn('beta-primary')
  const second = await renew(signedIn, key)
  expect(await statusWith(String(second.body['token']))).toBe(200)
  expect((await renew(signedIn, key)).status).toBe(401)
  await mailsSent(world)
  expect(
    world.mails
      .filter(({ to }) => to === 'beta-primary@beta.example')
      .map(({ subject }) => subject),
  ).toEqual(['You were signed out for your safety'])
})

test('[AU16] trying one password on many accounts slows the caller down and locks no caller from elsewhere out', async () => {
  const hash = await hashOf('owner', 'wrong')
  const tries = await Promise.all(
    Array.from({ length: 120 }, (_, index) =>
      post('authenticate', { username: `somebody-${index}`, hash }),
    ),
  )
  const count = (wanted: number): number => tries.filter(({ status }) => status === wanted).length
  expect([count(401), count(429)]).toEqual([100, 20])
  expect(
    (await post('authenticate', { username: 'owner', hash: await hashOf('owner') })).status,
  ).toBe(429)
  const elsewhere = await world.app.inject({
    method: 'POST',
    url: '/api/users-service/auth/authenticate',
    remoteAddress: '192.0.2.7',
    payload: { username: 'owner', hash: await hashOf('owner') },
  })
  expect(elsewhere.statusCode).toBe(200)
})

test('[AU18] the next sign-in recomputes a stored hash of weaker parameters', async () => {
  const stored = async () =>
    (
      await world.database.queries
        .selectFrom('users')
        .select('password')
        .where('username', '=', 'colleague')
        .executeTakeFirstOrThrow()
    ).password
  const { pepper } = await readServerMeta(world.database)
  const sent = await hashOf('colleague')
  const weak = await hash(sent, {
    algorithm: 2,
    memoryCost: 8_192,
    timeCost: 1,
    parallelism: 1,
    secret: Buffer.from(pepper[0], 'base64'),
  })
  await world.database.write(async (tx) => {
    await tx
      .updateTable('users')
      .set({ password: weak })
      .where('username', '=', 'colleague')
      .execute()
  })
  expect(
    (
      await post('authenticate', {
        username: 'colleague',
        hash: await hashOf('colleague', 'wrong'),
      })
    ).status,
  ).toBe(401)
  expect(await stored()).toBe(weak)
  expect((await post('authenticate', { username: 'colleague', hash: sent })).status).toBe(200)
  expect(await stored()).toMatch(/^\$argon2id\$v=19\$m=19456,t=2,p=1,keyid=[A-Za-z0-9+/]{8}\$/)
  expect((await post('authenticate', { username: 'colleague', hash: sent })).status).toBe(200)
})
