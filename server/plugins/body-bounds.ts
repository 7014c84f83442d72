import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

/** Minimum speed at which a request must arrive. */
export interface RequestPace {
  /** From the connection to the end of the headers. */
  headersMs: number
  /** A connection without traffic ends after this time. */
  idleMs: number
  /** Time before the speed of a body is checked. */
  graceMs: number
  /** Average speed of a body after the grace time: 16 kB/s = 128 kbit/s, half of a slow line. */
  bytesPerSecond: number
  /** How long a body may still arrive after the response was sent. */
  afterAnswerMs: number
}
export const REQUEST_PACE: RequestPace = {
  headersMs: 15_000,
  idleMs: 120_000,
  graceMs: 30_000,
  bytesPerSecond: 16_000,
  afterAnswerMs: 10_000,
}
/** The largest body, a form of 110 MB, at the lowest speed. */
export const LONGEST_REQUEST_MS = 7_200_000

/** Largest body accepted before the caller is known to be signed in. */
export const SMALL_BODY_BYTES = 65_536
/** Limit for all bodies that are being read into memory together. */
const MOST_UNDER_WAY_BYTES = 256_000_000

const UNKNOWN_BYTES = Number.POSITIVE_INFINITY
/** Announced size of the body; infinite if it has no length. */
export const announcedBytes = ({ headers }: Pick<FastifyRequest['raw'], 'headers'>): number => {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : UNKNOWN_BYTES
}

/**
 * Refuses compressed bodies: their size after decompression is unknown, and the product's clients
 * send none.
 */
const refuseEncoded = ({ headers }: FastifyRequest): void => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return
  const detail = { field: 'content-encoding', problem: 'is not taken' }
  throw new Refusal('INPUT_INVALID', { field: 'content-encoding', detail })
}

/** Injected requests of tests have no real connection. */
const isConnection = (socket: object): boolean => 'bytesRead' in socket

const LOOKS_IN_GRACE = 3
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Ends a connection whose body arrives more slowly than the minimum speed. */
const watchPace = ({ raw }: FastifyRequest, reply: FastifyReply, pace: RequestPace): void => {
  const { socket } = raw
  const { graceMs, bytesPerSecond } = pace
  let from = { bytes: socket.bytesRead, ms: performance.now() }
  const look = (): void => {
    if (raw.complete || socket.destroyed) return
    // The server has not read the received bytes yet, which is not the sender's fault.
    if (raw.readableLength >= raw.readableHighWaterMark) {
      from = { bytes: socket.bytesRead, ms: performance.now() }
    }
    const seconds = (performance.now() - from.ms - graceMs) / 1_000
    if (socket.bytesRead - from.bytes >= seconds * bytesPerSecond) {
      timer = setTimeout(look, graceMs / LOOKS_IN_GRACE).unref()
    } else if (reply.raw.headersSent) socket.destroy()
    else socket.end(TOO_SLOW, () => socket.destroy())
  }
  let timer = setTimeout(look, graceMs).unref()
  raw.once('close', () => clearTimeout(timer))
}

/** Handlers read these types as streams; other bodies are read into memory. */
const STREAMED = /^(?:application\/octet-stream|multipart\/form-data)/i
const isStreamed = ({ headers }: FastifyRequest): boolean =>
  STREAMED.test(headers['content-type'] ?? '')

/** Bounds the duration, encoding and memory of every body. Call it before the routes are added. */
export const boundBodies = (
  app: FastifyInstance,
  pace: RequestPace,
  mostBytes = MOST_UNDER_WAY_BYTES,
): void => {
  let underWay = 0
  app.addHook('onRequest', async (request, reply) => {
    refuseEncoded(request)
    const announced = announcedBytes(request.raw)
    if (announced === 0) return
    if (isConnection(request.raw.socket)) watchPace(request, reply, pace)
    if (isStreamed(request)) return
    const bytes = Math.min(announced, request.routeOptions.bodyLimit ?? announced)
    if (underWay + bytes > mostBytes) throw new Refusal('UNAVAILABLE')
    underWay += bytes
    reply.raw.once('close', () => {
      underWay -= bytes
    })
  })
  app.addHook('onResponse', async ({ raw }) => {
    if (raw.complete || !isConnection(raw.socket)) return
    const end = setTimeout(() => {
      if (!raw.complete) raw.socket.destroy()
    }, pace.afterAnswerMs).unref()
    raw.once('close', () => clearTimeout(end))
  })
}
