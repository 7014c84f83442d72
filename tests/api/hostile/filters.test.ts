import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { buildWorld, PROJECT, type World } from '../world.ts'
import { everyRow, expectAlive, expectRefused, type Hostile, send } from './hostile-world.ts'

let world: World
beforeAll(async () => {
  world = await buildWorld()
})
afterAll(async () => {
  await world.close()
})

type Outcome = readonly [number | readonly number[], string?]
const INVALID: Outcome = [400, 'INPUT_INVALID']
const LISTS = [
  ['members', () => `/users-service/organizations/${world.companies.city}/members`, 'admin'],
  ['projects', () => `/projects-service/projects/by-user/${world.users.owner}`, 'owner'],
  ['members of a project', () => `/projects-service/projects/${PROJECT}/members`, 'owner'],
] as const
const BAD: readonly [string, string][] = [
  ['a negative page', '{"pageNumber":-1}'],
  ['a fractional page', '{"pageNumber":0.5}'],
  ['a page that is a text', '{"pageNumber":"0"}'],
  ['pages of 0', '{"pageSize":0}'],
  ['pages of 201', '{"pageSize":201}'],
  ['an overflowing page size', '{"pageSize":1e999}'],
  ['a filter that is a condition', '{"filters":{"name":{"$ne":""}}}'],
  ['a filter that is a list', '{"filters":{"name":["x"]}}'],
  ['filters that are a text', '{"filters":"name"}'],
  [
    '30 filters',
    `{"filters":{${Array.from({ length: 30 }, (_, at) => `"f${at}":"x"`).join(',')}}}`,
  ],
  ['a filter of 100,000 letters', `{"filters":{"name":"${'x'.repeat(100_000)}"}}`],
  [
    'a sort in another direction',
    '{"sorts":[{"field":"name","direction":"ASC; drop table users"}]}',
  ],
  ['a sort that is a text', '{"sorts":"name"}'],
  ['10 sorts', `{"sorts":[${Array(10).fill('{"field":"name","direction":"ASC"}').join(',')}]}`],
  ['an unknown key', '{"where":"1=1"}'],
  ['a limit of its own', '{"limit":1000000,"offset":0}'],
]
const FIELDS = [
  'password',
  'salt',
  'otp_secret',
  '__proto__',
  'constructor',
  'toString',
  'name; drop table users',
  'users.password',
  '(select password from users)',
  '*',
  '1',
  '',
]

describe.each(LISTS)('the list of %s', (_list, path, by) => {
  test.each(BAD)('[AT50] with %s is refused', async (_what, text) => {
    await expectRefused(world, { by, path: path(), text }, INVALID)
  })

  test.each(FIELDS)('[AT50] is neither filtered nor sorted by %j', async (field) => {
    const filters = { by, path: path(), text: `{"filters":{${JSON.stringify(field)}:"x"}}` }
    const answer = await send(world, filters)
    // The server drops a key of a prototype before reading it.
    if (answer.status === 200) expect(['__proto__', 'constructor']).toContain(field)
    else expect([answer.status, answer.code]).toEqual(INVALID)
    const sorts = { by, path: path(), body: { sorts: [{ field, direction: 'ASC' }] } }
    await expectRefused(world, sorts, INVALID)
  })
})

const PATTERNS = [
  '%',
  '_',
  '%%%',
  '\\',
  '\\%',
  "' or '1'='1",
  "x' union select password from users --",
  '"; --',
  '[a-z]',
  '(a+)+$',
  '.*',
  '\u0000',
  '😀',
  'ÄÖ',
  "\\' or 1=1 --",
  '%27',
]
describe('search words', () => {
  test.each(PATTERNS)(
    '[AT51] searching people for %j matches names literally, not as a pattern',
    async (words) => {
      const body = { filters: { q: words } }
      const answer = await send(world, {
        by: 'admin',
        path: `/users-service/organizations/${world.companies.city}/members`,
        body,
      })
      expect([200, 400]).toContain(answer.status)
      if (answer.status === 200) expect(JSON.parse(answer.text)).toMatchObject({ total: 0 })
      await expectAlive(world)
    },
  )

  test.each(PATTERNS)(
    '[AT51] searching the access log for %j matches names literally, not as a pattern',
    async (words) => {
      await world.as('admin')
      const path = `/users-service/organizations/${world.companies.city}/access-log`
      const answer = await send(world, { by: 'admin', path, body: { filters: { who: words } } })
      expect([200, 400]).toContain(answer.status)
      if (answer.status === 200) expect(JSON.parse(answer.text)).toMatchObject({ total: 0 })
    },
  )

  test('[AT51] a word of a name finds its person, so that the cases above can fail', async () => {
    const people = `/users-service/organizations/${world.companies.city}`
    for (const [path, body] of [
      [`${people}/members`, { filters: { q: 'review' } }],
      [`${people}/access-log`, { filters: { who: 'dmi' } }],
    ] as const) {
      await expect
        .poll(
          async () =>
            (JSON.parse((await send(world, { by: 'admin', path, body })).text) as { total: number })
              .total,
        )
        .toBeGreaterThan(0)
    }
  })
})

const IDS = [
  "r1' or '1'='1",
  'r1"--',
  'r1;drop table requirements',
  'r%31%20or%201=1',
  'r1/*',
  '%',
  '_1',
  'r1%00',
  'R1',
  'r1 ',
  '[object Object]',
  'null',
]
describe('ids in a URL', () => {
  test.each(IDS)('[AT52] %j is no requirement', async (id) => {
    const path = `/projects-service/requirements/${encodeURIComponent(id)}`
    await expectRefused(world, { by: 'owner', method: 'GET', path }, [[400, 404]])
  })

  test.each([
    '1 or 1=1',
    '1e1',
    '0x1',
    '+1',
    '-1',
    '01e',
    '٣',
    '4294967296',
    '2147483648',
    '1;',
    '%31%00',
  ])("[AT52] %j is no person's number", async (id) => {
    const hostile: Hostile = {
      by: 'owner',
      method: 'GET',
      path: `/users-service/users/${id.includes('%') ? id : encodeURIComponent(id)}`,
    }
    await expectRefused(world, hostile, [[400, 404]])
  })

  test.each([
    'docId=d1&docId=d2&fullId=FUN-0001',
    'docId[]=d1&fullId=FUN-0001',
    'docId[$ne]=x&fullId=FUN-0001',
    'docId=d1&fullId=FUN-0001&x=1',
    '__proto__[polluted]=1',
    'docId=%27%20or%201=1--&fullId=FUN-0001',
  ])('[AT52] the query %s is refused', async (query) => {
    const before = await everyRow(world.database)
    const answer = await send(world, {
      by: 'owner',
      method: 'GET',
      path: `/projects-service/requirements/fullid?${query}`,
    })
    expect([400, 404]).toContain(answer.status)
    expect(await everyRow(world.database)).toBe(before)
    await expectAlive(world)
  })
})
