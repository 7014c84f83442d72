import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import * as v from 'valibot'
import type { Endpoint, EndpointInput, EndpointReply } from '#schema/api/endpoint.ts'
import { Refusal } from '#schema/refusal.ts'
import type { CommandServices } from './commands/execute.ts'
import type { Person } from './database/access/read-actor.ts'
import type { Services } from './services.ts'
import { requireCaller, requirePermission, type Caller } from './security/caller.ts'

/** What a handler knows besides its input. `caller` is there in every row that is not public. */
export interface CallContext { services: Services; commands: CommandServices; request: FastifyRequest; reply: FastifyReply }
export interface SignedInContext extends CallContext { caller: Caller; person: Person }

type ContextOf<E extends Endpoint> = E['access'] extends 'public' ? CallContext : SignedInContext
type Answer<E extends Endpoint> = E['reply'] extends 'stream' ? AsyncIterable<string> : EndpointReply<E>
type Handler<E extends Endpoint> = (input: EndpointInput<E>, context: ContextOf<E>) => Promise<Answer<E>>
/** One handler for every row: a missing one, or an answer of another shape, does not compile. */
export type Handlers<T extends Record<string, Endpoint>> = { [K in keyof T]: Handler<T[K]> }

/** Registers the rows under /api. */
export const addRoutes = <T extends Record<string, Endpoint>>(app: FastifyInstance, services: Services, slice: string, rows: T, handlers: Handlers<T>): void => {
  for (const [name, row] of Object.entries(rows)) {
    // The mapped type pairs each row with its handler; a loop over both cannot show that to the compiler.
    const handler = handlers[name] as unknown as (input: unknown, context: CallContext) => Promise<unknown>
    app.route({
      method: row.method,
      url: `/api${row.path.replace(/\{(\w+)\}/g, ':$1')}`,
      config: { call: `${slice}.${name}` },
      handler: async (request, reply) => {
        const context = await contextOf(services, row, request, reply)
        const answer = await handler(inputOf(row, request), context)
        return await answerWith(row, reply, answer)
      },
    })
  }
}

const contextOf = async (services: Services, row: Endpoint, request: FastifyRequest, reply: FastifyReply): Promise<CallContext | SignedInContext> => {
  const context: CallContext = { services, commands: services.commands, request, reply }
  if (row.rateLimit !== undefined) services.rateLimit.take(limitKey(row, request), row.rateLimit.max, row.rateLimit.windowMs)
  if (row.access === 'public') return context
  const { caller, person } = await requireCaller(services, request)
  if (row.access !== 'user') requirePermission(person, row.access.permission)
  return { ...context, caller, person }
}
/** Address and account together: whoever tries somebody's password elsewhere does not lock them out here. */
export const limitKey = (row: Pick<Endpoint, 'path'>, request: FastifyRequest): string => `${row.path} ${request.ip} ${accountOf(request.body)}`
const accountOf = (body: unknown): string =>
  typeof body === 'object' && body !== null && 'username' in body && typeof body.username === 'string' ? body.username.trim().toLowerCase() : ''

const inputOf = (row: Endpoint, request: FastifyRequest): unknown => ({
  params: row.params === undefined ? undefined : checked(row.params, request.params),
  query: row.query === undefined ? undefined : checked(row.query, request.query),
  body: row.body === undefined ? undefined : checked(row.body, request.body ?? {}),
})

const checked = (schema: v.GenericSchema<unknown, unknown>, value: unknown): unknown => {
  // A list has all the fields of an object whose fields are optional: none.
  const parsed = v.safeParse(schema, Array.isArray(value) ? null : value)
  if (parsed.success) return parsed.output
  const [issue] = parsed.issues
  const field = v.getDotPath(issue) ?? 'body'
  throw new Refusal('INPUT_INVALID', { field, detail: { field, problem: issue.message } })
}

const answerWith = async (row: Endpoint, reply: FastifyReply, answer: unknown): Promise<FastifyReply> => {
  if (row.reply === undefined) return await reply.code(204).send()
  if (row.reply === 'stream' || row.reply === 'file') return reply
  return await reply.send(answer)
}
