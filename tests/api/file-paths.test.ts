import { readdirSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { buildWorld, PROJECT, type World } from './world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

const beside = (): string[] =>
  readdirSync(dirname(world.filesDir))
    .filter((name) => name !== basename(world.filesDir))
    .toSorted()

const DEEP = '../'.repeat(8)
const HASH = 'a'.repeat(64)
/** Known path traversals. */
const PATHS = [
  '../server-meta',
  `${DEEP}etc/passwd`,
  `${encodeURIComponent(DEEP)}etc%2fpasswd`,
  '..%2f..%2fpackage.json',
  '%2e%2e%2f%2e%2e%2fetc%2fpasswd',
  '%252e%252e%252fetc%252fpasswd',
  '..%5c..%5cwindows%5cwin.ini',
  '....//....//etc/passwd',
  '/etc/passwd',
  '%2fetc%2fpasswd',
  'file:%2f%2f%2fetc%2fpasswd',
  '..%c0%af..%c0%afetc%2fpasswd',
  '%00',
  `${HASH}%00.png`,
  `${HASH}%2f..%2f..%2ftenderbook.sqlite`,
  `${HASH.slice(0, 62)}%2f.`,
  'C:%5cboot.ini',
  '%5c%5cserver%5cshare',
  '~root',
  '.',
  '..',
  'con',
  `${'a'.repeat(300)}`,
  '..;/..;/etc/passwd',
]
const ADDRESSES = [
  '/users-service/avatars/',
  '/projects-service/attachments/',
  '/projects-service/projects/',
  '/sync/blobs/',
]

test('[FI18] no name in a URL reaches a file of the machine, and nothing is written outside the folder of files', async () => {
  const { token } = await world.as('owner')
  const before = beside()
  for (const address of ADDRESSES) {
    for (const path of PATHS) {
      for (const method of ['GET', 'PUT'] as const) {
        const { statusCode, body } = await world.app.inject({
          method,
          url: `/api${address}${path}${address.includes('attachments') ? '/content' : ''}`,
          headers: { 'x-auth-token': token, 'content-type': 'application/octet-stream' },
          ...(method === 'PUT' ? { payload: Buffer.from('owned') } : {}),
        })
        expect([
          method,
          address,
          path,
          statusCode >= 400 || body.startsWith('<!doctype html>'),
        ]).toEqual([method, address, path, true])
        expect(body).not.toMatch(/root:|"dependencies"|SQLite format/)
      }
    }
  }
  expect(beside()).toEqual(before)
})

test("[FI18] a file's name is kept as a text and becomes no path, or it is refused", async () => {
  const owner = await world.as('owner')
  const before = beside()
  for (const name of [
    ...PATHS,
    '../../evil.pdf',
    '..\\..\\evil.pdf',
    '/tmp/evil.pdf',
    'a/b.pdf',
    'evil.pdf\u0000.exe',
  ]) {
    const form = new FormData()
    form.set('request', JSON.stringify({}))
    form.set('file', new Blob(['%PDF-1.4\n'], { type: 'application/pdf' }), name)
    const answer = await fetch(`${world.url}/api/projects-service/requirements/r1/files/create`, {
      method: 'POST',
      headers: { 'x-auth-token': owner.token },
      body: form,
    })
    expect([name, answer.status < 500]).toEqual([name, true])
  }
  const names = (
    await world.database.queries
      .selectFrom('attachments')
      .select('body')
      .where('project_id', '=', PROJECT)
      .execute()
  ).map(({ body }) => JSON.parse(body) as { name: string })
  expect(names.map(({ name }) => name).toSorted()).toEqual([
    '../../evil.pdf',
    '..\\..\\evil.pdf',
    '/tmp/evil.pdf',
    'a/b.pdf',
  ])
  const stored = readdirSync(world.filesDir, { recursive: true, encoding: 'utf8' }).map((path) =>
    join('/', path),
  )
  expect(stored.length).toBeGreaterThan(0)
  for (const path of stored) expect(path).toMatch(/^(?:\/[\w-]{1,64}){1,4}$/)
  expect(beside()).toEqual(before)
})
