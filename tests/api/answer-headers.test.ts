import { randomUUID } from 'node:crypto'
import type { LightMyRequestResponse } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { buildWorld, PASSWORD, PROJECT, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const ROWS = Object.entries(API).flatMap(([slice, calls]) =>
  Object.entries<Endpoint>(calls).map(([name, row]) => ({ call: `${slice}.${name}`, row })),
)
/** The configured address of the application. */
const OWN = 'https://tenders.example/'
/** A page of another origin asks, with a cookie of its own. */
const FOREIGN = { origin: 'https://elsewhere.example', cookie: 'token=x' }
const FORBIDDEN = [
  'set-cookie',
  'access-control-allow-origin',
  'access-control-allow-credentials',
  'server',
  'x-powered-by',
]
const DEMANDED = {
  'cache-control': 'no-store',
  'referrer-policy': 'no-referrer',
  'strict-transport-security': 'max-age=63072000; includeSubDomains',
  'x-content-type-options': 'nosniff',
}
const POLICY = ["default-src 'none'", "base-uri 'none'", "frame-ancestors 'none'"]

const TYPES = ['application/json; charset=utf-8', 'application/x-ndjson; charset=utf-8']

/** What is wrong with the headers of an answer. */
const faultsOf = ({ headers, body }: LightMyRequestResponse): string[] => [
  ...FORBIDDEN.filter((name) => headers[name] !== undefined),
  ...Object.entries(DEMANDED)
    .filter(([name, value]) => headers[name] !== value)
    .map(([name]) => name),
  ...POLICY.filter((part) => !String(headers['content-security-policy']).includes(part)),
  // Only to a page under the configured address.
  ...(String(headers.location ?? OWN).startsWith(OWN) ? [] : ['location']),
  ...(body === '' || TYPES.includes(String(headers['content-type'])) ? [] : ['content-type']),
]

test('[HT11] no refusal of any call sets a cookie, allows another origin, may be cached or leads elsewhere', async () => {
  const { token } = await world.as('reviewer')
  const wrong: unknown[] = []
  for (const { call, row } of ROWS) {
    const url = `/api${row.path.replace(/\{\w+\}/g, '1')}`
    const payload = row.method === 'GET' ? {} : { payload: { unknown: call } }
    for (const own of [{}, { 'x-auth-token': token }]) {
      const headers = { ...FOREIGN, ...own }
      const answer = await world.app.inject({ method: row.method, url, headers, ...payload })
      const faults = faultsOf(answer)
      if (faults.length > 0) wrong.push([call, answer.statusCode, faults])
    }
  }
  expect(ROWS.length).toBeGreaterThan(200)
  expect(wrong).toEqual([])
}, 120_000)

test('[HT11] no accepted sign-in, list, change, pull or sign-out does either', async () => {
  const hash = await hashForSignIn(world.url, 'owner', PASSWORD)
  const ask = async (
    method: 'GET' | 'POST' | 'PUT',
    path: string,
    payload?: object,
    token?: string,
  ): Promise<LightMyRequestResponse> => {
    const headers = { ...FOREIGN, ...(token === undefined ? {} : { 'x-auth-token': token }) }
    const body = payload === undefined ? {} : { payload }
    const answer = await world.app.inject({ method, url: `/api${path}`, headers, ...body })
    expect([path, answer.statusCode < 300, faultsOf(answer)]).toEqual([path, true, []])
    return answer
  }
  const signedIn = await ask('POST', '/users-service/auth/authenticate', {
    username: 'owner',
    hash,
  })
  const { token, serverId } = signedIn.json<{ token: string; serverId: string }>()
  const project = await ask('GET', `/projects-service/projects/${PROJECT}`, undefined, token)
  const { updatedOn } = project.json<{ updatedOn: number }>()
  await ask('POST', `/projects-service/projects/by-user/${world.users.owner}`, {}, token)
  const change = { id: PROJECT, updatedOn, description: 'Other' }
  await ask('PUT', '/projects-service/projects/update', change, token)
  const pull = {
    ...{ serverId, clientId: randomUUID(), schemaVersion: SYNC_PROTOCOL, ackMid: 0 },
    ...{ projects: { [PROJECT]: { epoch: 0, buckets: {} } }, home: null },
  }
  await ask('POST', '/sync/pull', pull, token)
  await ask('POST', '/users-service/auth/logout', {}, token)
})
