import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import type { Services } from '../services.ts'
import { serveStomp } from '../sync/stomp-socket.ts'

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
  app.get('/api/notification-service/notification', { websocket: true }, (socket) => serveStomp(socket, services))
}
