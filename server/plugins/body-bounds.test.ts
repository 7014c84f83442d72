import { once } from 'node:events'
import { type ClientRequest, type IncomingMessage, request } from 'node:http'
import type { AddressInfo } from 'node:net'
import fastify, { type FastifyInstance } from 'fastify'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { Refusal } from '#schema/refusal.ts'
import { announcedBytes, boundBodies, REQUEST_PACE } from './body-bounds.ts'

const MOST_BYTES = 100
const LIMIT = 90
let app: FastifyInstance
let port: number
beforeEach(async () => {
  app = fastify({ bodyLimit: 1_000 })
  boundBodies(app, REQUEST_PACE, MOST_BYTES)
  app.addContentTypeParser('*', { parseAs: 'string' }, (_request, body, done) => done(null, body))
  app.setErrorHandler(async (error, _request, reply) =>
    error instanceof Refusal
      ? await reply.send({ refused: error.code, field: error.field ?? null })
      : await reply.send(error),
  )
  app.post('/', async () => ({ taken: true }))
  app.post('/limited', { bodyLimit: LIMIT }, async () => ({ taken: true }))
  await app.listen({ port: 0, host: '127.0.0.1' })
  ;({ port } = app.server.address() as AddressInfo)
})
afterEach(() => app.close())

interface Sent {
  path?: string
  /** Announced size; undefined = the body has no length. */
  bytes?: number
  type?: string
}
/** Sends the headers of a request, and not its body. */
const begin = ({ path = '/', bytes, type = 'text/plain' }: Sent): ClientRequest => {
  const length = bytes === undefined ? {} : { 'content-length': bytes }
  const headers = { 'content-type': type, connection: 'close', ...length }
  const sent = request({ host: '127.0.0.1', port, path, method: 'POST', headers })
  sent.on('error', () => undefined)
  sent.flushHeaders()
  return sent
}
const answerOf = async (sent: ClientRequest): Promise<string> => {
  const [reply] = (await once(sent, 'response')) as [IncomingMessage]
  let text = ''
  for await (const piece of reply) text += String(piece)
  return text
}
const whole = async (sent: Sent): Promise<string> => {
  const begun = begin(sent)
  const answer = answerOf(begun)
  begun.end('x'.repeat(sent.bytes ?? 1))
  return await answer
}
const TAKEN = '{"taken":true}'
const BUSY = '{"refused":"UNAVAILABLE","field":null}'
/** The server has read the headers once a later request is answered. */
const held = async (sent: Sent): Promise<ClientRequest> => {
  const arrived = new Promise<void>((resolve) => {
    app.server.once('request', () => resolve())
  })
  const begun = begin(sent)
  await arrived
  return begun
}

it.each([
  [{}, 0],
  [{ 'content-length': '0' }, 0],
  [{ 'content-length': '12' }, 12],
  [{ 'transfer-encoding': 'chunked' }, Number.POSITIVE_INFINITY],
  [{ 'content-length': '12', 'transfer-encoding': 'chunked' }, 12],
])('headers %o announce a body of %d bytes', (headers, bytes) => {
  expect(announcedBytes({ headers })).toBe(bytes)
})

it.each([
  ['gzip', false],
  ['identity, gzip', false],
  [' Identity ', true],
  ['', true],
])('a body encoded as "%s" is taken: %s', async (encoding, isTaken) => {
  const answer = await app.inject({
    method: 'POST',
    url: '/',
    headers: { 'content-encoding': encoding, 'content-type': 'text/plain' },
    payload: 'x',
  })
  expect(answer.json()).toEqual(
    isTaken ? { taken: true } : { refused: 'INPUT_INVALID', field: 'content-encoding' },
  )
})

describe('bodies that are read into memory together', () => {
  it('may be as large as the bound, and their room is free again once they are answered', async () => {
    expect(await whole({ bytes: MOST_BYTES })).toBe(TAKEN)
    expect(await whole({ bytes: MOST_BYTES + 1 })).toBe(BUSY)
    const first = await held({ bytes: 60 })
    const second = await held({ bytes: 40 })
    expect(await whole({ bytes: 1 })).toBe(BUSY)
    const [one, other] = [answerOf(first), answerOf(second)]
    first.end('x'.repeat(60))
    expect(await one).toBe(TAKEN)
    expect(await whole({ bytes: 60 })).toBe(TAKEN)
    second.end('x'.repeat(40))
    expect(await other).toBe(TAKEN)
    expect(await whole({ bytes: MOST_BYTES })).toBe(TAKEN)
  })

  it('count no more than their call takes, which is all that one without a length can be', async () => {
    const first = await held({ path: '/limited' })
    expect(await whole({ bytes: MOST_BYTES - LIMIT + 1 })).toBe(BUSY)
    expect(await whole({ bytes: MOST_BYTES - LIMIT })).toBe(TAKEN)
    const answer = answerOf(first)
    first.end('x')
    expect(await answer).toBe(TAKEN)
  })

  it('[BN5] are at most 256 MB', async () => {
    const large = fastify({ bodyLimit: 300_000_000 })
    boundBodies(large, REQUEST_PACE)
    large.setErrorHandler(async (error, _request, reply) =>
      reply.send({ refused: error instanceof Refusal ? error.code : String(error) }),
    )
    large.post('/', async () => ({ taken: true }))
    await large.listen({ port: 0, host: '127.0.0.1' })
    const { port: own } = app.server.address() as AddressInfo
    try {
      port = (large.server.address() as AddressInfo).port
      const begun = new Promise((resolve) => large.server.once('request', resolve))
      const first = begin({ bytes: 255_999_999 })
      await begun
      expect(await whole({ bytes: 1 })).toBe(TAKEN)
      expect(await whole({ bytes: 2 })).toBe('{"refused":"UNAVAILABLE"}')
      first.destroy()
    } finally {
      port = own
      await large.close()
    }
  })

  it('do not include files, which are read as streams, and requests without a body', async () => {
    const first = await held({ bytes: MOST_BYTES })
    for (const type of ['application/octet-stream', 'Multipart/Form-Data; boundary=x'])
      expect(await whole({ bytes: 50, type })).toBe(TAKEN)
    expect(await whole({ bytes: 0 })).toBe(TAKEN)
    const answer = answerOf(first)
    first.end('x'.repeat(MOST_BYTES))
    expect(await answer).toBe(TAKEN)
  })
})
