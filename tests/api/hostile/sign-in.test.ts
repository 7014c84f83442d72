import { createHash, generateKeyPairSync, sign } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { hashPassword } from '#server/database/seed.ts'
import { hashForSignIn } from '../../support/api-client.ts'
import { buildWorld, PASSWORD, type World } from '../world.ts'
import { expectRefused, everyRow, type Hostile, send } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
/** Other tests cover limits; here every case begins with fresh tries. */
beforeEach(() => {
  world.clock.now += 3_600_000
})

const AUTHENTICATE = '/users-service/auth/authenticate'
const HASH = `${'A'.repeat(43)}=`
const COORDINATE = 'f83OJ3D2xF1Bg8vub9tLe1gHMzV76e8Tus9uPHvRVEU'
const KEY = { kty: 'EC', crv: 'P-256', x: COORDINATE, y: COORDINATE }
const bare = (body: unknown): Hostile => ({ path: AUTHENTICATE, body })
const credentials = (changes: object): Hostile =>
  bare({ username: 'reviewer', hash: HASH, ...changes })
const INVALID = [400, 'INPUT_INVALID'] as const
const WRONG = [401, 'BAD_CREDENTIALS'] as const

describe('signing in with wrong types', () => {
  test.each<[string, Hostile, readonly [number | readonly number[], string?]]>([
    ['a name that is a list', credentials({ username: ['reviewer'] }), INVALID],
    ['a name that is a condition', credentials({ username: { $ne: null } }), INVALID],
    ['a name that is a number', credentials({ username: 0 }), INVALID],
    ['a name that is null', credentials({ username: null }), INVALID],
    ['a name of spaces', credentials({ username: '  \t ' }), INVALID],
    ['a name of a megabyte', credentials({ username: 'x'.repeat(1_000_000) }), [413, 'TOO_LARGE']],
    ['a name that is SQL', credentials({ username: "' or 1=1 --" }), WRONG],
    ['a name that is a pattern', credentials({ username: '%' }), WRONG],
    ['a name with a placeholder', credentials({ username: 'review_r' }), WRONG],
    ['a name with a zero byte', credentials({ username: 'reviewer\u0000' }), [[400, 401]]],
    ['a name with half a character', credentials({ username: '\ud800' }), [[400, 401]]],
    ['a name in other letters', credentials({ username: 'rеviewer' }), [[400, 401]]],
    ['a name of a prototype property', credentials({ username: '__proto__' }), WRONG],
    ['a hash that is a list', credentials({ hash: [HASH] }), INVALID],
    ['a hash that is a condition', credentials({ hash: { $gt: '' } }), INVALID],
    ['a hash that is true', credentials({ hash: true }), INVALID],
    ['an empty hash', credentials({ hash: '' }), INVALID],
    ['a hash of 201 characters', credentials({ hash: 'A'.repeat(201) }), INVALID],
    ['the password itself', credentials({ hash: PASSWORD }), WRONG],
    ['a code that is an object', credentials({ otp: { length: 6 } }), INVALID],
    ['a code of 41 characters', credentials({ otp: '1'.repeat(41) }), INVALID],
    ['rights next to the hash', credentials({ roles: ['role-sys-admin'] }), INVALID],
    ['a person next to the name', credentials({ userId: 1 }), INVALID],
    ['a confirmed second factor', credentials({ otpActivated: false }), INVALID],
    ['a key with its private half', credentials({ publicKey: { ...KEY, d: 'x' } }), INVALID],
    ['a symmetric key', credentials({ publicKey: { kty: 'oct', k: 'AA' } }), INVALID],
    ['a key of another curve', credentials({ publicKey: { ...KEY, crv: 'P-521' } }), INVALID],
    ['a key from a URL', credentials({ publicKey: { ...KEY, jku: 'http://x' } }), INVALID],
    ['a list of credentials', bare([{ username: 'reviewer', hash: HASH }]), INVALID],
    ['a text', bare('reviewer'), INVALID],
    ['null', bare(null), INVALID],
    ['a form', { ...credentials({}), headers: { 'content-type': 'text/plain' } }, INVALID],
    ['a query', { method: 'GET', path: `${AUTHENTICATE}?username=admin&hash=${HASH}` }, [404]],
    ['a query with a body', { path: `${AUTHENTICATE}?username=admin`, body: {} }, INVALID],
    ['another method', { method: 'PUT', path: AUTHENTICATE, body: {} }, [404]],
  ])('[AT31] %s signs no person in', async (_what, hostile, outcome) => {
    const answer = await expectRefused(world, hostile, outcome)
    expect(answer.text).not.toMatch(/"token"|"sealKey"/)
  })

  test('[AT31] a key of a prototype signs no person in', async () => {
    const text = `{"username":"reviewer","hash":"${HASH}","__proto__":{"isAdmin":true}}`
    await expectRefused(world, { path: AUTHENTICATE, text }, INVALID)
  })

  test('[AT31] a name given twice makes one sign-in, with the last value', async () => {
    const hash = await hashForSignIn(world.url, 'approver', PASSWORD)
    const text = `{"username":"admin","hash":"${hash}","username":"nobody"}`
    await expectRefused(world, { path: AUTHENTICATE, text }, WRONG)
  })

  test('[AT31] a value stored for a password does not work as the password', async () => {
    const stored = await world.database.queries
      .selectFrom('users')
      .select('password')
      .where('username', '=', 'approver')
      .executeTakeFirstOrThrow()
    for (const hash of [stored.password, stored.password.split('$').at(-1) ?? '']) {
      await expectRefused(world, credentials({ username: 'approver', hash }), WRONG)
    }
  })

  test("[AT31] the hash of one person's password opens no other account with the same password", async () => {
    // The other people of this world share one salt.
    await world.database.queries
      .updateTable('users')
      .set(await hashPassword(world.database, PASSWORD))
      .where('username', '=', 'colleague')
      .execute()
    const own = await hashForSignIn(world.url, 'colleague', PASSWORD)
    const hash = await hashForSignIn(world.url, 'author', PASSWORD)
    expect(hash).not.toBe(own)
    await expectRefused(world, credentials({ username: 'colleague', hash }), WRONG)
  })
})

describe('forged tokens', () => {
  const session = (headers: Record<string, string>, query = ''): Hostile => ({
    method: 'GET',
    path: `/users-service/auth/session${query}`,
    headers,
  })
  const header = (token: string): Hostile => session({ 'x-auth-token': token })
  const forged: readonly [string, (token: string) => Hostile][] = [
    ['no token', () => session({})],
    ['an empty token', () => header('')],
    ['the word null', () => header('null')],
    ['a token in the URL', (token) => session({}, `?token=${token}&x-auth-token=${token}`)],
    [
      'a token in a cookie',
      (token) => session({ cookie: `token=${token}; X-Auth-Token=${token}` }),
    ],
    ['a bearer token', (token) => session({ authorization: `Bearer ${token}` })],
    ['a token with its type in front', (token) => header(`Bearer ${token}`)],
    ['a token in capitals', (token) => header(token.toUpperCase())],
    ['a token without its end', (token) => header(token.slice(0, -1))],
    ['a token with a suffix', (token) => header(`${token}=`)],
    ['two tokens in one line', (token) => header(`${token}, ${token}`)],
    ['a token in other digits', (token) => header(Buffer.from(token).toString('hex'))],
    ['the hash of a token', (token) => header(createHash('sha256').update(token).digest('hex'))],
    ['a token of 9,000 characters', () => header('A'.repeat(9_000))],
    ['SQL', () => header("' or '1'='1")],
    ['a signed statement', () => header('eyJhbGciOiJub25lIn0.eyJzdWIiOjF9.')],
  ]
  test.each(forged)('[AT32] %s is no session', async (_what, build) => {
    const { token } = await world.as('reviewer')
    const answer = await expectRefused(world, build(token), [[401, 431]])
    expect(answer.text).not.toContain('reviewer')
  })

  test('[AT32] no value stored for a session works as a token', async () => {
    await world.as('reviewer')
    const { queries } = world.database
    const hashes = await queries.selectFrom('session_tokens').select('hash').execute()
    const ids = await queries.selectFrom('sessions').select('id').execute()
    for (const value of [hashes.at(-1)?.hash ?? '', ids.at(-1)?.id ?? '']) {
      await expectRefused(world, header(value), [401, 'WRONG_TOKEN'])
    }
  })

  test("[AT32] a token expires by the server's clock, whatever the caller's clock says", async () => {
    const { token } = await world.as('reviewer')
    world.clock.now += 16 * 60_000
    const late = { 'x-auth-token': token, date: 'Thu, 01 Jan 1970 00:00:00 GMT' }
    await expectRefused(world, session(late), [401, 'USER_SESSION_EXPIRED'])
  })
})

describe('renewing without the key', () => {
  const { privateKey } = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  const sealed = (text: string, key = privateKey): string =>
    sign('sha256', Buffer.from(text), { key, dsaEncoding: 'ieee-p1363' }).toString('base64')
  const textOf = (id: string, token: string, at: number): string =>
    `tenderbook-renewal.${id}.${token}.${at}`
  const owner = generateKeyPairSync('ec', { namedCurve: 'P-256' })
  /** A session that only its own key renews. */
  const signInWithKey = async (): Promise<{ id: string; token: string }> => {
    const { kty, crv, x, y } = owner.publicKey.export({ format: 'jwk' })
    const hash = await hashForSignIn(world.url, 'reviewer', PASSWORD)
    const body = { username: 'reviewer', hash, publicKey: { kty, crv, x, y } }
    const { text } = await send(world, { path: AUTHENTICATE, body })
    const { sessionId, token } = JSON.parse(text) as { sessionId: string; token: string }
    return { id: sessionId, token }
  }
  /**
   * Renewals of another person's session. Proofs may gain fields later, so a refusal of the form
   * counts too.
   */
  const proofs: readonly [string, (id: string, at: number, token: string) => object][] = [
    ['another key', (id, at, token) => ({ signature: sealed(textOf(id, token, at)) })],
    ['an empty proof', () => ({ signature: '' })],
    ['a proof of zeros', () => ({ signature: Buffer.alloc(64).toString('base64') })],
    ['a proof that is no base64', () => ({ signature: '%%%' })],
    ['a proof that is a list', () => ({ signature: [''] })],
    ['a time that is a text', (_id, at) => ({ signature: '', timestamp: String(at) })],
    ['a time that is no number', () => ({ signature: '', timestamp: 'NaN' })],
    [
      'a key of its own',
      (id, at, token) => ({ signature: sealed(textOf(id, token, at)), publicKey: KEY }),
    ],
    [
      'another session',
      (_id, at, token) => ({ sessionId: 'x', signature: sealed(textOf('x', token, at)) }),
    ],
    ['a session that is SQL', () => ({ sessionId: "' or '1'='1", signature: '' })],
  ]
  test.each(proofs)('[AT33] a renewal with %s gives no token', async (_what, build) => {
    const { id, token } = await signInWithKey()
    const timestamp = world.clock.now
    const body = { sessionId: id, token, timestamp, ...build(id, timestamp, token) }
    const answer = await expectRefused(world, { path: '/users-service/auth/renew', body }, [
      [400, 401],
    ])
    expect(answer.text).not.toContain('sealKey')
  })

  test('[AT33] its own key renews it, so that the cases above can fail', async () => {
    const { id: sessionId, token } = await signInWithKey()
    const timestamp = world.clock.now
    const signature = sealed(textOf(sessionId, token, timestamp), owner.privateKey)
    const body = { sessionId, token, timestamp, signature }
    expect((await send(world, { path: '/users-service/auth/renew', body })).status).toBe(200)
  })

  test('[AT33] a session without a key cannot be renewed', async () => {
    const before = await everyRow(world.database)
    const answer = await send(world, {
      path: '/users-service/auth/renew',
      body: { sessionId: '0', token: '0', timestamp: 0, signature: sealed('0.0') },
    })
    expect([400, 401]).toContain(answer.status)
    expect(await everyRow(world.database)).toBe(before)
  })
})
