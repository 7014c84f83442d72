import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { networkOf } from '../security/network-of.ts'
import type { Services } from '../services.ts'
import { serveStomp } from '../sync/stomp-socket.ts'
import { NetworkSockets } from './socket-bounds.ts'

const FRAME_BYTES = 65_536

/** Browsers name the page that opens the socket, and only our own may; whoever names none is no browser of ours. */
export const isOwnOrigin = (origin: string | undefined, host: string | undefined): boolean => {
  if (origin === undefined) return false
  try {
    return new URL(origin).host === host
  } catch {
    return false
  }
}

export const addSocket = async (app: FastifyInstance, services: Services): Promise<void> => {
  await app.register(websocket, {
    options: {
      maxPayload: FRAME_BYTES,
      handleProtocols: (offered: Set<string>) => (offered.has('v12.stomp') ? 'v12.stomp' : false),
      verifyClient: ({ origin, req }: { origin: string | undefined; req: { headers: { host?: string } } }, done: (ok: boolean, code?: number) => void) =>
        done(isOwnOrigin(origin, req.headers.host), 403),
    },
  })
  const sockets = new NetworkSockets(services.socketLimits.perNetwork)
  app.get('/api/notification-service/notification', {
    websocket: true,
    onRequest: async ({ ip }) => sockets.requireRoom(networkOf(ip)),
  }, (socket, { ip }) => {
    const network = networkOf(ip)
    if (!sockets.enter(network)) return socket.terminate()
    socket.once('close', () => sockets.leave(network))
    serveStomp(socket, services)
  })
}
