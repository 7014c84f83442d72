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
