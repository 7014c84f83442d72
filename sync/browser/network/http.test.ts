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

it('maps each refusal of the server to its kind of failure', async () => {
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

it('reports `blocked` when a portal, a filter or a proxy answers in place of the server', async () => {
  for (const status of [400, 401, 403, 409, 422, 426, 502, 504, 511]) {
    answers(status, '<html>Please sign in to this network</html>')
    await expect(push(), String(status)).rejects.toMatchObject({ kind: 'blocked' })
  }
  // A proxy may allow smaller requests than the server: smaller batches help.
  answers(413, '<html>Request entity too large</html>')
  await expect(push()).rejects.toMatchObject({ kind: 'tooLarge' })
})

it('does not take a 403 with another code for a foreign client, because renumbered edits would be applied twice', async () => {
  answers(403, refusal('NOT_ALLOWED'))
  await expect(push()).rejects.toMatchObject({ kind: 'busy' })
})

it('does not take the page of a portal for an answer of the server, whatever its status', async () => {
  vi.stubGlobal(
    'fetch',
    async () =>
      new Response('<html>Welcome to the airport</html>', {
        headers: { 'content-type': 'text/html' },
      }),
  )
  await expect(push()).rejects.toMatchObject({ kind: 'blocked' })
  // Browsers answer so for a redirect that is not followed.
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
