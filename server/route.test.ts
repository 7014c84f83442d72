import Fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { roleHolds } from '#schema/tables/roles.ts'
import { openTown, type Town } from '../tests/support/town.ts'
import { createSession } from './database/sessions/create-session.ts'
import { addRoutes, type ApiHandlers, giveBackTry, type SignedInContext } from './route.ts'
import { SMALL_BODY_BYTES } from './plugins/body-bounds.ts'

type Call = (input: unknown, context: SignedInContext) => Promise<unknown>
interface Found {
  call: string
  row: Endpoint
}
/** The calls of the API that a test needs, found by what they require. */
const calls = Object.entries(API).flatMap(([slice, rows]) =>
  Object.entries(rows as Record<string, Endpoint>).map(([name, row]): Found => ({
    ...{ call: `${slice}.${name}`, row },
  })),
)
const find = (isWanted: (row: Endpoint) => boolean): Found => {
  const found = calls.find(({ row }) => isWanted(row))
  if (found === undefined) throw new Error('The API has no such call')
  return found
}
const isPlain = (row: Endpoint) =>
  row.params === undefined && row.query === undefined && row.takes === undefined
const isUser = (row: Endpoint) => row.access === 'user' && row.rateLimit === undefined
const schemaReply = (row: Endpoint) => typeof row.reply === 'object'
const [noInput, silent, withParams, asBytes] = [
  find((row) => isUser(row) && isPlain(row) && row.body === undefined && schemaReply(row)),
  find((row) => isUser(row) && row.reply === undefined && isPlain(row) && row.body !== undefined),
  find((row) => isUser(row) && row.params !== undefined && row.body === undefined),
  find((row) => row.takes !== undefined && row.access === 'user'),
]
const ROLE = 'role-org-power-user'
const permitted = find(
  (row) => typeof row.access === 'object' && isPlain(row) && roleHolds(ROLE, row.access.permission),
)
const limitedPublic = find((row) => row.access === 'public' && row.rateLimit !== undefined)

let town: Town
let app: FastifyInstance
let anna: number
let token: string
/** The calls whose handlers ran, with their input. */
let ran: { call: string; input: unknown; context: SignedInContext }[]
let answer: unknown
const handlersWith = (run: (call: string) => Call | undefined): ApiHandlers =>
  Object.fromEntries(
    Object.entries(API).map(([slice, rows]) => [
      slice,
      Object.fromEntries(Object.keys(rows).map((name) => [name, run(`${slice}.${name}`)])),
    ]),
  ) as unknown as ApiHandlers
beforeEach(async () => {
  town = await openTown()
  anna = await town.person('anna', town.city)
  const { database } = town.rows
  const session = { userId: anna, publicKey: null }
  token = (await createSession(database, session, town.calls.now)).token
  ;[ran, answer] = [[], { answered: true }]
  app = Fastify()
  app.decorateRequest('actorId', null)
  app.decorateRequest('actorOrganizationId', null)
  app.setErrorHandler(async (error: { code?: string; detail?: unknown }, _request, reply) =>
    reply.code(400).send({ code: error.code, detail: error.detail }),
  )
  addRoutes(
    app,
    town.calls.services,
    handlersWith((call) => async (input, context) => {
      ran.push({ call, input, context })
      return answer
    }),
  )
})
afterEach(async () => {
  await app.close()
  await town.rows.close()
})
interface Sent {
  payload?: unknown
  headers?: Record<string, string>
}
const send = async ({ row }: Found, { payload, headers = { 'x-auth-token': token } }: Sent = {}) =>
  await app.inject({
    ...{ method: row.method, url: `/api${row.path.replaceAll(/\{\w+\}/g, '7')}`, headers },
    ...(payload === undefined ? {} : { payload: payload as object }),
  })
const codeOf = async (call: Found, sent?: Sent) =>
  (await send(call, sent)).json<{ code?: string }>().code
const large = (bytes: number) => ({ text: 'x'.repeat(bytes) })

describe('a call', () => {
  it('answers with what its handler returns, to the caller of the token', async () => {
    const found = await send(noInput)
    expect([found.statusCode, found.json()]).toEqual([200, { answered: true }])
    expect(ran.map(({ call }) => call)).toEqual([noInput.call])
    const [{ input, context } = { input: null, context: null }] = ran
    expect(input).toEqual({ params: undefined, query: undefined, body: undefined })
    expect(context).toMatchObject({ caller: { userId: anna }, person: { userId: anna } })
  })

  it('needs a token, and the handler does not run without it', async () => {
    expect(await codeOf(noInput, { headers: {} })).toBe('NO_CREDENTIALS')
    expect(await codeOf(noInput, { headers: { 'x-auth-token': 'other' } })).toBe('WRONG_TOKEN')
    expect(ran).toEqual([])
  })

  it('needs the permission that its row names', async () => {
    expect(await codeOf(permitted)).toBe('NOT_ALLOWED')
    expect(ran).toEqual([])
    await town.rows.database.queries
      .updateTable('organization_members')
      .set({ roles: JSON.stringify([ROLE]) })
      .where('user_id', '=', anna)
      .execute()
    expect(await codeOf(permitted)).not.toBe('NOT_ALLOWED')
  })

  it('gets its parameters from the path', async () => {
    await send(withParams)
    const [, name = ''] = /\{(\w+)\}/.exec(withParams.row.path) ?? []
    expect(ran[0]?.input).toMatchObject({ params: { [name]: expect.anything() } })
  })

  it('refuses a body of another shape with the field, and a list as the whole body', async () => {
    for (const payload of [[], { unknownField: 1 }])
      expect(await codeOf(silent, { payload })).toBe('INPUT_INVALID')
    const found = (await send(silent, { payload: [] })).json<{ detail: { field: string } }>()
    expect(found.detail.field).toBe('body')
    expect(ran).toEqual([])
  })

  it('without a handler does not start the server', () => {
    const missing = () =>
      addRoutes(
        Fastify(),
        town.calls.services,
        handlersWith((call) => (call === noInput.call ? undefined : async () => undefined)),
      )
    expect(missing).toThrow(`${noInput.call} has no handler`)
  })
})

describe('a large body', () => {
  it('is read only from a caller who is signed in', async () => {
    const sent = { payload: large(SMALL_BODY_BYTES), headers: {} }
    expect(await codeOf(silent, sent)).toBe('NO_CREDENTIALS')
    const signed = { ...sent, headers: { 'x-auth-token': token } }
    expect(await codeOf(silent, signed)).toBe('INPUT_INVALID')
    expect(asBytes.row.takes).toBeDefined()
  })

  it('of a public call is refused', async () => {
    const sent = { payload: large(SMALL_BODY_BYTES), headers: {} }
    expect(await codeOf(limitedPublic, sent)).toBe('FST_ERR_CTP_BODY_TOO_LARGE')
  })
})

describe('the tries of a call', () => {
  it('of the public count by network, before the input is read', async () => {
    const { max } = limitedPublic.row.rateLimit ?? { max: 0 }
    for (let time = 0; time < max; time += 1)
      expect(await codeOf(limitedPublic, { payload: [], headers: {} })).not.toBe(
        'TOO_MANY_REQUESTS',
      )
    expect(await codeOf(limitedPublic, { payload: [], headers: {} })).toBe('TOO_MANY_REQUESTS')
    expect(await codeOf(noInput)).toBeUndefined()
  })

  it('are given back to the network or the caller that made them', async () => {
    const { row } = limitedPublic
    const context = town.calls.publicly()
    await town.calls.takeTry(row, '192.0.2.1')
    await town.calls.takeTry(row, anna)
    await town.calls.takeTry(row, anna)
    await giveBackTry(context, row)
    expect(await town.calls.tries()).toEqual([2])
    await giveBackTry(context, row, { userId: anna, sessionId: 'own' })
    expect(await town.calls.tries()).toEqual([1])
  })
})
