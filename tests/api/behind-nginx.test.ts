import { request as httpRequest } from 'node:http'
import { Agent, createServer, request as httpsRequest } from 'node:https'
import { connect as connectTls, type ConnectionOptions } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { WebSocket } from 'ws'
import { buildApp } from '#server/app.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { HOST_NAME, hasNginx, type RunningNginx, startNginx } from '../support/nginx.ts'
import { buildWorld, PASSWORD, type World } from './world.ts'

/**
 * docs/deployment/nginx.conf unchanged, in front of a server configured as docs/deployment.md says.
 */
let world: World
let app: FastifyInstance
let nginx: RunningNginx
beforeAll(async () => {
  if (!hasNginx) return
  world = await buildWorld()
  app = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    trustedProxy: '127.0.0.1',
    baseUrl: `https://${HOST_NAME}`,
    clock: () => world.clock.now,
  })
  await app.listen({ port: 0, host: '127.0.0.1' })
  const address = app.server.address()
  nginx = await startNginx(typeof address === 'object' && address !== null ? address.port : 0)
})
afterAll(async () => {
  if (!hasNginx) return
  await nginx.stop()
  await app.close()
  await world.close()
})

interface Answer {
  status: number
  location: string | undefined
  headers: Record<string, unknown>
  body: string
}
const ask = (
  scheme: 'http' | 'https',
  path: string,
  method = 'GET',
  payload?: object,
): Promise<Answer> =>
  new Promise((done, fail) => {
    const port = scheme === 'http' ? nginx.httpPort : nginx.httpsPort
    const headers = {
      host: `${HOST_NAME}:${port}`,
      'content-type': 'application/json',
      'x-forwarded-proto': 'https',
      'x-forwarded-for': '203.0.113.9',
    }
    const options = {
      host: '127.0.0.1',
      port,
      path,
      method,
      headers: payload === undefined ? { ...headers, 'content-type': '' } : headers,
    }
    const request =
      scheme === 'http'
        ? httpRequest(options)
        : httpsRequest({ ...options, ca: nginx.certificate, servername: HOST_NAME })
    request.once('error', fail).once('response', (response) => {
      let body = ''
      response
        .on('data', (piece: Buffer) => {
          body += piece.toString()
        })
        .once('end', () =>
          done({
            status: response.statusCode ?? 0,
            location: response.headers.location,
            headers: response.headers,
            body,
          }),
        )
    })
    request.end(payload === undefined ? undefined : JSON.stringify(payload))
  })

/**
 * Negotiates TLS and returns protocol and cipher; null without an agreement. The client offers
 * every cipher, however weak.
 */
const agree = (port: number, ca: string, options: ConnectionOptions): Promise<string | null> =>
  new Promise((done) => {
    const socket = connectTls(
      { host: '127.0.0.1', port, ca, servername: HOST_NAME, ...options },
      () => {
        done(`${socket.getProtocol()} ${socket.getCipher().name}`)
        socket.destroy()
      },
    )
    socket.once('error', () => done(null))
  })
const PROTOCOLS = ['TLSv1', 'TLSv1.1', 'TLSv1.2', 'TLSv1.3'] as const
const protocolsOf = async (port: number, ca: string): Promise<string[]> => {
  const agreed: string[] = []
  for (const version of PROTOCOLS)
    if (
      (await agree(port, ca, {
        minVersion: version,
        maxVersion: version,
        ciphers: 'ALL:@SECLEVEL=0',
      })) !== null
    )
      agreed.push(version)
  return agreed
}
const WEAK = [
  'AES128-SHA',
  'AES256-SHA256',
  'AES128-GCM-SHA256',
  'ECDHE-RSA-AES128-SHA',
  'ECDHE-RSA-AES256-SHA384',
  'DHE-RSA-AES128-SHA',
  'CAMELLIA128-SHA',
  'NULL-SHA256',
  'ADH-AES128-SHA',
  'AECDH-NULL-SHA',
  'PSK-AES128-CBC-SHA',
]
const STRONG = [
  'ECDHE-RSA-AES128-GCM-SHA256',
  'ECDHE-RSA-AES256-GCM-SHA384',
  'ECDHE-RSA-CHACHA20-POLY1305',
]
const ciphersOf = async (port: number, ca: string): Promise<string[]> => {
  const agreed: string[] = []
  for (const ciphers of [...WEAK, ...STRONG]) {
    const name = await agree(port, ca, { maxVersion: 'TLSv1.2', ciphers: `${ciphers}:@SECLEVEL=0` })
    if (name !== null) agreed.push(ciphers)
  }
  return agreed
}

test.skipIf(!hasNginx)('[HT19] the proxy speaks TLS 1.2 and 1.3, nothing older', async () => {
  expect(await protocolsOf(nginx.httpsPort, nginx.certificate)).toEqual(['TLSv1.2', 'TLSv1.3'])
})

test.skipIf(!hasNginx)(
  '[HT19] the proxy agrees only on authenticated ciphers with forward secrecy',
  async () => {
    expect(await ciphersOf(nginx.httpsPort, nginx.certificate)).toEqual(STRONG)
  },
)

test.skipIf(!hasNginx)(
  'the check finds a server that speaks old protocols and weak ciphers',
  async () => {
    const { key, certificate: cert } = nginx
    const careless = createServer({ key, cert, minVersion: 'TLSv1', ciphers: 'ALL:@SECLEVEL=0' })
    await new Promise<void>((done) => careless.listen(0, '127.0.0.1', done))
    const address = careless.address()
    const port = typeof address === 'object' && address !== null ? address.port : 0
    expect(await protocolsOf(port, nginx.certificate)).toContain('TLSv1.1')
    expect(await ciphersOf(port, nginx.certificate)).toContain('AES128-SHA')
    careless.close()
  },
)

test.skipIf(!hasNginx)('[HT20] a page requested over http redirects to https', async () => {
  for (const path of ['/', '/login', '/project/1/detail'])
    expect(await ask('http', path)).toMatchObject({
      status: 308,
      location: `https://${HOST_NAME}${path}`,
    })
  expect(await ask('http', '//elsewhere.example/')).toMatchObject({
    status: 308,
    location: expect.stringMatching(new RegExp(`^https://${HOST_NAME}/`)),
  })
})

test.skipIf(!hasNginx)(
  '[HT20] a call over http is refused without effect, whatever its headers claim; over https it succeeds',
  async () => {
    const body = { username: 'owner', hash: await hashForSignIn(world.url, 'owner', PASSWORD) }
    const path = '/api/users-service/auth/authenticate'
    const sessions = async (): Promise<number> =>
      (await world.database.queries.selectFrom('sessions').select('id').execute()).length
    const before = await sessions()
    const clear = await ask('http', path, 'POST', body)
    expect([clear.status, JSON.parse(clear.body)]).toMatchObject([
      403,
      { messageCodes: ['HTTPS_NEEDED'] },
    ])
    expect((await ask('http', '/api/application/version')).status).toBe(403)
    expect((await ask('http', '/login', 'POST', body)).status).toBe(403)
    expect(await sessions()).toBe(before)
    const secure = await ask('https', path, 'POST', body)
    expect([secure.status, secure.headers['strict-transport-security']]).toEqual([
      200,
      'max-age=63072000; includeSubDomains',
    ])
    expect(await sessions()).toBe(before + 1)
  },
)

test.skipIf(!hasNginx).each([
  ['an archive of up to 1 GB', '/api/projects-service/archives/restore', 999_000_000, 401],
  ['no larger archive', '/api/projects-service/archives/restore', 1_100_000_000, 413],
  ['no such body elsewhere', '/api/projects-service/archives/other', 999_000_000, 413],
])('the proxy lets %s reach the server', async (_what, path, bytes, status) => {
  const answer = await new Promise<number | undefined>((done, fail) => {
    const request = httpsRequest({
      host: '127.0.0.1',
      port: nginx.httpsPort,
      path,
      method: 'POST',
      headers: {
        host: `${HOST_NAME}:${nginx.httpsPort}`,
        'content-type': 'multipart/form-data; boundary=x',
        'content-length': bytes,
      },
      ca: nginx.certificate,
      servername: HOST_NAME,
    })
    request.once('error', fail).once('response', (response) => {
      done(response.statusCode)
      request.destroy()
    })
    request.flushHeaders()
  })
  expect(answer).toBe(status)
})

test.skipIf(!hasNginx)('[HT20] the socket opens over wss only', async () => {
  const path = '/api/notification-service/notification'
  const secure = new WebSocket(`wss://127.0.0.1:${nginx.httpsPort}${path}`, ['v12.stomp'], {
    agent: new Agent({ ca: nginx.certificate, servername: HOST_NAME }),
    origin: `https://127.0.0.1:${nginx.httpsPort}`,
  })
  await new Promise((done, fail) => {
    secure.once('open', done).once('error', fail)
  })
  secure.close()
  const clear = new WebSocket(`ws://127.0.0.1:${nginx.httpPort}${path}`, ['v12.stomp'], {
    origin: `http://127.0.0.1:${nginx.httpPort}`,
  })
  expect(
    await new Promise<string>((done) => {
      clear.once('open', () => done('open')).once('error', (error) => done(error.message))
    }),
  ).toMatch(/403|400|426/)
})

test('[HT20] the server itself refuses the socket over http and ignores headers of an untrusted proxy', async () => {
  const own = await buildWorld()
  const server = await buildApp({
    database: own.database,
    filesDir: own.filesDir,
    trustedProxy: '127.0.0.1',
    baseUrl: `https://${HOST_NAME}`,
  })
  const of = async (
    remoteAddress: string,
    proto: string,
    url = '/api/notification-service/notification',
  ) =>
    (
      await server.inject({
        method: 'GET',
        url,
        remoteAddress,
        headers: { 'x-forwarded-proto': proto },
      })
    ).statusCode
  expect(await of('127.0.0.1', 'http')).toBe(403)
  expect(await of('127.0.0.1', 'https')).not.toBe(403)
  expect(await of('127.0.0.1', 'https, http')).toBe(403)
  await server.close()
  await own.close()
})
