import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildApp } from '#server/app.ts'
import type { Endpoint } from '#schema/api/endpoint.ts'
import { API } from '#schema/api/index.ts'
import type { FastifyInstance } from 'fastify'
import { buildWorld, PROJECT, type World } from './world.ts'

let world: World
let app: FastifyInstance
const clientDir = mkdtempSync(join(tmpdir(), 'tenderbook-client-'))
beforeAll(async () => {
  world = await buildWorld()
  mkdirSync(join(clientDir, 'assets'))
  writeFileSync(
    join(clientDir, 'index.html'),
    '<!doctype html><script nonce="__CSP_NONCE__" src="/start.js"></script>',
  )
  writeFileSync(join(clientDir, 'assets', 'app-1234.js'), 'export {}')
  writeFileSync(join(clientDir, 'service-worker.js'), '//')
  mkdirSync(join(clientDir, '.git'))
  writeFileSync(join(clientDir, '.git', 'HEAD'), 'ref: refs/heads/main')
  writeFileSync(join(clientDir, '.env'), 'SMTP_URL=smtp://secret')
  app = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    clientDir,
    appVersion: '1.2.3',
  })
})
afterAll(async () => {
  await app.close()
  await world.close()
  rmSync(clientDir, { recursive: true })
})
const get = (url: string, headers: Record<string, string> = {}) =>
  app.inject({ method: 'GET', url, headers })

test.each([
  '/',
  '/project/1/detail',
  '/assets/app-1234.js',
  '/api/application/version',
  '/api/nothing',
  '/assets/gone.js',
  '/api/projects-service/projects/x',
  '/api/projects-service/projects/%zz',
])('[HT1] the answer to %s carries the policy and sends no referrer', async (url) => {
  const { headers } = await get(url)
  const policy = String(headers['content-security-policy'])
  for (const part of [
    "default-src 'none'",
    "script-src 'self';",
    "connect-src 'self'",
    "frame-ancestors 'none'",
    "require-trusted-types-for 'script'",
    "base-uri 'none'",
    "form-action 'none'",
  ])
    expect(policy).toContain(part)
  expect(policy).not.toContain('unsafe')
  expect(headers).toMatchObject({
    'x-content-type-options': 'nosniff',
    'referrer-policy': 'no-referrer',
  })
})

test('[HT10] over https every answer requires https for two years', async () => {
  const secure = await buildApp({
    database: world.database,
    filesDir: world.filesDir,
    clientDir,
    baseUrl: 'https://tenders.example',
  })
  for (const url of [
    '/',
    '/api/application/version',
    '/api/nothing',
    '/api/projects-service/projects/%zz',
  ]) {
    expect(
      (await secure.inject({ method: 'GET', url })).headers['strict-transport-security'],
      url,
    ).toBe('max-age=63072000; includeSubDomains')
    expect((await get(url)).headers['strict-transport-security'], url).toBeUndefined()
  }
  await secure.close()
})

test('[HT2] every page has a nonce of its own, the same in header and body', async () => {
  const [one, two] = [await get('/'), await get('/dashboard')]
  const nonceOf = (answer: typeof one) =>
    /'nonce-([\w-]{22})'/.exec(String(answer.headers['content-security-policy']))?.[1]
  expect(one.body).toContain(`nonce="${nonceOf(one)}"`)
  expect(nonceOf(one)).not.toBe(nonceOf(two))
  expect(one.headers['cache-control']).toBe('no-cache')
})

test('[HT3] hashed files are cached for ever, the worker is revalidated, an old script is 404', async () => {
  expect((await get('/assets/app-1234.js')).headers['cache-control']).toContain('immutable')
  expect((await get('/service-worker.js')).headers['cache-control']).toBe('no-cache')
  expect((await get('/assets/gone-1.js')).statusCode).toBe(404)
  expect((await get('/assets/..%2f..%2fpackage.json')).statusCode).not.toBe(200)
})

test.each([
  ['/', 'text/html; charset=utf-8'],
  ['/assets/app-1234.js', 'application/javascript; charset=utf-8'],
  ['/service-worker.js', 'application/javascript; charset=utf-8'],
])('the type of %s is declared with its character set: %s', async (url, type) => {
  expect((await get(url)).headers['content-type']).toBe(type)
})

test('[HT12] folders are not listed, and dot files and files outside the folder are not served', async () => {
  for (const path of [
    '/.git/HEAD',
    '/.env',
    '/.git/',
    '/assets/',
    '/assets',
    '/icons/',
    '/assets/../.git/HEAD',
    '/assets/..%5c.git%5cHEAD',
  ])
    expect([path, (await get(path)).statusCode]).toEqual([path, 404])
  // Every other path returns the application's page, and no file of the server.
  for (const path of [
    '/package.json',
    '/server/main.ts',
    '/data/tenderbook.sqlite',
    '/index.html.br',
    '/%2egit/HEAD',
    '/metrics',
    '/debug',
    '/health',
  ])
    expect([path, (await get(path)).body.startsWith('<!doctype html>')]).toEqual([path, true])
})

test('[HT4] an error is {message, messageCodes, field}', async () => {
  const answer = await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/prelogin',
    payload: {},
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([
    400,
    { messageCodes: ['INPUT_INVALID'], field: 'username' },
  ])
  const unknown = await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/prelogin',
    payload: { username: 'x', extra: 1 },
  })
  expect(unknown.json()).toMatchObject({ messageCodes: ['INPUT_INVALID'], field: 'extra' })
  const broken = await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/prelogin',
    headers: { 'content-type': 'application/json' },
    payload: '{"username":',
  })
  expect([broken.statusCode, broken.json()]).toMatchObject([
    400,
    { messageCodes: ['INPUT_INVALID'] },
  ])
  const xml = await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/prelogin',
    headers: { 'content-type': 'text/xml' },
    payload: '<x/>',
  })
  expect(xml.statusCode).toBe(400)
  expect((await get('/api/projects-service/projects/x')).json()).toMatchObject({
    messageCodes: ['NO_CREDENTIALS'],
  })
})

test('[HT5] a body nested more than 32 deep is refused before it is parsed', async () => {
  const nested = (depth: number) => `{"username":${'['.repeat(depth)}${']'.repeat(depth)}}`
  const call = async (payload: string) =>
    (
      await app.inject({
        method: 'POST',
        url: '/api/users-service/auth/prelogin',
        headers: { 'content-type': 'application/json' },
        payload,
      })
    ).json<{ message: string }>().message
  expect(await call(nested(40))).toContain('nested more than 32')
  expect(await call(nested(20_000))).toContain('nested more than 32')
  // The object around the list is the first level.
  expect(await call(nested(32))).toContain('nested more than 32')
  expect(await call(nested(31))).not.toContain('nested')
  expect(await call(`{"username":"${'['.repeat(500)}"}`)).not.toContain('nested')
})

test('[HT6] a body of more than 1,100,000 bytes is refused with 413', async () => {
  const { token } = await world.as('owner')
  const statusOf = async (bytes: number) => {
    const payload = `{"id":"${'x'.repeat(bytes - '{"id":""}'.length)}"}`
    const headers = { 'x-auth-token': token, 'content-type': 'application/json' }
    const url = '/api/projects-service/projects/update'
    return (await app.inject({ method: 'PUT', url, headers, payload })).statusCode
  }
  expect([await statusOf(1_100_000), await statusOf(1_100_001)]).toEqual([400, 413])
  const answer = await app.inject({
    method: 'POST',
    url: '/api/users-service/auth/prelogin',
    payload: { username: 'x'.repeat(1_200_000) },
  })
  expect([answer.statusCode, answer.json()]).toMatchObject([413, { messageCodes: ['TOO_LARGE'] }])
})

test('[HT7] the API description lists every call with its errors, for signed-in people', async () => {
  expect((await get('/api/openapi.json')).json()).toMatchObject({
    messageCodes: ['NO_CREDENTIALS'],
  })
  const description = (
    await get('/api/openapi.json', { 'x-auth-token': (await world.as('reviewer')).token })
  ).json<{
    info: { version: string }
    paths: Record<string, Record<string, { responses: Record<string, { description: string }> }>>
  }>()
  expect(description.info.version).toBe('1.2.3')
  for (const { method, path, errors = [] } of Object.values(API).flatMap((rows) =>
    Object.values<Endpoint>(rows),
  )) {
    const { responses = {} } = description.paths[`/api${path}`]?.[method.toLowerCase()] ?? {}
    const told = Object.values(responses).flatMap((one) => one.description.split(', '))
    expect(told, `${method} ${path}`).toEqual(expect.arrayContaining([...errors]))
  }
  const described = Object.entries(description.paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => `${method.toUpperCase()} ${path}`),
  )
  const table = Object.values(API).flatMap((rows) =>
    Object.values<{ method: string; path: string }>(rows).map(
      ({ method, path }) => `${method} /api${path}`,
    ),
  )
  expect(described.sort()).toEqual(table.sort())
  expect(
    description.paths['/api/projects-service/projects/{id}']?.['get']?.responses['403']
      ?.description,
  ).toContain('ACCESS_TO_PROJECT_IS_DENIED')
})

test('[HT8] an unknown project and a closed one get the same answer', async () => {
  const outsider = await world.as('village-admin')
  const [closed, unknown] = [
    await outsider.raw('GET', `/projects-service/projects/${PROJECT}`),
    await outsider.raw('GET', '/projects-service/projects/unknown'),
  ]
  expect(closed).toEqual(unknown)
  const [row, nothing] = [
    await outsider.raw('GET', '/projects-service/requirements/r1'),
    await outsider.raw('GET', '/projects-service/requirements/unknown'),
  ]
  expect(row).toEqual(nothing)
})
