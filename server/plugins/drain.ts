import type { FastifyInstance } from 'fastify'
import type { Draining } from '../draining.ts'

/** Close code of a server that restarts (RFC 6455, IANA registry): connect again, a little later. */
const RESTARTS = 1012

/**
 * Once the server accepts no more connections, each answer ends its own, so that the next request
 * of its client opens one to another server. Live sockets are closed once.
 */
export const endConnections = (app: FastifyInstance, draining: Draining): void => {
  draining.watch(app.server)
  app.addHook('onSend', async (_request, reply) => {
    if (draining.isClosed) void reply.header('connection', 'close')
  })
  draining.onElsewhere(() => {
    for (const socket of app.websocketServer.clients) socket.close(RESTARTS, 'The server restarts')
  })
}
