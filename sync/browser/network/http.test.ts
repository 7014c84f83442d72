import { afterEach, expect, it, vi } from 'vitest'
import type { PushRequest } from '#schema/api/sync.ts'
import { createHttpNetwork } from './http.ts'

const tokens = {
  current: async () => 'token',
  renewed: async () => 'next',
  forget: () => undefined,
}
const request: PushRequest = {
  serverId: 's',
  clientId: 'c',
  schemaVersion: 1,
  mutations: [{ mid: 1, command: 'x', args: {}, base: {}, clientAt: 0 }],
}
const answers = (status: number, body: string): void =>
  void vi.stubGlobal('fetch', async () => new Response(body, { status }))
const refusal = (code: string): string => JSON.stringify({ message: code, messageCodes: [code] })
const push = (): Promise<unknown> => createHttpNetwork(tokens).push(request)

afterEach(() => void vi.unstubAllGlobals())

it('takes the refusals of the server for what they say', async () => {
  for (const [status, code, kind] of [
    [403, 'CLIENT_FOREIGN', 'foreign'],
    [400, 'INPUT_INVALID', 'malformed'],
    [413, 'TOO_LARGE', 'tooLarge'],
    [426, 'UPDATE_NEEDED', 'update'],
    [401, 'WRONG_TOKEN', 'unauthorized'],
  ] as const) {
    answers(status, refusal(code))
    await expect(push()).rejects.toMatchObject({ kind })
  }
})

it('waits, and says that the way is blocked, when something between answers in place of the server: a portal of the network, a filter, a proxy', async () => {
  for (const status of [400, 401, 403, 409, 422, 426, 502, 504, 511]) {
    answers(status, '<html>Please sign in to this network</html>')
    await expect(push(), String(status)).rejects.toMatchObject({ kind: 'blocked' })
  }
  // Whoever stands between may allow less than the server: smaller pieces help.
  answers(413, '<html>Request entity too large</html>')
  await expect(push()).rejects.toMatchObject({ kind: 'tooLarge' })
})

it('takes a 403 of another reason for no foreign device, because the edits would be numbered afresh and applied twice', async () => {
  answers(403, refusal('NOT_ALLOWED'))
  await expect(push()).rejects.toMatchObject({ kind: 'busy' })
})

it('takes the page of a portal for no answer of the server, whatever its status says', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('<html>Welcome to the airport</html>', {
        headers: { 'content-type': 'text/html' },
      }),
  )
  await expect(push()).rejects.toMatchObject({ kind: 'blocked' })
  // What browsers answer with for a redirect that is not followed.
  const redirected = new Response(null)
  Object.defineProperty(redirected, 'type', { value: 'opaqueredirect' })
  vi.stubGlobal('fetch', async (_path: string, init: RequestInit) => {
    expect(init.redirect).toBe('manual')
    return redirected
  })
  await expect(push()).rejects.toMatchObject({ kind: 'blocked' })
  vi.stubGlobal('fetch', async () => {
    throw new TypeError('Failed to fetch')
  })
  await expect(push()).rejects.toMatchObject({ kind: 'offline' })
})
