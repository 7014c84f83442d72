import { BASE_API, type BaseApi } from '#schema/api/base.ts'
import type { Endpoint, EndpointCall, EndpointReply } from '#schema/api/endpoint.ts'
import { Refusal } from '#schema/refusal.ts'
import { isMessageCode } from '#schema/tables/messages.ts'
import { SyncFailure } from '#sync/engine/ports.ts'
import { serverFetch } from '#sync/browser/network/server-fetch.ts'
import { OfflineError } from './offline-error.ts'
import { sessionTokens } from './session-tokens.ts'

type Call<E extends Endpoint> = (input: EndpointCall<E>) => Promise<EndpointReply<E>>
type Calls<T> = { readonly [C in keyof T]: T[C] extends Endpoint ? Call<T[C]> : never }
export type ApiClient = { readonly [S in keyof BaseApi]: Calls<BaseApi[S]> }

interface Input {
  params?: Record<string, unknown>
  query?: Record<string, unknown>
  body?: unknown
  form?: FormData
}
const TIMEOUT_MS = 30_000

export const urlOf = (endpoint: Endpoint, { params, query }: Input): string => {
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_, name: string) =>
    encodeURIComponent(String(params?.[name])),
  )
  const search = new URLSearchParams(
    Object.entries(query ?? {})
      .filter(([, value]) => value !== undefined && value !== null)
      .map(([key, value]) => [key, String(value)]),
  )
  return `/api${path}${search.size === 0 ? '' : `?${search}`}`
}

const send = async (endpoint: Endpoint, input: Input, token: string | null): Promise<Response> => {
  const headers: Record<string, string> = token === null ? {} : { 'x-auth-token': token }
  if (input.body !== undefined) headers['content-type'] = 'application/json'
  const body = input.form ?? (input.body === undefined ? undefined : JSON.stringify(input.body))
  const signal = AbortSignal.timeout(endpoint.timeoutMs ?? TIMEOUT_MS)
  try {
    return await serverFetch(urlOf(endpoint, input), {
      method: endpoint.method,
      headers,
      signal,
      ...(body === undefined ? {} : { body }),
    })
  } catch (error) {
    throw awayFrom(error)
  }
}

export const awayFrom = (error: unknown): OfflineError =>
  new OfflineError(error, error instanceof SyncFailure && error.kind === 'blocked')

/**
 * Turns an error response `{message, messageCodes, field?}` into a Refusal. A response without a
 * code is not from the server but from a proxy or captive portal.
 */
export const refusalFrom = async (response: Response): Promise<Error> => {
  const body = (await response.json().catch(() => null)) as {
    messageCodes?: unknown
    field?: unknown
    detail?: unknown
  } | null
  const [code] = Array.isArray(body?.messageCodes) ? (body.messageCodes as unknown[]) : []
  if (typeof code !== 'string') {
    return BY_STATUS[response.status]?.() ?? new OfflineError(undefined, true)
  }
  if (!isMessageCode(code)) return new Refusal('INTERNAL')
  const detail =
    typeof body?.detail === 'object' && body.detail !== null
      ? (body.detail as Record<string, string | number>)
      : {}
  return new Refusal(
    code,
    typeof body?.field === 'string' ? { detail, field: body.field } : { detail },
  )
}

/** Errors that a proxy reports only by their status. */
const BY_STATUS: Readonly<Record<number, () => Refusal>> = {
  413: () => new Refusal('TOO_LARGE', { detail: { limit: 'the network allows' } }),
  429: () => new Refusal('UNAVAILABLE'),
}

/** The token of a call; null for a public one. */
export const tokenFor = async (endpoint: Endpoint): Promise<string | null> => {
  if (endpoint.access === 'public') return null
  try {
    const token = await sessionTokens.current()
    if (token === null) throw new Refusal('USER_SESSION_EXPIRED')
    return token
  } catch (error) {
    throw error instanceof SyncFailure ? awayFrom(error) : error
  }
}

/** The response of a call; throws Refusal, or OfflineError if the server was not reached. */
export const responseOf = async (endpoint: Endpoint, input: Input): Promise<Response> => {
  const token = await tokenFor(endpoint)
  let response = await send(endpoint, input, token)
  if (response.status === 401 && token !== null) {
    const next = await sessionTokens.renewed(token).catch(() => null)
    if (next !== null) response = await send(endpoint, input, next)
  }
  if (!response.ok) throw await refusalFrom(response)
  return response
}
const call = async (endpoint: Endpoint, input: Input): Promise<unknown> =>
  await contentOf(await responseOf(endpoint, input))

/** Parses the body. Throws OfflineError if it is cut off or not from the server. */
const contentOf = async (response: Response): Promise<unknown> => {
  const text = await response.text().catch((cause: unknown) => {
    throw new OfflineError(cause)
  })
  try {
    return text === '' ? undefined : (JSON.parse(text) as unknown)
  } catch (cause) {
    throw new OfflineError(cause, true)
  }
}

/**
 * The calls of a slice of the API as functions, for pages that load their own:
 * `callsOf(registration)`.
 */
export const callsOf = <T extends Readonly<Record<string, Endpoint>>>(rows: T): Calls<T> =>
  Object.fromEntries(
    Object.entries(rows).map(([name, endpoint]) => [
      name,
      (input: Input = {}) => call(endpoint, input),
    ]),
  ) as unknown as Calls<T>

/**
 * The calls that every page has. They throw Refusal, or OfflineError if the server was not reached.
 */
export const api = Object.fromEntries(
  Object.entries(BASE_API).map(([slice, rows]) => [slice, callsOf(rows)]),
) as unknown as ApiClient

/** Makes a multipart call: `request` as JSON, and an optional file. */
export const sendForm = async (
  endpoint: Endpoint,
  request: object,
  file: Blob | null,
): Promise<void> => {
  const form = new FormData()
  form.append('request', new Blob([JSON.stringify(request)], { type: 'application/json' }))
  if (file !== null) form.append('file', file, 'file')
  await call(endpoint, { form })
}
