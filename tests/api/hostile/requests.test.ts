import { connect } from 'node:net'
import { connect as connectTls } from 'node:tls'
import type { FastifyInstance } from 'fastify'
import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import { HOST_NAME, hasNginx, type RunningNginx, startNginx } from '../../support/nginx.ts'
import { buildWorld, type World } from '../world.ts'
import { everyRow, expectAlive } from './hostile-world.ts'

let world: World
let app: FastifyInstance
let nginx: RunningNginx | undefined
beforeAll(async () => {
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
  if (hasNginx)
    nginx = await startNginx(typeof address === 'object' && address !== null ? address.port : 0)
})
afterAll(async () => {
  await nginx?.stop()
  await app.close()
  await world.close()
})

type Way = 'straight' | 'through nginx'
/** Everything received until the connection ends or stays silent for a while. */
const exchange = (way: Way, text: string): Promise<string> =>
  new Promise((done) => {
    const socket =
      way === 'straight'
        ? connect(Number(new URL(world.url).port), '127.0.0.1')
        : connectTls({
            host: '127.0.0.1',
            port: nginx?.httpsPort ?? 0,
            ca: nginx?.certificate,
            servername: HOST_NAME,
          })
    let said = ''
    let quiet: NodeJS.Timeout | undefined
    const finish = (): void => {
      clearTimeout(quiet)
      socket.destroy()
      done(said)
    }
    const wait = (): void => {
      clearTimeout(quiet)
      quiet = setTimeout(finish, 400)
    }
    socket.on('data', (bytes: Buffer) => {
      said += bytes.toString('latin1')
      wait()
    })
    socket.once('close', finish).once('error', finish)
    socket.once(way === 'straight' ? 'connect' : 'secureConnect', () => {
      socket.write(text, 'latin1')
      wait()
    })
  })
const statuses = (said: string): number[] =>
  [...said.matchAll(/HTTP\/1\.[01] (\d{3}) /g)].map(([, status]) => Number(status))

const HOST = `Host: ${HOST_NAME}`
const JSON_TYPE = 'Content-Type: application/json'
const VERSION = 'GET /api/application/version HTTP/1.1'
const PRELOGIN = 'POST /api/users-service/auth/prelogin HTTP/1.1'
const lines = (...all: string[]): string => `${all.join('\r\n')}\r\n\r\n`
/** A request that must never be read as one of its own. */
const HIDDEN = lines(VERSION, HOST, 'X-Hidden: yes')
const post = (headers: string[], body: string, line = PRELOGIN): string =>
  lines(line, HOST, JSON_TYPE, ...headers) + body
const get = (...headers: string[]): string => lines(VERSION, HOST, ...headers)

const SMUGGLED: readonly [string, string][] = [
  [
    'a length with chunks',
    post(
      [`Content-Length: ${HIDDEN.length + 5}`, 'Transfer-Encoding: chunked'],
      `0\r\n\r\n${HIDDEN}`,
    ),
  ],
  [
    'chunks with a length',
    post(['Transfer-Encoding: chunked', 'Content-Length: 4'], `5c\r\n${HIDDEN}\r\n0\r\n\r\n`),
  ],
  [
    'two lengths',
    post(['Content-Length: 2', `Content-Length: ${HIDDEN.length + 2}`], `{}${HIDDEN}`),
  ],
  ['two lengths in one line', post([`Content-Length: 2, ${HIDDEN.length + 2}`], `{}${HIDDEN}`)],
  ['a length with a sign', post(['Content-Length: +2'], `{}${HIDDEN}`)],
  ['a negative length', post(['Content-Length: -1'], `{}${HIDDEN}`)],
  ['a length in hexadecimal digits', post(['Content-Length: 0x2'], `{}${HIDDEN}`)],
  ['an overflowing length', post(['Content-Length: 99999999999999999999999'], `{}${HIDDEN}`)],
  ['a length with a blank before the colon', post(['Content-Length : 2'], `{}${HIDDEN}`)],
  ['a length on the next line', post(['Content-Length:', ' 2'], `{}${HIDDEN}`)],
  ['chunks with a tab', post(['Transfer-Encoding:\tchunked\t, identity'], `0\r\n\r\n${HIDDEN}`)],
  ['chunks of an unknown encoding', post(['Transfer-Encoding: xchunked'], `0\r\n\r\n${HIDDEN}`)],
  [
    'pieces twice',
    post(['Transfer-Encoding: chunked', 'Transfer-Encoding: identity'], `0\r\n\r\n${HIDDEN}`),
  ],
  ['chunks in other letters', post(['Transfer_Encoding: chunked', 'Content-Length: 2'], '{}')],
  ['a chunk with an invalid length', post(['Transfer-Encoding: chunked'], `zz\r\n${HIDDEN}`)],
  [
    'a chunk with an overflowing length',
    post(['Transfer-Encoding: chunked'], `fffffffffffffffffffff\r\n${HIDDEN}`),
  ],
  [
    'a chunk longer than its length',
    post(['Transfer-Encoding: chunked'], `2\r\n{}XX0\r\n\r\n${HIDDEN}`),
  ],
  [
    'a header after a lone line feed',
    `${VERSION}\r\n${HOST}\r\nX-A: b\nContent-Length: 90\r\n\r\n`,
  ],
  ['a header after a lone carriage return', `${VERSION}\r\n${HOST}\r\nX-A: b\rX-B: c\r\n\r\n`],
  ['a zero byte in a header', get('X-A: a\u0000b')],
  ['a header without a name', get(': b')],
  ['a header with a blank in its name', get('X A: b')],
  ['two hosts', lines(VERSION, HOST, 'Host: elsewhere.example')],
  ['no host', lines(VERSION)],
  ['a host with a path', lines(VERSION, 'Host: elsewhere.example/x')],
  ['an unknown version of HTTP', lines('GET /api/application/version HTTP/9.9', HOST)],
  ['an unknown method', lines('GET\u0001 /api/application/version HTTP/1.1', HOST)],
  ['a line of 70,000 letters', lines(`GET /${'x'.repeat(70_000)} HTTP/1.1`, HOST)],
  ['a header of 70,000 letters', get(`X-A: ${'x'.repeat(70_000)}`)],
  ['5,000 headers', get(...Array.from({ length: 5_000 }, (_, at) => `X-${at}: ${at}`))],
]
/** Requests with one meaning for both readers; each must be answered once. */
const ONE_MEANING = new Set([
  'chunks in other letters',
  'a header after a lone line feed',
  '5,000 headers',
])

describe.each<Way>(['straight', 'through nginx'])('%s', (way) => {
  test.skipIf(way === 'through nginx' && !hasNginx).each(SMUGGLED)(
    '[AT55] %s is at most one request, and nothing hidden in it is answered',
    async (what, text) => {
      const before = await everyRow(world.database)
      const said = await exchange(way, text)
      const answered = statuses(said)
      expect(answered.length).toBeLessThanOrEqual(1)
      if (!ONE_MEANING.has(what))
        expect([what, answered.filter((status) => status < 400)]).toEqual([what, []])
      expect(said).not.toMatch(/appVersion.*appVersion|llhttp|node_modules|\n\s+at /s)
      expect(await everyRow(world.database)).toBe(before)
      await expectAlive(world)
    },
  )

  test.skipIf(way === 'through nginx' && !hasNginx)(
    '[AT55] well-formed requests are answered, so that the cases above can fail',
    async () => {
      expect(statuses(await exchange(way, HIDDEN + HIDDEN))).toEqual([200, 200])
      expect(
        statuses(await exchange(way, post(['Content-Length: 20'], '{"username":"owner"}'))),
      ).toEqual([200])
    },
  )
})

const TARGETS = [
  'http://169.254.169.254/latest',
  'https://elsewhere.example/',
  '//elsewhere.example/api',
  '*',
  '/../../etc/passwd',
  '/%2e%2e/%2e%2e/etc/passwd',
  '/api/../../etc/passwd',
  '/..%2f..%2fetc%2fpasswd',
  '/.git/config',
  '/.env',
  '/server-status',
  '/api/application/version%00',
  '/api//application/version',
  '/api/application/version/',
  '/API/application/version',
  '/api;/application/version',
  '/api/%61pplication/version%2f',
  '/\\elsewhere.example',
  '/%0d%0aSet-Cookie:%20a=b',
  '/assets/..%5c..%5cpackage.json',
]
describe('targets', () => {
  test.each(TARGETS)('[AT56] %s reaches no file, no other server and no header', async (target) => {
    for (const way of hasNginx
      ? (['straight', 'through nginx'] as const)
      : (['straight'] as const)) {
      const said = await exchange(way, lines(`GET ${target} HTTP/1.1`, HOST, 'Connection: close'))
      expect(statuses(said)).toHaveLength(1)
      expect(said).not.toMatch(/root:x:|"dependencies"|\[core\]|^set-cookie:/im)
      expect(said).not.toMatch(/^location: (?!https:\/\/tenders\.example\/)/im)
    }
    await expectAlive(world)
  })

  test.each([
    'CONNECT elsewhere.example:443',
    'TRACE /',
    'TRACK /',
    'DEBUG /',
    'OPTIONS *',
    'PRI *',
    'PURGE /',
    'DELETE /',
    'PUT /evil.html',
  ])('[AT56] %s has no effect', async (line) => {
    const before = await everyRow(world.database)
    for (const way of hasNginx
      ? (['straight', 'through nginx'] as const)
      : (['straight'] as const)) {
      const said = await exchange(
        way,
        lines(`${line} HTTP/1.1`, HOST, 'X-Auth-Token: secret', 'Connection: close'),
      )
      expect(statuses(said).filter((status) => status < 400)).toEqual([])
      expect(said).not.toContain('secret')
    }
    expect(await everyRow(world.database)).toBe(before)
  })
})

const CLAIMS: readonly Readonly<Record<string, string>>[] = [
  { 'x-forwarded-for': '127.0.0.1' },
  { 'x-forwarded-proto': 'http' },
  { 'x-forwarded-host': 'elsewhere.example' },
  { 'x-real-ip': '127.0.0.1' },
  { forwarded: 'for=127.0.0.1;proto=http;host=elsewhere.example' },
  { 'x-http-method-override': 'DELETE' },
  { 'x-original-url': '/api/users-service/users' },
  { 'x-rewrite-url': '/api/users-service/users' },
  { 'x-user-id': '1' },
  { 'x-remote-user': 'admin' },
]
test.skipIf(!hasNginx).each(CLAIMS)(
  '[AT57] through nginx, %j gives no right and no other address',
  async (headers) => {
    const claims = Object.entries(headers).map(([name, value]) => `${name}: ${value}`)
    const session = lines(
      'GET /api/users-service/auth/session HTTP/1.1',
      HOST,
      ...claims,
      'Connection: close',
    )
    const said = await exchange('through nginx', session)
    expect(statuses(said)).toEqual([401])
    expect(said).not.toContain('elsewhere')
    expect(said.toLowerCase()).toContain('strict-transport-security')
  },
)
