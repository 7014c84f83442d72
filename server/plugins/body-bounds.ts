import type { FastifyInstance, FastifyReply, FastifyRequest } from 'fastify'
import { Refusal } from '#schema/refusal.ts'

/** How fast a request has to arrive. */
export interface RequestPace {
  /** From the connection to the end of the headers. */
  headersMs: number
  /** A connection on which nothing moves ends after this. */
  idleMs: number
  /** Before the pace of a body counts. */
  graceMs: number
  /** Of a body on average, after the grace: 16 kB/s = 128 kbit/s, half of a slow line. */
  bytesPerSecond: number
  /** What may still come after the answer was sent. */
  afterAnswerMs: number
}
export const REQUEST_PACE: RequestPace = {
  headersMs: 15_000,
  idleMs: 120_000,
  graceMs: 30_000,
  bytesPerSecond: 16_000,
  afterAnswerMs: 10_000,
}
/** The longest body, 110 MB of a form, at the slowest pace. */
export const LONGEST_REQUEST_MS = 7_200_000

/** Bodies up to here may come from callers who are not signed in. */
export const SMALL_BODY_BYTES = 65_536
/** Of bodies that are being read into memory, all together. */
const MOST_UNDER_WAY_BYTES = 256_000_000

const UNKNOWN_BYTES = Number.POSITIVE_INFINITY
/** What the sender announces; without a length it may be anything. */
export const announcedBytes = ({ headers }: Pick<FastifyRequest['raw'], 'headers'>): number => {
  if (headers['content-length'] !== undefined) return Number(headers['content-length'])
  return headers['transfer-encoding'] === undefined ? 0 : UNKNOWN_BYTES
}

/**
 * Refuses compressed bodies: what they inflate to is not what was announced, and no client of
 * ours sends any.
 */
const refuseEncoded = ({ headers }: FastifyRequest): void => {
  const encoding = headers['content-encoding']?.trim().toLowerCase() ?? ''
  if (encoding === '' || encoding === 'identity') return
  const detail = { field: 'content-encoding', problem: 'is not taken' }
  throw new Refusal('INPUT_INVALID', { field: 'content-encoding', detail })
}

/** Requests of tests come by none. */
const isConnection = (socket: object): boolean => 'bytesRead' in socket

const LOOKS_IN_GRACE = 3
const TOO_SLOW = 'HTTP/1.1 408 Request Timeout\r\nConnection: close\r\n\r\n'

/** Ends a connection whose body comes more slowly than the pace. */
const watchPace = ({ raw }: FastifyRequest, reply: FastifyReply, pace: RequestPace): void => {
  const { socket } = raw
  const { graceMs, bytesPerSecond } = pace
  let from = { bytes: socket.bytesRead, ms: performance.now() }
  const look = (): void => {
    if (raw.complete || socket.destroyed) return
    // The server itself has not read what came: no fault of the sender.
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

/** A handler reads these piece by piece; any other body is read into memory. */
const STREAMED = /^(?:application\/octet-stream|multipart\/form-data)/i
const isStreamed = ({ headers }: FastifyRequest): boolean =>
  STREAMED.test(headers['content-type'] ?? '')

/** Bounds time, encoding and memory of every body; to be called before the routes are added. */
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
