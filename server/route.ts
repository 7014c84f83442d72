import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint, EndpointInput, EndpointReply } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { Refusal } from '#schema/refusal.ts'
import type { CommandServices } from './commands/execute.ts'
import type { Person } from './database/access/read-actor.ts'
import { announcedBytes, SMALL_BODY_BYTES } from './plugins/body-bounds.ts'
import type { Services } from './services.ts'
import { networkOf } from './security/network-of.ts'
import { requireCaller, requirePermission, type Caller } from './security/caller.ts'

/** What a handler gets besides its input. Endpoints that are not public get a SignedInContext. */
export interface CallContext {
  services: Services
  commands: CommandServices
  request: FastifyRequest
  reply: FastifyReply
}
export interface SignedInContext extends CallContext {
  caller: Caller
  person: Person
}

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? CallContext : SignedInContext
type Answer<E extends Endpoint> = E['reply'] extends 'stream'
  ? AsyncIterable<string>
  : EndpointReply<E>
type Handler<E extends Endpoint> = (
  input: EndpointInput<E>,
  context: ContextOf<E>,
) => Promise<Answer<E>>
/** One handler per endpoint; a missing handler or an answer of another type does not compile. */
export type Handlers<T extends Record<string, Endpoint>> = { [K in keyof T]: Handler<T[K]> }

/** Handlers of the whole API; a missing slice does not compile. */
export type ApiHandlers = { [S in keyof typeof API]: Handlers<(typeof API)[S]> }

/** Registers every endpoint of the API under /api. */
export const addRoutes = (
  app: FastifyInstance,
  services: Services,
  handlers: ApiHandlers,
): void => {
  for (const slice of Object.keys(API) as (keyof ApiHandlers)[]) {
    const rows: Readonly<Record<string, Endpoint>> = API[slice]
    // The mapped type pairs each endpoint with its handler, but the compiler loses that pairing in
    // a loop.
    const run = handlers[slice] as unknown as Readonly<Record<string, Run>>
    for (const [name, row] of Object.entries(rows)) {
      const handler = run[name]
      if (handler === undefined) throw new Error(`${slice}.${name} has no handler`)
      addRoute(app, services, { call: `${slice}.${name}`, row, handler })
    }
  }
}

type Run = (input: unknown, context: CallContext) => Promise<unknown>
interface Route {
  call: string
  row: Endpoint
  handler: Run
}

const addRoute = (
  app: FastifyInstance,
  services: Services,
  { call, row, handler }: Route,
): void => {
  app.route({
    method: row.method,
    url: `/api${row.path.replace(/\{(\w+)\}/g, ':$1')}`,
    config: { call },
    // Counts before the body is read, so that a request refused as invalid counts too.
    onRequest: async (request: FastifyRequest) => {
      if (row.access === 'public') await takeTry(services, row, networkOf(request.ip))
      // Handlers read files themselves as streams; other large bodies would be in memory before the
      // sign-in is checked.
      else if (row.takes === undefined && isLarge(request)) await requireCaller(services, request)
    },
    ...(row.access === 'public' ? { bodyLimit: SMALL_BODY_BYTES } : {}),
    handler: async (request, reply) => {
      const context = await contextOf(services, row, { request, reply })
      const answer = await handler(inputOf(row, request), context)
      return await answerWith(row, reply, answer)
    },
  })
}

const isLarge = ({ raw }: FastifyRequest): boolean => announcedBytes(raw) > SMALL_BODY_BYTES

const contextOf = async (
  services: Services,
  row: Endpoint,
  { request, reply }: Pick<CallContext, 'request' | 'reply'>,
): Promise<CallContext | SignedInContext> => {
  const context: CallContext = { services, commands: services.commands, request, reply }
  if (row.access === 'public') return context
  const { caller, person } = await requireCaller(services, request)
  await takeTry(services, row, caller.userId)
  if (row.access !== 'user') requirePermission(person, row.access.permission)
  return { ...context, caller, person }
}

const takeTry = async ({ rateLimit }: Services, row: Endpoint, of: string | number) => {
  if (row.rateLimit !== undefined) await rateLimit.take([row.path, of], row.rateLimit)
}
/** Returns a counted attempt, because the call was not a failure. */
export const giveBackTry = async (context: CallContext, row: Endpoint, caller?: Caller) => {
  const of = caller?.userId ?? networkOf(context.request.ip)
  await context.services.rateLimit.giveBack([row.path, of])
}

const inputOf = (row: Endpoint, request: FastifyRequest): unknown => ({
  params: row.params === undefined ? undefined : checked(row.params, request.params),
  query: row.query === undefined ? undefined : checked(row.query, request.query),
  body: row.body === undefined ? undefined : checked(row.body, request.body ?? {}),
})

const checked = (schema: v.GenericSchema<unknown, unknown>, value: unknown): unknown => {
  // Without this an array would pass as an object whose fields are all optional.
  const parsed = v.safeParse(schema, Array.isArray(value) ? null : value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? 'body'
  throw new Refusal('INPUT_INVALID', { field, detail: { field, problem: issue.message } })
}

const answerWith = async (
  row: Endpoint,
  reply: FastifyReply,
  answer: unknown,
): Promise<FastifyReply> => {
  if (row.reply === undefined) return await reply.code(204).send()
  if (row.reply === 'stream' || row.reply === 'file') return reply
  return await reply.send(answer)
}
