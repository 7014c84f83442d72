import type { FastifyInstance } from 'fastify'
import { measure } from '../measures.ts'

/** What no route takes, as one: its addresses and methods are chosen by the sender. */
const NO_ROUTE = { method: 'any', route: 'none' } as const

/** Times every request by the template of its route, except live sockets, which last for hours. */
export const timeRequests = (app: FastifyInstance): void => {
  app.addHook('onResponse', async (request, reply) => {
    if (request.ws) return
    const { url } = request.routeOptions
    const place = url === undefined ? NO_ROUTE : { method: request.method, route: url }
    measure('request', {
      ...place,
      status: reply.statusCode,
      seconds: reply.elapsedTime / 1_000,
    })
  })
}
