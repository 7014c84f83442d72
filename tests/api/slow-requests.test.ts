import { createHash, randomBytes } from 'node:crypto'
import { connect, type Socket } from 'node:net'
import { setTimeout as delay } from 'node:timers/promises'
import { brotliCompressSync, deflateSync, gzipSync } from 'node:zlib'
import Fastify, { type FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { boundBodies, REQUEST_PACE } from '#server/plugins/body-bounds.ts'
import { signInApi } from '../support/api-client.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

/** The pace of the product with shorter grace periods, so that tests wait less. */
const PACE = { ...REQUEST_PACE, headersMs: 1_000, graceMs: 1_500, afterAnswerMs: 500 }
/** Far above these periods on a busy machine; an unwatched connection lasts longer. */
const LATEST_MS = 60_000
/** Bytes per tenth of a second at 256 kbit/s. */
const SLOW_LINE_BYTES = 3_200

let world: World
let app: FastifyInstance
let url: string
let token: string
beforeAll(async () => {
  world = await buildWorld()
  const { database, filesDir, clock } = world
  app = await buildApp({ database, filesDir, clock: () => clock.now, requestPace: PACE })
  url = await app.listen({ port: 0, host: '127.0.0.1' })
  token = (await signInApi(url, 'alpha-primary', PASSWORD)).token
})
afterAll(async () => {
  await app.close()
  await world.close()
})

const open = (): Socket =>
  connect(Number(new URL(url).port), '127.0.0.1').on('error', () => undefined)
interface Ended {
  text: string
  ms: number
}
/** Resolves when the server has ended the connection. */
const ended = (socket: Socket): Promise<Ended> => {
  const before = Date.now()
  const pieces: Buffer[] = []
  socket.on('data', (bytes: Buffer) => void pieces.push(bytes))
  return new Promise((done) => {
    socket.once('close', () =>
      done({ text: Buffer.concat(pieces).toString(), ms: Date.now() - before }),
    )
  })
}
const head = (line: string, headers: Record<string, string | number>): string =>
  [
    line,
    'Host: tenders.example',
    ...Object.entries(headers).map(([name, value]) => `${name}: ${value}`),
    '',
    '',
  ].join('\r\n')
const json = { 'Content-Type': 'application/json' }
/** Writes a piece every tenth of a second until the connection ends or everything is sent. */
const drip = async (socket: Socket, bytes: Buffer, size: number): Promise<void> => {
  for (let at = 0; at < bytes.length && !socket.destroyed; at += size) {
    socket.write(bytes.subarray(at, at + size))
    await delay(100)
  }
}

test('[BN1] [BN2] [BN3] the pace of the product is that of the rules', () => {
  expect(REQUEST_PACE).toEqual({
    headersMs: 15_000,
    idleMs: 120_000,
    graceMs: 30_000,
    // 128 kbit/s
    bytesPerSecond: 16_000,
    afterAnswerMs: 10_000,
  })
})

test('[BN1] endless headers and a silent connection end in time', async () => {
  const [silent, endless] = [open(), open()]
  const writing = setInterval(() => endless.write('X-More: 1\r\n'), 100)
  endless.write('GET /api/application/version HTTP/1.1\r\nHost: tenders.example\r\n')
  const answers = await Promise.all([ended(silent), ended(endless)])
  clearInterval(writing)
  for (const { ms } of answers) expect(ms).toBeLessThan(LATEST_MS)
})

test('[BN2] a body that trickles in is cut off', async () => {
  const socket = open()
  socket.write(
    head('POST /api/users-service/auth/prelogin HTTP/1.1', { ...json, 'Content-Length': 60_000 }),
  )
  const [answer] = await Promise.all([ended(socket), drip(socket, Buffer.alloc(60_000, ' '), 50)])
  expect(answer.text).toContain('408 Request Timeout')
  expect(answer.ms).toBeLessThan(LATEST_MS)
})

test('[BN2] a body without a length, and one of a file, are cut off alike', async () => {
  const chunked = open()
  chunked.write(
    head('POST /api/users-service/auth/prelogin HTTP/1.1', {
      ...json,
      'Transfer-Encoding': 'chunked',
    }),
  )
  const file = open()
  file.write(
    head(`PUT /api/sync/blobs/${'a'.repeat(64)}?bytes=90000000&offset=0 HTTP/1.1`, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': 90_000_000,
      'X-Auth-Token': token,
    }),
  )
  const answers = await Promise.all([
    ended(chunked),
    ended(file),
    drip(chunked, Buffer.from('1\r\n \r\n'.repeat(100)), 6),
    drip(file, Buffer.alloc(10_000, ' '), 100),
  ])
  for (const { ms } of answers.slice(0, 2) as Ended[]) expect(ms).toBeLessThan(LATEST_MS)
})

test('[BN2] a file piece of 100 kB arrives over a line of 256 kbit/s', async () => {
  const bytes = Buffer.concat([Buffer.from('%PDF-1.7\n'), randomBytes(100_000)])
  const sha256 = createHash('sha256').update(bytes).digest('hex')
  const socket = open()
  socket.write(
    head(`PUT /api/sync/blobs/${sha256}?bytes=${bytes.length}&offset=0 HTTP/1.1`, {
      'Content-Type': 'application/octet-stream',
      'Content-Length': bytes.length,
      'X-Auth-Token': token,
      Connection: 'close',
    }),
  )
  const [answer] = await Promise.all([ended(socket), drip(socket, bytes, SLOW_LINE_BYTES)])
  expect(answer.text).toContain('200 OK')
  expect(answer.ms).toBeGreaterThan(2_500)
})

test('[BN3] data after a refusal ends the connection shortly', async () => {
  const socket = open()
  socket.write(
    head('POST /api/projects-service/documents/d1/files/create HTTP/1.1', {
      'Content-Type': 'multipart/form-data; boundary=x',
      'Content-Length': 90_000_000,
    }),
  )
  const [answer] = await Promise.all([
    ended(socket),
    drip(socket, Buffer.alloc(400_000, ' '), 50_000),
  ])
  expect(answer.text).toMatch(/HTTP\/1\.1 401/)
  expect(answer.ms).toBeLessThan(LATEST_MS)
})

const bomb = Buffer.alloc(5_000_000, ' ')
test.each([
  ['gzip', gzipSync(bomb)],
  ['x-gzip', gzipSync(bomb)],
  ['deflate', deflateSync(bomb)],
  ['br', brotliCompressSync(bomb)],
  ['identity, gzip', gzipSync(bomb)],
  ['GZIP', gzipSync('{}')],
])('[BN4] a body compressed as %s is refused before it is read', async (encoding, payload) => {
  const headers = { 'content-encoding': encoding, 'x-auth-token': token }
  const asJson = await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/prelogin',
    payload,
    headers: { ...headers, 'content-type': 'application/json' },
  })
  const asFile = await app.inject({
    method: 'PUT',
    url: `/api/sync/blobs/${'b'.repeat(64)}?bytes=${payload.length}&offset=0`,
    payload,
    headers: { ...headers, 'content-type': 'application/octet-stream' },
  })
  for (const { statusCode, json: body } of [asJson, asFile]) {
    expect([statusCode, body()]).toMatchObject([
      400,
      { messageCodes: ['INPUT_INVALID'], field: 'content-encoding' },
    ])
  }
})

test('[BN5] only signed-in people may send a body of more than 64 kB', async () => {
  const send = (path: string, headers: Record<string, string>) =>
    app.inject({
      method: 'POST',
      url: `/api${path}`,
      headers: { ...json, ...headers },
      payload: JSON.stringify({ username: 'x'.repeat(70_000) }),
    })
  expect((await send('/users-service/auth/prelogin', {})).statusCode).toBe(413)
  expect((await send('/sync/push', {})).json()).toMatchObject({ messageCodes: ['NO_CREDENTIALS'] })
  expect((await send('/sync/push', { 'x-auth-token': 'wrong' })).statusCode).toBe(401)
  expect((await send('/sync/push', { 'x-auth-token': token })).statusCode).toBe(400)
})

test('[BN5] bodies read at the same time share a bound', async () => {
  const small = Fastify({ bodyLimit: 1_000 })
  boundBodies(small, PACE, 2_500)
  small.post('/', async () => 'taken')
  const address = await small.listen({ port: 0, host: '127.0.0.1' })
  const begin = (): Socket => {
    const socket = connect(Number(new URL(address).port), '127.0.0.1')
    socket.write(head('POST / HTTP/1.1', { ...json, 'Content-Length': 900, Connection: 'close' }))
    return socket
  }
  const held = [begin(), begin()]
  await delay(200)
  expect((await ended(begin())).text).toContain(' 500 ')
  for (const socket of held) socket.write(`"${'x'.repeat(898)}"`)
  for (const answer of await Promise.all(held.map(ended))) expect(answer.text).toContain('taken')
  const after = begin()
  after.write(`"${'x'.repeat(898)}"`)
  expect((await ended(after)).text).toContain('taken')
  await small.close()
})
