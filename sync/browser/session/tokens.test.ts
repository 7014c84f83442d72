import 'fake-indexeddb/auto'
import { beforeEach, expect, it, vi } from 'vitest'
import { importSealKey } from './seal.ts'
import { clearSession, readSession, type StoredSession, writeSession } from './session-store.ts'
import { createTokens } from './tokens.ts'

const fetched = vi.fn<(url: string) => Promise<Response>>()
vi.stubGlobal('fetch', fetched)

const { privateKey } = await crypto.subtle.generateKey(
  { name: 'ECDSA', namedCurve: 'P-256' },
  false,
  ['sign', 'verify'],
)
const sealKey = await importSealKey(btoa('x'.repeat(32)))
const sessionOf = (
  userId: number,
  changes: Partial<StoredSession> = {},
  organizationId = 1,
): StoredSession => ({
  key: 'session',
  sessionId: `session-${userId}`,
  token: `token-of-${userId}`,
  privateKey,
  sealKey,
  serverId: 's',
  expiresOn: Date.now() + 600_000,
  clockSkewMs: 0,
  isExpired: false,
  session: {
    userId,
    username: `user-${userId}`,
    name: '',
    roles: [],
    organizationId,
    organizationName: '',
    vendorId: null,
    permissions: [],
    isPrimaryContact: false,
    otpActivated: false,
  },
  ...changes,
})
beforeEach(() => void fetched.mockReset())

it("[I6] gives a person's device no token of another person who signed in later", async () => {
  await writeSession(sessionOf(1))
  const tokens = createTokens(() => undefined, { userId: 1, organizationId: 1 })
  expect(await tokens.current()).toBe('token-of-1')
  await writeSession(sessionOf(2))
  expect(await tokens.renewed('token-of-1')).toBeNull()
  tokens.forget()
  expect(await tokens.current()).toBeNull()
  expect(await createTokens(() => undefined).current()).toBe('token-of-2')
  expect(fetched).not.toHaveBeenCalled()
})

it("[I6] gives the device of one organization no token of the same person's session in another", async () => {
  await writeSession(sessionOf(1, {}, 2))
  const tokens = createTokens(() => undefined, { userId: 1, organizationId: 1 })
  expect(await tokens.current()).toBeNull()
  expect(await tokens.renewed('token-of-1')).toBeNull()
  expect(await createTokens(() => undefined, { userId: 1, organizationId: 2 }).current()).toBe(
    'token-of-1',
  )
  expect(fetched).not.toHaveBeenCalled()
})

it('ends the session on an answer of the server only, not on one of a portal', async () => {
  await writeSession(sessionOf(1, { expiresOn: 0 }))
  const tokens = createTokens(() => undefined, { userId: 1, organizationId: 1 })
  fetched.mockImplementation(
    async () => new Response('<html>Please sign in to this network</html>', { status: 401 }),
  )
  await expect(tokens.current()).rejects.toMatchObject({ kind: 'blocked' })
  fetched.mockImplementation(
    async () => new Response(JSON.stringify({ messageCodes: ['WRONG_TOKEN'] }), { status: 401 }),
  )
  expect(await tokens.current()).toBeNull()
  fetched.mockClear()
  expect(await tokens.current()).toBeNull()
  expect(fetched).not.toHaveBeenCalled()
})

const refusedBy = (now: number): Response =>
  new Response(JSON.stringify({ messageCodes: ['PROOF_TIME'], detail: { now } }), { status: 409 })
const renewedSession = (now = Date.now() + 86_400_000): Response =>
  new Response(
    JSON.stringify({
      token: 'next',
      sessionId: 'session-1',
      expiresOn: Date.now() + 900_000,
      idleUntil: 0,
      absoluteUntil: 0,
      session: sessionOf(1).session,
      serverId: 's',
      sealKey: btoa('x'.repeat(32)),
      now,
    }),
  )
const sentProof = (call: number): { token: string; timestamp: number; signature: string } => {
  const [, init] = fetched.mock.calls[call] as unknown as [string, { body: string }]
  return JSON.parse(init.body) as { token: string; timestamp: number; signature: string }
}

it("[CK3] signs again by the server's clock where the device's clock is a day off", async () => {
  await writeSession(sessionOf(1, { expiresOn: 0 }))
  const serverTime = Date.now() + 86_400_000
  fetched.mockImplementationOnce(async () => refusedBy(serverTime))
  fetched.mockImplementationOnce(async () => renewedSession())
  expect(await createTokens(() => undefined).current()).toBe('next')
  expect(fetched).toHaveBeenCalledTimes(2)
  const [first, second] = [sentProof(0), sentProof(1)]
  expect([second.token, second.timestamp]).toEqual([first.token, serverTime])
  expect(second.signature).not.toBe(first.signature)
})

it('[AU20] keeps the session and tries later where the server accepts no proof', async () => {
  await writeSession(sessionOf(1, { expiresOn: 0 }))
  fetched.mockImplementation(async () => refusedBy(1))
  const tokens = createTokens(() => undefined)
  await expect(tokens.current()).rejects.toMatchObject({ kind: 'busy' })
  expect(fetched).toHaveBeenCalledTimes(2)
  fetched.mockImplementation(async () => renewedSession())
  expect(await tokens.current()).toBe('next')
})

it('renews a token once, however many tabs find it expired or refused at the same time', async () => {
  await writeSession(sessionOf(1, { expiresOn: 0 }))
  fetched.mockImplementation(async () => {
    await new Promise((resolve) => setTimeout(resolve, 50))
    return renewedSession(Date.now())
  })
  const [first, second, third] = [0, 1, 2].map(() => createTokens(() => undefined))
  expect(
    await Promise.all([first?.current(), second?.current(), third?.renewed('token-of-1')]),
  ).toEqual(['next', 'next', 'next'])
  expect(fetched).toHaveBeenCalledTimes(1)
  expect(sentProof(0).token).toBe('token-of-1')
})

it('reads the session again once it is told that it has changed', async () => {
  await writeSession(sessionOf(1))
  const tokens = createTokens(() => undefined)
  expect(await tokens.current()).toBe('token-of-1')
  await writeSession(sessionOf(1, { token: 'renewed-in-another-tab' }))
  tokens.forget()
  expect(await tokens.current()).toBe('renewed-in-another-tab')
})

/** What the server says of a renewal: the next token, or that the session has ended. */
const ANSWERS: Readonly<Record<string, () => Response>> = {
  'a new token': () => renewedSession(),
  'that the session has ended': () =>
    new Response(JSON.stringify({ messageCodes: ['WRONG_TOKEN'] }), { status: 401 }),
}
it.each(Object.entries(ANSWERS))(
  '[DT1] a renewal that brings %s after the person signed out or another one signed in changes nothing',
  async (_, answer) => {
    const heard: StoredSession[] = []
    const tokens = createTokens((stored) => heard.push(stored), { userId: 1, organizationId: 1 })
    const renewWhile = async (change: () => Promise<void>): Promise<string | null> => {
      await writeSession(sessionOf(1))
      fetched.mockImplementationOnce(async () => {
        await change()
        return answer()
      })
      return await tokens.renewed('token-of-1')
    }
    expect(await renewWhile(clearSession)).toBeNull()
    expect(await readSession()).toBeUndefined()

    expect(await renewWhile(() => writeSession(sessionOf(2)))).toBeNull()
    expect(await readSession()).toEqual(sessionOf(2, { expiresOn: expect.any(Number) as number }))

    const again = { sessionId: 'again', token: 'token-of-1-again' }
    expect(await renewWhile(() => writeSession(sessionOf(1, again)))).toBe('token-of-1-again')
    expect(await readSession()).toMatchObject(again)
    expect(heard).toEqual([])
    expect(fetched).toHaveBeenCalledTimes(3)
  },
)
