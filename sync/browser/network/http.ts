import type {
  CompareReply,
  CompareRequest,
  PullPage,
  PullRequest,
  PushReply,
  PushRequest,
} from '#schema/api/sync.ts'
import type { CompareNetwork } from '#sync/engine/pull/compare.ts'
import { type FailureKind, type Network, SyncFailure } from '#sync/engine/ports.ts'
import { codesOf } from './answer-codes.ts'
import { serverFetch } from './server-fetch.ts'
import type { Tokens } from '../session/tokens.ts'

/** Silence after which a request counts as lost. */
export const WATCHDOG_MS = 30_000

const FAILURES: Readonly<Record<number, FailureKind>> = {
  400: 'malformed',
  401: 'unauthorized',
  413: 'tooLarge',
  422: 'malformed',
  426: 'update',
}

const kindOf = (status: number, codes: readonly unknown[]): FailureKind => {
  // A proxy may allow smaller requests than the server does.
  if (status === 413) return 'tooLarge'
  if (codes.includes('SYNC_GAP')) return 'gap'
  if (codes.includes('CLIENT_FOREIGN')) return 'foreign'
  return codes.length === 0 ? 'blocked' : (FAILURES[status] ?? 'busy')
}

const retryAfterMs = (response: Response): number | undefined => {
  const seconds = Number(response.headers.get('retry-after'))
  return Number.isFinite(seconds) && seconds > 0 ? seconds * 1_000 : undefined
}

const failureOf = async (response: Response): Promise<SyncFailure> => {
  const wait = retryAfterMs(response)
  const { codes, lastMid } = await codesOf(response)
  return new SyncFailure(kindOf(response.status, codes), {
    ...(wait === undefined ? {} : { retryAfterMs: wait }),
    ...(typeof lastMid === 'number' ? { lastMid } : {}),
  })
}

interface Watched {
  response: Response
  heard(): void
  end(): void
}

const watchedFetch = async (path: string, body: unknown, token: string): Promise<Watched> => {
  const control = new AbortController()
  let timer = setTimeout(() => control.abort(), WATCHDOG_MS)
  const heard = (): void => {
    clearTimeout(timer)
    timer = setTimeout(() => control.abort(), WATCHDOG_MS)
  }
  try {
    const response = await serverFetch(path, {
      method: 'POST',
      headers: { 'content-type': 'application/json', 'x-auth-token': token },
      body: JSON.stringify(body),
      signal: control.signal,
    })
    heard()
    return { response, heard, end: () => clearTimeout(timer) }
  } catch (error) {
    clearTimeout(timer)
    throw error
  }
}

/** One call with the session's token; renews a refused token once. */
const call = async (tokens: Tokens, path: string, body: unknown): Promise<Watched> => {
  let token = await tokens.current()
  for (let attempt = 0; ; attempt += 1) {
    if (token === null) throw new SyncFailure('unauthorized')
    const watched = await watchedFetch(path, body, token)
    if (watched.response.ok) return watched
    watched.end()
    if (watched.response.status !== 401 || attempt > 0) throw await failureOf(watched.response)
    token = await tokens.renewed(token)
  }
}

async function* lines(watched: Watched): AsyncGenerator<string> {
  const { response, heard, end } = watched
  if (response.body === null) throw new SyncFailure('offline')
  const reader = response.body.pipeThrough(new TextDecoderStream()).getReader()
  // Join the pieces of a line once, at its end: lines are long and arrive in many pieces.
  let pieces: string[] = []
  try {
    for (;;) {
      const { done, value } = await reader.read()
      if (done) break
      heard()
      const [first = '', ...others] = value.split('\n')
      pieces.push(first)
      for (const next of others) {
        yield pieces.join('')
        pieces = [next]
      }
    }
    yield pieces.join('')
  } catch (cause) {
    throw cause instanceof SyncFailure ? cause : new SyncFailure('offline', { cause })
  } finally {
    end()
    void reader.cancel().catch(() => undefined)
  }
}

/** One call whose answer is a JSON text. */
const askOnce = async <T>(tokens: Tokens, path: string, body: unknown): Promise<T> => {
  const watched = await call(tokens, path, body)
  try {
    return (await watched.response.json()) as T
  } catch (cause) {
    throw new SyncFailure('offline', { cause })
  } finally {
    watched.end()
  }
}

export const createHttpNetwork = (tokens: Tokens): Network & CompareNetwork => ({
  push: (request: PushRequest) => askOnce<PushReply>(tokens, '/api/sync/push', request),
  compare: (request: CompareRequest) => askOnce<CompareReply>(tokens, '/api/sync/compare', request),
  async *pull(request: PullRequest): AsyncGenerator<PullPage> {
    for await (const line of lines(await call(tokens, '/api/sync/pull', request))) {
      if (line === '') continue
      let page: PullPage
      try {
        page = JSON.parse(line) as PullPage
      } catch (cause) {
        // The connection broke inside a line; all earlier pages are stored.
        throw new SyncFailure('offline', { cause })
      }
      yield page
    }
  },
})
