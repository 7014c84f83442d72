import 'fake-indexeddb/auto'
import { afterEach, beforeEach, expect, it, vi } from 'vitest'
import type { SignedIn } from '#schema/api/users-service/auth.ts'
import { renewalText } from '#schema/rules/account/renewal-proof.ts'
import { importSealKey } from './seal.ts'
import { clearSession, readSession, type StoredSession, writeSession } from './session-store.ts'
import { createTokens, sessionFrom } from './tokens.ts'

const MINUTE_MS = 60_000
const keys = await crypto.subtle.generateKey({ name: 'ECDSA', namedCurve: 'P-256' }, false, [
  'sign',
  'verify',
])
const rawKey = (letter: string): string => btoa(letter.repeat(32))
const person = { userId: 1, organizationId: 2 } as StoredSession['session']
let now: number
const store = async (changes: Partial<StoredSession> = {}): Promise<void> =>
  writeSession({
    ...{ key: 'session', session: person, sessionId: 'id', token: 'first' },
    ...{ privateKey: keys.privateKey, sealKey: await importSealKey(rawKey('x')), serverId: 's' },
    ...{ expiresOn: now, clockSkewMs: 0, isExpired: false },
    ...changes,
  })
const signedIn = (changes: Partial<SignedIn> = {}): SignedIn =>
  ({
    ...{ token: 'next', sessionId: 'id', expiresOn: now + 900_000, session: person },
    ...{ serverId: 's2', sealKey: rawKey('y'), now: now + 5_000, ...changes },
  }) as SignedIn
let asked: { path: string; init: RequestInit }[]
let answer: () => Response

beforeEach(async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  now = Date.now()
  asked = []
  answer = () => new Response(JSON.stringify(signedIn()))
  vi.stubGlobal('fetch', async (path: string, init: RequestInit) => {
    asked.push({ path, init })
    return answer()
  })
  await clearSession()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
})

it('proves by the private key who renews, at the time of the server', async () => {
  await store({ clockSkewMs: 7_000 })
  expect(await createTokens(() => undefined).current()).toBe('next')
  const [{ path, init } = { path: '', init: {} }] = asked
  expect([path, init.method, init.headers]).toEqual([
    '/api/users-service/auth/renew',
    'POST',
    { 'content-type': 'application/json' },
  ])
  const { signature, ...signed } = JSON.parse(init.body as string) as {
    signature: string
    sessionId: string
    token: string
    timestamp: number
  }
  expect(signed).toEqual({ sessionId: 'id', token: 'first', timestamp: now + 7_000 })
  const isValid = await crypto.subtle.verify(
    { name: 'ECDSA', hash: 'SHA-256' },
    keys.publicKey,
    Uint8Array.from(atob(signature), (one) => one.charCodeAt(0)),
    new TextEncoder().encode(renewalText(signed)),
  )
  expect(isValid).toBe(true)
})

it.each([
  [MINUTE_MS, 0, 'next'],
  [MINUTE_MS + 1, 0, 'first'],
  // The clock of the server is a minute ahead, or behind.
  [MINUTE_MS * 2, MINUTE_MS, 'next'],
  [MINUTE_MS * 2 + 1, MINUTE_MS, 'first'],
  [1, -MINUTE_MS, 'first'],
  [0, -MINUTE_MS, 'next'],
])('a token that lasts %i ms with a server %i ms ahead: %s', async (ms, clockSkewMs, token) => {
  await store({ expiresOn: now + ms, clockSkewMs })
  expect(await createTokens(() => undefined).current()).toBe(token)
  expect(asked).toHaveLength(token === 'next' ? 1 : 0)
})

it('stores what the server answered, keeps the key and the lock, and tells of it', async () => {
  const lock = { salt: 's', iterations: 1, verifier: 'v' }
  await store({ lock })
  const told: StoredSession[] = []
  await createTokens((stored) => void told.push(stored)).current()
  const stored = await readSession()
  expect(stored).toMatchObject({
    ...{ key: 'session', token: 'next', sessionId: 'id', serverId: 's2', isExpired: false, lock },
    ...{ expiresOn: now + 900_000, clockSkewMs: 5_000, session: person, formerSealKeys: [] },
  })
  expect(told).toHaveLength(1)
  expect(told[0]?.privateKey).toMatchObject({ type: 'private', extractable: false })
  await store()
  await createTokens(() => undefined).current()
  expect(await readSession()).not.toHaveProperty('lock')
  const former = await sessionFrom(
    signedIn({ formerSealKeys: [rawKey('a'), rawKey('b')] }),
    keys.privateKey,
  )
  expect(former.formerSealKeys).toHaveLength(2)
})

it.each([
  [401, 'WRONG_TOKEN', false],
  [403, 'ACCESS_ENDED', true],
])('an answer %i %s ends the session, for good: %s', async (status, code, isRevoked) => {
  await store()
  answer = () => new Response(JSON.stringify({ messageCodes: [code] }), { status })
  const told: StoredSession[] = []
  const tokens = createTokens((stored) => void told.push(stored))
  expect(await tokens.current()).toBeNull()
  expect(await readSession()).toMatchObject({ token: 'first', isExpired: true, isRevoked })
  expect(told).toMatchObject([{ isExpired: true, isRevoked }])
  expect([await tokens.current(), await tokens.renewed('first')]).toEqual([null, null])
  expect(asked).toHaveLength(1)
})

it.each([
  [500, 'INTERNAL', 'busy'],
  [429, 'TOO_MANY_REQUESTS', 'busy'],
  [409, 'OTHER', 'busy'],
  [403, null, 'blocked'],
  [502, null, 'blocked'],
])('an answer %i %s leaves the session as it is: %s', async (status, code, kind) => {
  await store()
  answer = () =>
    new Response(code === null ? '<p>' : JSON.stringify({ messageCodes: [code] }), { status })
  const told: StoredSession[] = []
  await expect(createTokens((one) => void told.push(one)).current()).rejects.toMatchObject({ kind })
  expect(await readSession()).toMatchObject({ token: 'first', isExpired: false })
  expect([told, asked.length]).toEqual([[], 1])
})

it('reads the session once until it is told to forget it, and renews a refused token only if no other tab has', async () => {
  await store({ expiresOn: now + 900_000 })
  const tokens = createTokens(() => undefined)
  expect(await tokens.current()).toBe('first')
  await store({ expiresOn: now + 900_000, token: 'of another tab' })
  expect(await tokens.current()).toBe('first')
  expect(await tokens.renewed('first')).toBe('of another tab')
  tokens.forget()
  expect(await tokens.current()).toBe('of another tab')
  expect(asked).toEqual([])
  expect(await tokens.renewed('of another tab')).toBe('next')
  expect(asked).toHaveLength(1)
  await clearSession()
  tokens.forget()
  expect([await tokens.current(), await tokens.renewed('next')]).toEqual([null, null])
})
