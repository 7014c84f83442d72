import { connect } from 'node:net'
import { sql } from 'kysely'
import { afterAll, beforeAll, beforeEach, expect, test, vi } from 'vitest'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import { nameProblem, normalName } from '#schema/rules/project/names.ts'
import { buildApp } from '#server/app.ts'
import { newest, newestProfile } from './newest.ts'
import { hashForSignIn } from '../support/api-client.ts'
import { ask } from './identity-calls.ts'
import { buildWorld, PASSWORD, PROJECT, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})
beforeEach(() => {
  world.clock.now += 600_000
})

/**
 * Sends bytes that no normal client would send and returns the answer. The server ends the
 * connection, or `last` is its last request.
 */
const send = (text: string): Promise<string> =>
  new Promise((done, fail) => {
    const socket = connect(Number(new URL(world.url).port), '127.0.0.1')
    const pieces: Buffer[] = []
    socket.on('data', (bytes: Buffer) => void pieces.push(bytes))
    socket.once('close', () => done(Buffer.concat(pieces).toString('latin1')))
    socket.once('error', fail)
    socket.write(text)
  })
const request = (line: string, headers: readonly string[], body = ''): string =>
  [line, 'Host: tenders.example', 'Connection: close', ...headers, '', body].join('\r\n')
const statuses = (answer: string): number[] =>
  [...answer.matchAll(/HTTP\/1\.1 (\d{3}) /g)].map(([, status]) => Number(status))
const projects = async (): Promise<number> =>
  (await world.database.queries.selectFrom('projects').select('id').execute()).length

test('[HT11] no answer sets a cookie, allows another origin, names its software, or redirects to another host', async () => {
  const { token } = await world.as('owner')
  const paths = [
    '/',
    '//elsewhere.example/',
    '/%2f%2felsewhere.example',
    '/\\elsewhere.example',
    '/login?returnTo=https://elsewhere.example',
    '/api/application/version',
    '/api/users-service/auth/session',
    '/api/nothing',
  ]
  for (const path of paths) {
    const { statusCode, headers } = await world.app.inject({
      method: 'GET',
      url: path,
      headers: {
        origin: 'https://elsewhere.example',
        'x-auth-token': token,
        'x-forwarded-host': 'elsewhere.example',
      },
    })
    expect(statusCode < 300 || statusCode >= 400, path).toBe(true)
    for (const name of [
      'set-cookie',
      'access-control-allow-origin',
      'access-control-allow-credentials',
      'location',
      'server',
      'x-powered-by',
    ])
      expect(headers[name], `${path} ${name}`).toBeUndefined()
  }
  const { headers } = await world.app.inject({
    method: 'OPTIONS',
    url: '/api/projects-service/projects/create',
    headers: {
      origin: 'https://elsewhere.example',
      'access-control-request-method': 'POST',
      'access-control-request-headers': 'x-auth-token',
    },
  })
  expect(Object.keys(headers).filter((name) => name.startsWith('access-control'))).toEqual([])
})

test('[HT11] every answer with a body declares its type and character set', async () => {
  const { token } = await world.as('owner')
  for (const [url, type] of [
    ['/api/application/version', 'application/json; charset=utf-8'],
    ['/api/users-service/auth/session', 'application/json; charset=utf-8'],
    ['/api/nothing', 'application/json; charset=utf-8'],
    [`/api/projects-service/projects/${PROJECT}`, 'application/json; charset=utf-8'],
  ]) {
    const { headers } = await world.app.inject({
      method: 'GET',
      url: String(url),
      headers: { 'x-auth-token': token },
    })
    expect([url, headers['content-type'], headers['cache-control']]).toEqual([
      url,
      type,
      'no-store',
    ])
  }
})

test('[HT12] a path without a call is 404, whatever the method; TRACE is refused', async () => {
  expect(
    statuses(
      await send(request('TRACE /api/application/version HTTP/1.1', ['X-Auth-Token: secret'])),
    ),
  ).not.toContain(200)
  expect(await send(request('TRACE / HTTP/1.1', ['X-Auth-Token: secret']))).not.toContain('secret')
  for (const method of ['PATCH', 'PROPFIND', 'MOVE'] as const)
    expect(
      statuses(
        await send(request(`${method} /api/projects-service/projects/${PROJECT} HTTP/1.1`, [])),
      ),
      method,
    ).toEqual([404])
  const before = await projects()
  const { token } = await world.as('owner')
  for (const method of ['GET', 'HEAD', 'OPTIONS'] as const) {
    for (const row of Object.values(API)
      .flatMap((rows) => Object.values<{ method: string; path: string }>(rows))
      .filter((one) => one.method !== 'GET')) {
      const url = `/api${row.path.replace(/\{\w+\}/g, PROJECT)}`
      const { statusCode } = await world.app.inject({
        method,
        url,
        headers: { 'x-auth-token': token },
      })
      // Another call may share the path; OPTIONS runs neither.
      if (method === 'OPTIONS') expect([url, statusCode]).toEqual([url, 404])
    }
  }
  expect(await projects()).toBe(before)
})

test('[HT13] two lengths, a length with chunks, and a broken header are refused, and nothing after them is read as a request', async () => {
  const hidden = request('GET /api/application/version HTTP/1.1', [])
  const post = 'POST /api/users-service/auth/prelogin HTTP/1.1'
  const broken = [
    request(
      post,
      [
        'Content-Type: application/json',
        `Content-Length: ${hidden.length}`,
        'Transfer-Encoding: chunked',
      ],
      `0\r\n\r\n${hidden}`,
    ),
    request(
      post,
      ['Content-Type: application/json', 'Content-Length: 2', `Content-Length: ${hidden.length}`],
      `{}${hidden}`,
    ),
    request(
      post,
      ['Content-Type: application/json', 'Transfer-Encoding: chunked, identity'],
      `0\r\n\r\n${hidden}`,
    ),
    request(
      post,
      ['Content-Type: application/json', ' folded: yes', 'Content-Length: 2'],
      `{}${hidden}`,
    ),
    request('GET /api/application/version HTTP/1.1', ['X-Auth-Token: a\u0000b']),
    request(
      'GET /api/application/version HTTP/1.1',
      ['Transfer-Encoding : chunked'],
      `0\r\n\r\n${hidden}`,
    ),
  ]
  for (const text of broken) {
    const answer = await send(text)
    expect([text.slice(0, 200), statuses(answer)]).toEqual([text.slice(0, 200), [400]])
    expect(answer).not.toMatch(/node|llhttp|at /i)
  }
  expect(
    statuses(
      await send(
        request(
          post,
          ['Content-Type: application/json', 'Content-Length: 20'],
          '{"username":"owner"}',
        ),
      ),
    ),
  ).toEqual([200])
})

test('[HT14] a form, plain text and a page of another origin change nothing, because a browser sends no credentials by itself', async () => {
  const before = await projects()
  const payload = JSON.stringify({ name: 'Forged', deadline: null })
  for (const type of [
    'text/plain',
    'application/x-www-form-urlencoded',
    'multipart/form-data; boundary=x',
    'application/json',
  ]) {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/api/projects-service/projects/create',
      headers: {
        'content-type': type,
        origin: 'https://elsewhere.example',
        cookie: `token=${(await world.as('owner')).token}`,
      },
      payload,
    })
    expect([type, [400, 401].includes(statusCode)]).toEqual([type, true])
  }
  // A call without a token is no use to a form either: it needs JSON, which no form sends.
  const hash = await hashForSignIn(world.url, 'owner', PASSWORD)
  for (const type of ['text/plain', 'application/x-www-form-urlencoded']) {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/api/users-service/auth/authenticate',
      headers: { 'content-type': type },
      payload: JSON.stringify({ username: 'owner', hash }),
    })
    expect([type, statusCode]).toEqual([type, 400])
  }
  expect(await projects()).toBe(before)
})

test('[HT15] a value given twice, or of another type, is refused', async () => {
  const { token } = await world.as('admin')
  const twice = await world.app.inject({
    method: 'GET',
    url: '/api/users-service/users?pageSize=10&pageSize=20',
    headers: { 'x-auth-token': token },
  })
  expect([twice.statusCode, twice.json()]).toMatchObject([400, { messageCodes: ['INPUT_INVALID'] }])
  const doubled = await send(
    request('GET /api/users-service/auth/session HTTP/1.1', [
      `X-Auth-Token: ${token}`,
      `X-Auth-Token: ${token}`,
    ]),
  )
  expect(statuses(doubled)).toEqual([401])
  const { colleague } = world.users
  const handOver = async (id: unknown) =>
    await (
      await world.as('owner')
    ).raw('POST', `/projects-service/projects/${PROJECT}/change-owner`, {
      id,
      updatedOn: await newest(world, 'project', PROJECT),
    })
  for (const id of [
    String(colleague),
    [colleague],
    { id: colleague },
    true,
    colleague + 0.5,
    -1,
    1e308,
    null,
  ]) {
    const { status, text } = await handOver(id)
    expect([id, status, text.includes('INPUT_INVALID')]).toEqual([id, 400, true])
  }
  // The same number in its own type is accepted.
  expect((await handOver(colleague)).status).toBe(200)
  expect(
    (
      await (
        await world.as('colleague')
      ).raw('POST', `/projects-service/projects/${PROJECT}/change-owner`, {
        id: world.users.owner,
        updatedOn: await newest(world, 'project', PROJECT),
      })
    ).status,
  ).toBe(200)
})

test('[HT16] a caller with a forged address is counted at the real one', async () => {
  const answers: number[] = []
  for (let index = 0; index < 12; index += 1) {
    const { statusCode } = await world.app.inject({
      method: 'POST',
      url: '/api/users-service/auth/authenticate',
      payload: { username: 'reviewer', hash: 'A'.repeat(43) + '=' },
      headers: {
        'x-forwarded-for': `198.51.100.${index}`,
        forwarded: `for=198.51.100.${index}`,
        'x-real-ip': `198.51.100.${index}`,
        'x-forwarded-proto': 'https',
      },
    })
    answers.push(statusCode)
  }
  expect(answers).toEqual([...Array<number>(10).fill(401), 429, 429])
  // Attempts to evade a limit or rule leave a line each, like every call.
  expect(
    world.log
      .flatMap((line) =>
        line.includes('"auth.authenticate"') ? [Number(/"status":(\d+)/.exec(line)?.[1])] : [],
      )
      .slice(-12),
  ).toEqual(answers)
  const told = () =>
    world.database.queries
      .selectFrom('access_log')
      .select('address')
      .where('action', '=', 'auth.authenticate')
      .execute()
  await vi.waitFor(async () => expect(await told()).not.toEqual([]), { timeout: 30_000 })
  expect(new Set((await told()).map(({ address }) => address))).toEqual(new Set(['127.0.0.1']))
})

test('[HT17] a failure while rights are checked is answered with a plain error and changes nothing', async () => {
  const owner = await world.as('owner')
  const before = await projects()
  await sql`alter table organization_members rename to away`.execute(world.database.queries)
  try {
    for (const [method, path, body] of [
      ['GET', `/projects-service/projects/${PROJECT}`],
      ['POST', '/projects-service/projects/create', { name: 'Unchecked' }],
      ['GET', `/projects-service/projects/${PROJECT}/packages`],
    ] as const) {
      const { status, text } = await owner.raw(method, path, body)
      expect([path, status, JSON.parse(text)]).toEqual([
        path,
        500,
        { message: expect.any(String), messageCodes: ['INTERNAL'], detail: {} },
      ])
      expect(text).not.toMatch(/organization_members|select|sql|\bat /i)
    }
  } finally {
    await sql`alter table away rename to organization_members`.execute(world.database.queries)
  }
  expect(world.log.filter((line) => line.includes('"request.failed"'))).toHaveLength(3)
  expect(await projects()).toBe(before)
  expect(
    (await ask(world, API.projects.get, { params: { id: PROJECT } }, owner.token)).status,
  ).toBe(200)
})

test('[HT17] while rights cannot be checked, no call that needs any is answered', async () => {
  const { token } = await world.as('admin')
  const before = await projects()
  const rows = Object.entries(API)
    .flatMap(([slice, calls]) =>
      Object.entries<Endpoint>(calls).map(([name, row]) => ({ call: `${slice}.${name}`, ...row })),
    )
    .filter(({ access }) => access !== 'public')
  const wrong: unknown[] = []
  await sql`alter table organization_members rename to away`.execute(world.database.queries)
  try {
    for (const { call, method, path } of rows) {
      const { statusCode, body } = await world.app.inject({
        method,
        url: `/api${path.replace(/\{\w+\}/g, '1')}`,
        headers: { 'x-auth-token': token },
        ...(method === 'GET' ? {} : { payload: {} }),
      })
      if (statusCode < 400 || /organization_members|select|\bat /i.test(body))
        wrong.push([call, statusCode, body])
    }
  } finally {
    await sql`alter table away rename to organization_members`.execute(world.database.queries)
  }
  expect(rows.length).toBeGreaterThan(100)
  expect(wrong).toEqual([])
  expect(await projects()).toBe(before)
})

test('[HT16] behind a trusted proxy each caller is counted at the address that the proxy saw, whatever they claim', async () => {
  const app = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    trustedProxy: '127.0.0.1',
    clock: () => world.clock.now,
  })
  const statusOf = async (forwarded: string, remoteAddress = '127.0.0.1'): Promise<number> =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/users-service/auth/authenticate',
        remoteAddress,
        headers: { 'x-forwarded-for': forwarded },
        payload: { username: 'approver', hash: 'A'.repeat(43) + '=' },
      })
    ).statusCode
  const tries = async (of: (index: number) => Promise<number>): Promise<number[]> => {
    const answers: number[] = []
    for (let index = 0; index < 11; index += 1) answers.push(await of(index))
    return answers
  }
  const limited = [...Array<number>(10).fill(401), 429]
  expect(await tries((index) => statusOf(`203.0.113.${index}, 198.51.100.1`))).toEqual(limited)
  expect(await statusOf('198.51.100.2')).toBe(401)
  expect(await tries((index) => statusOf(`198.51.100.${index + 10}`, '192.0.2.9'))).toEqual(limited)
  await app.close()
})

/** Texts that do harm in a program which reads them as anything but text. */
const HOSTILE = [
  '<script>alert(1)</script>',
  '"><img src=x onerror=alert(1)>',
  "'; drop table users; --",
  '{{7*7}}${7*7}<%= 7*7 %>',
  'javascript:alert(1)',
  '&lt;b&gt; &amp; %3Cb%3E \\u003cb\\u003e',
  '=cmd|"/c calc"!A1',
  '../../etc/passwd',
  'e\u0301 \u202egnp.exe \u200b \ud83d\ude00',
  'line\nline\ttab',
  '__proto__',
  '%s %d %n {0}',
]

test('[HT18] text that people write comes back unchanged, whatever it would mean elsewhere', async () => {
  const owner = await world.as('owner')
  for (const text of HOSTILE) {
    expect(
      (
        await owner.raw('PUT', '/projects-service/projects/update', {
          id: PROJECT,
          updatedOn: await newest(world, 'project', PROJECT),
          name: text,
          description: text,
        })
      ).status,
      text,
    ).toBe(200)
    expect(await owner.call(API.projects.get, { params: { id: PROJECT } })).toMatchObject({
      name: text,
      description: text,
    })
    // names.test.ts covers texts that cannot be names.
    const name = nameProblem(normalName(text)) === null ? normalName(text) : 'Owner'
    const profile = {
      firstname: name,
      lastname: name,
      about: text,
      homepage: '',
      company: text,
      location: text,
      phone: '',
      isPublic: true,
    }
    const updatedOn = await newestProfile(owner)
    expect(
      await owner.call(API.profiles.update, { body: { ...profile, updatedOn } }),
    ).toMatchObject(profile)
    expect(
      (
        await owner.raw('PUT', '/users-service/profiles/update', {
          ...profile,
          updatedOn: await newestProfile(owner),
          homepage: text,
        })
      ).status,
      `${text} is no address of a page`,
    ).toBe(400)
  }
  const { rows } = await owner.pull(PROJECT)
  expect(rows.find(({ entity }) => entity === 'project')?.row).toMatchObject({
    name: HOSTILE.at(-1),
  })
})
