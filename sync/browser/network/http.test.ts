import { afterEach, expect, it, vi } from 'vitest'
import type { PushRequest } from '#schema/api/sync.ts'
import { createHttpNetwork, WATCHDOG_MS } from './http.ts'

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

afterEach(() => {
  vi.unstubAllGlobals()
  vi.useRealTimers()
})

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
  // Browsers return such a response for a redirect that they do not follow.
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

it.each([
  ['90', 90_000],
  ['0', undefined],
  ['-5', undefined],
  ['Wed, 21 Oct 2026 07:28:00 GMT', undefined],
  [null, undefined],
] as const)('a server that says Retry-After %s is asked again after %s ms', async (header, ms) => {
  const headers: Record<string, string> = header === null ? {} : { 'retry-after': header }
  const busy = new Response(refusal('TOO_MANY_REQUESTS'), { status: 503, headers })
  vi.stubGlobal('fetch', async () => busy)
  await expect(push()).rejects.toMatchObject({ kind: 'busy', retryAfterMs: ms })
})

it('[SY3] tells the last edit that a server has which counts otherwise', async () => {
  answers(409, JSON.stringify({ messageCodes: ['SYNC_GAP'], lastMid: 7 }))
  await expect(push()).rejects.toMatchObject({ kind: 'gap', lastMid: 7 })
})

it('renews a refused token once', async () => {
  const sent: string[] = []
  vi.stubGlobal('fetch', async (_path: string, init: { headers: Record<string, string> }) => {
    sent.push(init.headers['x-auth-token'] ?? '')
    return new Response(refusal('WRONG_TOKEN'), { status: 401 })
  })
  await expect(push()).rejects.toMatchObject({ kind: 'unauthorized' })
  expect(sent).toEqual(['token', 'next'])
})

it('reads the pages of a pull however the lines are cut, and takes half a line for a lost connection', async () => {
  const pagesOf = async (...pieces: string[]): Promise<unknown[]> => {
    const body = new ReadableStream<Uint8Array>({
      start: (control) => {
        for (const piece of pieces) control.enqueue(new TextEncoder().encode(piece))
        control.close()
      },
    })
    vi.stubGlobal('fetch', async () => new Response(body))
    const pull = { ...request, home: null, ackMid: 0, projects: {} }
    const pages: unknown[] = []
    for await (const page of createHttpNetwork(tokens).pull(pull)) pages.push(page)
    return pages
  }
  expect(await pagesOf('{"a":1}\n{"b"', ':', '2}\n', '\n{"c":3}')).toEqual([
    { a: 1 },
    { b: 2 },
    { c: 3 },
  ])
  await expect(pagesOf('{"a":1}\n{"b"')).rejects.toMatchObject({ kind: 'offline' })
})

it('gives up a request after thirty seconds of silence', async () => {
  vi.useFakeTimers()
  const aborted: boolean[] = []
  vi.stubGlobal(
    'fetch',
    (_path: string, { signal }: { signal: AbortSignal }) =>
      new Promise((_, reject) => {
        signal.addEventListener('abort', () => reject(new TypeError('aborted')))
        setTimeout(() => aborted.push(signal.aborted), 29_999)
      }),
  )
  const sent = expect(push()).rejects.toMatchObject({ kind: 'offline' })
  await vi.advanceTimersByTimeAsync(29_999)
  expect(aborted).toEqual([false])
  await vi.advanceTimersByTimeAsync(1)
  await sent
  expect(WATCHDOG_MS).toBe(30_000)
})
