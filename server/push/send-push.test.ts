import { createServer, type IncomingMessage, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import { afterEach, beforeEach, describe, expect, it, vi } from 'vitest'
import { type PushService, startPushService } from '../../tests/support/push-service.ts'
import { createSendPush, type PushOutcome } from './send-push.ts'
import { vapidKeysOf } from './vapid.ts'

const NOW = Date.parse('2029-06-01T08:00:00Z')
const keys = vapidKeysOf({ saltSecret: Buffer.alloc(32, 'a').toString('base64') })
const senderTo = (...services: string[]) =>
  createSendPush({ keys, services, subject: 'https://tenders.example' })

describe('a push', () => {
  let service: PushService
  beforeEach(async () => {
    service = await startPushService(() => ({ key: keys.publicKey, now: NOW }))
  })
  afterEach(async () => {
    expect(service.faults).toEqual([])
    await service.close()
  })

  it('[WP2] reaches its device alone, signed and encrypted, for a day', async () => {
    const [device, other] = [await service.newDevice(), await service.newDevice()]
    const send = senderTo(service.origin)
    const text = JSON.stringify({ title: 'New' })
    expect(await send({ ...device.subscription, text }, NOW)).toEqual({ kind: 'sent' })
    expect([device.received, other.received]).toEqual([[{ title: 'New' }], []])
    expect(service.requests).toMatchObject([
      {
        ...{ ttl: '86400', urgency: 'normal', connection: 'close' },
        ...{ 'content-type': 'application/octet-stream', 'content-encoding': 'aes128gcm' },
        'content-length': expect.stringMatching(/^[1-9]\d*$/),
      },
    ])
  })

  it('[WP5] goes to no other place than the known services', async () => {
    const { subscription } = await service.newDevice()
    for (const services of [[], ['http://127.0.0.1:1'], ['127.0.0.1']])
      expect(await senderTo(...services)({ ...subscription, text: '{}' }, NOW)).toEqual({
        kind: 'gone',
      })
    expect(service.requests).toEqual([])
  })

  it('[WP5] to a name goes to a public address only', async () => {
    const { subscription } = await service.newDevice()
    const endpoint = 'https://localhost/push'
    expect(await senderTo('localhost')({ ...subscription, endpoint, text: '{}' }, NOW)).toEqual({
      kind: 'later',
      afterMs: null,
      reason: 'The push service has an internal address',
    })
  })
})

describe('the outcome of a push', () => {
  let server: Server
  let origin: string
  let answer: { status: number; retryAfter?: string } | null
  let asked: IncomingMessage[]
  beforeEach(async () => {
    asked = []
    server = createServer((request, reply) => {
      asked.push(request)
      if (answer === null) return
      const { status, retryAfter } = answer
      reply.writeHead(status, {
        location: '/elsewhere',
        ...(retryAfter === undefined ? {} : { 'retry-after': retryAfter }),
      })
      reply.end('x'.repeat(100_000))
    })
    await new Promise<void>((resolve) => void server.listen(0, '127.0.0.1', resolve))
    origin = `http://127.0.0.1:${(server.address() as AddressInfo).port}`
  })
  afterEach(() => {
    vi.restoreAllMocks()
    server.closeAllConnections()
    server.close()
  })
  const DEVICE = {
    p256dh:
      'BCVxsr7N_eNgVRqvHtD0zTZsEc6-VV-JvLexhqUzORcxaOzi6-AYWXvTBHm4bjyPjs7Vd8pZGH6SRpkNtoIAiw4',
    auth: 'BTBZMqHH6r4Tts7J_aSIgg',
  }
  const send = (): Promise<PushOutcome> =>
    senderTo(origin)({ ...DEVICE, endpoint: `${origin}/a`, text: '{}' }, NOW)
  const outcomeOf = async (status: number, retryAfter?: string) => {
    answer = { status, ...(retryAfter === undefined ? {} : { retryAfter }) }
    return await send()
  }

  it('is success from 200 to 299, and redirects are not followed', async () => {
    for (const status of [200, 201, 204, 299])
      expect(await outcomeOf(status)).toEqual({ kind: 'sent' })
    const before = asked.length
    for (const status of [300, 301, 307])
      expect(await outcomeOf(status)).toEqual({ kind: 'refused', status })
    expect(asked.slice(before).map(({ url }) => url)).toEqual(['/a', '/a', '/a'])
  })

  it('is the end of the subscription for 403, 404 and 410, and a refusal below 500', async () => {
    for (const status of [403, 404, 410]) expect(await outcomeOf(status)).toEqual({ kind: 'gone' })
    for (const status of [400, 401, 413, 428, 430, 499])
      expect(await outcomeOf(status)).toEqual({ kind: 'refused', status })
  })

  it('is a later try for 429 and from 500 on, after the time that the service names', async () => {
    const later = (status: number, afterMs: number | null) => ({
      ...{ kind: 'later', afterMs, reason: `status ${status}` },
    })
    expect(await outcomeOf(429, '120')).toEqual(later(429, 120_000))
    expect(await outcomeOf(500)).toEqual(later(500, null))
    for (const text of ['0', '-5', 'soon', 'Infinity', ''])
      expect(await outcomeOf(503, text)).toEqual(later(503, null))
    expect(await outcomeOf(503, '0.5')).toEqual(later(503, 500))
  })

  it('is a later try if the service cannot be reached, or does not answer in 10 seconds', async () => {
    const waits: number[] = []
    const stop = new AbortController()
    vi.spyOn(AbortSignal, 'timeout').mockImplementation((ms) => {
      waits.push(ms)
      return stop.signal
    })
    answer = null
    const waiting = send()
    await vi.waitFor(() => expect(asked).toHaveLength(1))
    stop.abort()
    expect(await waiting).toMatchObject({ kind: 'later', afterMs: null })
    expect(waits).toEqual([10_000])
    vi.restoreAllMocks()
    server.closeAllConnections()
    await new Promise((resolve) => void server.close(resolve))
    expect(await send()).toMatchObject({
      ...{ kind: 'later', afterMs: null, reason: expect.stringContaining('ECONNREFUSED') },
    })
  })
})
