import { pbkdf2Sync, randomUUID } from 'node:crypto'
import * as v from 'valibot'
import { API } from '#schema/api/index.ts'
import type { Endpoint, EndpointCall, EndpointReply } from '#schema/api/endpoint.ts'
import { SYNC_PROTOCOL, PullPage, type SyncRow } from '#schema/api/sync.ts'

/** An API caller without a browser, signed in as one person. */
export interface ApiClient {
  readonly url: string
  readonly token: string
  readonly session: EndpointReply<typeof API.auth.session>
  readonly serverId: string
  /** Returns the reply, or throws an Error with status and body. */
  call<E extends Endpoint>(endpoint: E, input: EndpointCall<E>): Promise<EndpointReply<E>>
  /** Returns status and text unchanged, for refusals too. */
  raw(method: string, path: string, body?: unknown): Promise<{ status: number; text: string }>
  /** Pulls every page of the first sync of one project. */
  pull(projectId: string): Promise<{ pages: PullPage[]; rows: SyncRow[] }>
}

const callRaw = async (
  url: string,
  token: string | null,
  method: string,
  path: string,
  body?: unknown,
): Promise<{ status: number; text: string }> => {
  const headers = {
    ...(token ? { 'X-Auth-Token': token } : {}),
    ...(body === undefined ? {} : { 'Content-Type': 'application/json' }),
  }
  const answer = await fetch(`${url}/api${path}`, {
    method,
    headers,
    ...(body === undefined ? {} : { body: JSON.stringify(body) }),
  })
  return { status: answer.status, text: await answer.text() }
}

const isRecord = (value: unknown): value is Record<string, unknown> =>
  typeof value === 'object' && value !== null
const pathOf = (endpoint: Endpoint, input: unknown): string => {
  const given = isRecord(input) ? input : {}
  const params = isRecord(given['params']) ? given['params'] : {}
  const query = isRecord(given['query'])
    ? Object.entries(given['query']).map(([key, value]): [string, string] => [key, String(value)])
    : []
  const path = endpoint.path.replace(/\{(\w+)\}/g, (_whole, key: string) =>
    encodeURIComponent(String(params[key])),
  )
  return query.length > 0 ? `${path}?${new URLSearchParams(query).toString()}` : path
}

const callTyped = async <E extends Endpoint>(
  url: string,
  token: string | null,
  endpoint: E,
  input: EndpointCall<E>,
): Promise<EndpointReply<E>> => {
  const body = isRecord(input) ? input['body'] : undefined
  const { status, text } = await callRaw(url, token, endpoint.method, pathOf(endpoint, input), body)
  if (status >= 400)
    throw new Error(`${endpoint.method} ${endpoint.path} answered ${status}: ${text}`)
  const reply: EndpointReply<E> = text === '' ? noReply : JSON.parse(text)
  refuseUnpromised(endpoint, reply)
  return reply
}
/** Throws on a field that the table of calls does not promise: it could disclose too much. */
export const refuseUnpromised = ({ method, path, reply }: Endpoint, answer: unknown): void => {
  if (typeof reply !== 'object') return
  const { issues } = v.safeParse(reply, answer)
  if (issues === undefined) return
  throw new Error(
    `${method} ${path} answered what its reply does not promise: ${v.getDotPath(issues[0]) ?? ''} ${issues[0].message}`,
  )
}
/** JSON.parse returns `any`, which takes the promised type; `refuseUnpromised` checks the value. */
const noReply = JSON.parse('null')

/** Computes the hash that a device sends in place of the password. */
export const hashForSignIn = async (
  url: string,
  username: string,
  password: string,
): Promise<string> => {
  const { salt, iterations } = await callTyped(url, null, API.auth.prelogin, { body: { username } })
  return pbkdf2Sync(password, Buffer.from(salt, 'base64'), iterations, 32, 'sha256').toString(
    'base64',
  )
}

/** Signs in as a device does: fetch the salt, derive with PBKDF2, send the hash. */
export const signInApi = async (
  url: string,
  username: string,
  password: string,
): Promise<ApiClient> => {
  const hash = await hashForSignIn(url, username, password)
  const { token, session, serverId } = await callTyped(url, null, API.auth.authenticate, {
    body: { username, hash },
  })
  return {
    url,
    token,
    session,
    serverId,
    call: (endpoint, input) => callTyped(url, token, endpoint, input),
    raw: (method, path, body) => callRaw(url, token, method, path, body),
    pull: (projectId) => pullProject(url, token, projectId),
  }
}

const pullProject = async (
  url: string,
  token: string,
  projectId: string,
): Promise<{ pages: PullPage[]; rows: SyncRow[] }> => {
  const body = {
    serverId: null,
    clientId: randomUUID(),
    schemaVersion: SYNC_PROTOCOL,
    projects: { [projectId]: { epoch: 0, buckets: {} } },
    home: null,
    ackMid: 0,
  }
  const { status, text } = await callRaw(url, token, 'POST', '/sync/pull', body)
  if (status !== 200) throw new Error(`pull answered ${status}: ${text}`)
  const pages = text
    .split('\n')
    .filter(Boolean)
    .map((line) => v.parse(PullPage, JSON.parse(line)))
  return { pages, rows: pages.flatMap(({ project }) => project?.rows ?? []) }
}

interface Weights {
  packages: readonly { id: string; weight: number }[]
  documents: readonly { id: string; weight: number }[]
}
/** The weights with the versions that the person reads, as the call takes them. */
export const weightsOn = async <W extends Weights>(
  client: ApiClient,
  projectId: string,
  weights: W,
) => {
  const { packages } = await client.call(API.projects.get, { params: { id: projectId } })
  const seen = new Map(
    [...packages, ...packages.flatMap(({ documents }) => documents)].map(({ id, updatedOn }) => [
      id,
      updatedOn,
    ]),
  )
  const withVersion = (one: { id: string; weight: number }) => ({
    ...one,
    updatedOn: seen.get(one.id) ?? 0,
  })
  return {
    ...weights,
    packages: weights.packages.map(withVersion),
    documents: weights.documents.map(withVersion),
  }
}

/** The answers of a vendor with the versions of those that exist, as the call takes them. */
export const answersOn = async <A extends { requirementId: string }>(
  client: ApiClient,
  { projectId, vendorId }: { projectId: string; vendorId: number },
  answers: readonly A[],
) => {
  const known = await client.call(API.projects.vendorCommitments, {
    params: { id: projectId, vendorId: String(vendorId) },
  })
  const seen = new Map(known.map(({ requirementId, updatedOn }) => [requirementId, updatedOn]))
  return answers.map((answer) => ({ ...answer, updatedOn: seen.get(answer.requirementId) }))
}

/** The `updatedOn` of a row that the person can read; undefined = there is none. */
export const readUpdatedOn = async (
  client: ApiClient,
  projectId: string,
  id: string,
): Promise<number | undefined> => {
  const found = (await client.pull(projectId)).rows.find((row) => row.id === id)?.row
  return isRecord(found) ? Number(found['updatedOn']) : undefined
}
