import { subscribe } from 'node:diagnostics_channel'
import { isDeepStrictEqual } from 'node:util'
import type { FastifyInstance } from 'fastify'
import * as v from 'valibot'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'

const ROWS: ReadonlyMap<string, Endpoint> = new Map(
  Object.entries(API).flatMap(([slice, rows]) =>
    Object.entries<Endpoint>(rows).map(([name, row]) => [`${slice}.${name}`, row] as const),
  ),
)
const RefusalReply = v.strictObject({
  message: v.string(),
  messageCodes: v.tuple([v.string()]),
  field: v.optional(v.string()),
  detail: v.record(v.string(), v.unknown()),
  lastMid: v.optional(v.number()),
})

/**
 * Returns what an answer contains beyond the table of calls, or lacks; null = they agree. A field
 * that no schema names is a fault even if the schema would ignore it.
 */
export const faultOfReply = (
  { call, status }: { call: string; status: number },
  payload: unknown,
): string | null => {
  const row = ROWS.get(call)
  if (row === undefined) return null
  const answer: unknown = JSON.parse(JSON.stringify(payload))
  const schema = status >= 400 ? RefusalReply : row.reply
  if (schema === undefined || typeof schema === 'string')
    return `${call} answered JSON and promises ${schema ?? 'none'}`
  const { issues, output } = v.safeParse(schema, answer)
  if (issues !== undefined)
    return `${call} answered ${status} with ${v.getDotPath(issues[0]) ?? 'a body'}: ${issues[0].message}`
  return isDeepStrictEqual(output, answer) ? null : `${call} answered more than its reply names`
}

const faults: string[] = []
/** Returns and clears the faults of all servers in this process. */
export const takeReplyFaults = (): string[] => faults.splice(0)

/** Checks the replies of every server that this process builds from now on. */
subscribe('fastify.initialization', (message) => {
  const { fastify } = message as { fastify: FastifyInstance }
  fastify.addHook('preSerialization', async (request, reply, payload) => {
    const { call } = request.routeOptions.config as { call?: string }
    const fault =
      call === undefined ? null : faultOfReply({ call, status: reply.statusCode }, payload)
    if (fault !== null) faults.push(fault)
    return payload
  })
})
