import type { FastifyInstance } from 'fastify'
import type { Log } from '../log.ts'

/** One line per call of the API: who, which call, with what result. Files are not worth a line. */
export const logAccess = (app: FastifyInstance, log: Log): void => {
  app.decorateRequest('actorId', null)
  app.addHook('onResponse', async (request, reply) => {
    const { call } = request.routeOptions.config
    if (call !== undefined) log.info({ event: 'call', requestId: request.id, call, actor: request.actorId, status: reply.statusCode, ms: Math.round(reply.elapsedTime) })
  })
}
