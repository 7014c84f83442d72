import { Agent, request as httpRequest } from 'node:http'
import { expect, test } from 'vitest'
import type * as v from 'valibot'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { largestOf } from '../support/largest-body.ts'
import { startServer } from '../support/start-server.ts'
import { heldBy, TELLING_MEMORY } from './held.ts'

const REQUESTS = 20_000
const MOST_GROWTH_BYTES = 50_000_000
const AT_ONCE = 16
/**
 * The largest body that the server reads from a stranger, and from a signed-in person, each
 * slightly exceeded.
 */
const [REFUSED_BYTES, HUGE_BYTES] = [65_000, 1_090_000]
const HUGE_EVERY = 50

interface Sent {
  path: string
  method: string
  body: string | null
  /** Calls that cost a password hash; the limit per address stops them soon. */
  isCostly: boolean
}

const COSTLY = /authenticate|init-2fa|reset-2fa|enable-2fa/
const pathOf = (row: Endpoint, filler: string): string =>
  `/api${row.path.replace(/\{\w+\}/g, filler)}`
/** The body with its first text made longer than any schema accepts. */
const grown = (body: Record<string, unknown>, bytes: number): string =>
  JSON.stringify({ ...body, [Object.keys(body)[0] ?? 'x']: 'x'.repeat(bytes) })

const sentBy = (row: Endpoint): { allowed: Sent; refused: Sent; huge: Sent } => {
  const { method, path } = row
  const call = { method, isCostly: COSTLY.test(path) }
  const schema = row.body as v.GenericSchema | undefined
  if (schema === undefined) {
    const longPath = `${pathOf(row, 'a'.repeat(12_000))}?${'x'.repeat(2_000)}`
    return {
      allowed: { ...call, path: pathOf(row, 'a'.repeat(64)), body: null },
      refused: { ...call, path: longPath, body: null },
      huge: { ...call, path: longPath, body: null },
    }
  }
  const largest = largestOf(schema) as Record<string, unknown>
  const plain = { ...call, path: pathOf(row, 'a'.repeat(64)) }
  return {
    allowed: { ...plain, body: JSON.stringify(largest) },
    refused: { ...plain, body: grown(largest, REFUSED_BYTES - JSON.stringify(largest).length) },
    huge: { ...plain, body: grown(largest, HUGE_BYTES) },
  }
}

const PUBLIC = Object.values(API)
  .flatMap((rows) => Object.values<Endpoint>(rows))
  .filter(({ access }) => access === 'public')
  .map(sentBy)

const addressOf = (index: number): string =>
  `10.${(index >> 16) & 255}.${(index >> 8) & 255}.${index & 255}`

test('[BN8] 20,000 public calls with their largest allowed and refused bodies leave at most 50 MB', async () => {
  const server = await startServer({
    env: { ...TELLING_MEMORY, TRUSTED_PROXY: '127.0.0.1' },
    checksReplies: false,
  })
  const agent = new Agent({ keepAlive: true, maxSockets: AT_ONCE })
  const statuses = new Map<number, number>()
  const send = ({ path, method, body, isCostly }: Sent, index: number): Promise<void> =>
    new Promise((done, fail) => {
      const headers = {
        'x-forwarded-for': isCostly ? '192.0.2.1' : addressOf(index),
        ...(body === null
          ? {}
          : { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }),
      }
      const request = httpRequest(
        { agent, method, path, headers, host: '127.0.0.1', port: server.port },
        (answer) => {
          const status = answer.statusCode ?? 0
          statuses.set(status, (statuses.get(status) ?? 0) + 1)
          answer.resume().once('end', done)
        },
      )
      // The server closes the connection while a too large body is still being sent.
      request.once('error', (error: NodeJS.ErrnoException) =>
        error.code === 'EPIPE' || error.code === 'ECONNRESET' ? done() : fail(error),
      )
      request.end(body ?? undefined)
    })
  let sent = 0
  const flood = async (amount: number): Promise<void> => {
    const end = sent + amount
    const one = async (): Promise<void> => {
      while (sent < end) {
        const index = (sent += 1)
        const call = PUBLIC[index % PUBLIC.length]
        if (call === undefined) return
        const { allowed, refused, huge } = call
        // The kind of body changes per round, so that every call gets every kind.
        const round = Math.floor(index / PUBLIC.length)
        await send(round % HUGE_EVERY === 0 ? huge : round % 2 === 0 ? refused : allowed, index)
      }
    }
    await Promise.all(Array.from({ length: AT_ONCE }, one))
  }
  try {
    await flood(1_000)
    const before = await heldBy(server)
    await flood(REQUESTS)
    const after = await heldBy(server)
    const grownBytes = after.heldBytes - before.heldBytes
    console.log({
      megabytes: Math.round(grownBytes / 100_000) / 10,
      statuses: Object.fromEntries(statuses),
    })
    expect(grownBytes).toBeLessThan(MOST_GROWTH_BYTES)
    expect(statuses.get(500)).toBeUndefined()
    for (const status of [200, 400, 413, 429])
      expect(statuses.get(status), String(status)).toBeGreaterThan(0)
  } finally {
    agent.destroy()
    await server.dispose()
  }
}, 300_000)
