import websocket from '@fastify/websocket'
import type { FastifyInstance } from 'fastify'
import { MemoryWindows } from '../database/try-windows.ts'
import { networkOf } from '../security/network-of.ts'
import { RateLimit } from '../security/rate-limit.ts'
import type { Services } from '../services.ts'
import { serveStomp } from '../sync/stomp-socket.ts'
import { NetworkSockets } from './socket-bounds.ts'

const FRAME_BYTES = 65_536
const MINUTE_MS = 60_000

interface Asked {
  origin: string | undefined
  host: string | undefined
}

const originOf = (address: string): URL | null => (URL.canParse(address) ? new URL(address) : null)

/**
 * Whether the page that opens the socket belongs to the application. A request without Origin does
 * not come from a browser, and is allowed.
 * @param ownOrigin origin of the configured address; null if none is configured, then the Host
 * header of the request is compared
 */
export const isOwnOrigin = ({ origin, host }: Asked, ownOrigin: string | null): boolean => {
  const page = origin === undefined ? null : originOf(origin)
  if (page === null) return false
  return ownOrigin === null ? page.host === host : page.origin === ownOrigin
}

interface Upgrade {
  origin: string | undefined
  req: { headers: { host?: string } }
}

/** @param ownUrl public address of the application, if configured */
export const addSocket = async (
  app: FastifyInstance,
  services: Services,
  ownUrl: string | undefined,
): Promise<void> => {
  const ownOrigin = ownUrl === undefined ? null : new URL(ownUrl).origin
  await app.register(websocket, {
    options: {
      maxPayload: FRAME_BYTES,
      handleProtocols: (offered: Set<string>) => (offered.has('v12.stomp') ? 'v12.stomp' : false),
      verifyClient: ({ origin, req }: Upgrade, done: (ok: boolean, code?: number) => void) =>
        done(isOwnOrigin({ origin, host: req.headers.host }, ownOrigin), 403),
    },
  })
  const { perNetwork, upgradesPerMinute } = services.socketLimits
  const sockets = new NetworkSockets(perNetwork)
  // Upgrades are counted per process, because each process bears their cost.
  const upgrades = new RateLimit(services.clock, new MemoryWindows())
  app.get(
    '/api/notification-service/notification',
    {
      websocket: true,
      onRequest: async ({ ip }) => {
        const network = networkOf(ip)
        sockets.requireRoom(network)
        await upgrades.take(['upgrade', network], { max: upgradesPerMinute, windowMs: MINUTE_MS })
      },
    },
    (socket, request) => {
      const network = networkOf(request.ip)
      if (!sockets.enter(network)) return socket.terminate()
      socket.once('close', () => sockets.leave(network))
      serveStomp(socket, services, request)
    },
  )
}
