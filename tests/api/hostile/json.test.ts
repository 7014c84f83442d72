import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { SYNC_PROTOCOL } from '#schema/api/sync.ts'
import { SyncDevice } from '../sync-client.ts'
import { buildWorld, PROJECT, type World } from '../world.ts'
import { newest } from '../newest.ts'
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
const update = (text: string): Hostile => ({
  by: 'owner',
  method: 'PUT',
  path: '/projects-service/projects/update',
  text,
})
const fields = (more: string, updatedOn = 0): Hostile =>
  update(`{"id":"${PROJECT}","updatedOn":${updatedOn},${more}}`)
const weights = (value: string): Hostile => ({
  by: 'owner',
  method: 'PUT',
  path: `/projects-service/projects/${PROJECT}/weights`,
  text: `{"packages":[{"id":"p1","updatedOn":0,"weight":${value}},{"id":"p2","updatedOn":0,"weight":50}],"documents":[]}`,
})
const nested = (open: string, close: string, depth: number): string =>
  open.repeat(depth) + close.repeat(depth)
const overview = (text: string): Hostile => ({
  by: 'owner',
  path: `/projects-service/projects/by-user/${world.users.owner}`,
  text,
})

describe('JSON', () => {
  test.each<[string, () => Hostile, Outcome]>([
    ['nothing', () => update(''), INVALID],
    ['null', () => update('null'), INVALID],
    ['a number', () => update('1'), INVALID],
    ['a text', () => update('"id"'), INVALID],
    ['a list', () => update('[]'), INVALID],
    ['a list in place of options', () => overview('[]'), INVALID],
    ['an incomplete object', () => update('{"id":'), INVALID],
    ['two objects', () => update('{}{}'), INVALID],
    ['a trailing comma', () => fields('"name":"x",'), INVALID],
    ['a comment', () => update(`{/**/"id":"${PROJECT}"}`), INVALID],
    ['single quotes', () => update(`{'id':'${PROJECT}'}`), INVALID],
    ['NaN', () => update('{"id":NaN}'), INVALID],
    ['Infinity', () => update('{"id":-Infinity}'), INVALID],
    ['a zero byte', () => update('{"id":\u0000}'), INVALID],
    ['a number of a megabyte', () => update(`{"id":${'9'.repeat(1_000_000)}}`), INVALID],
    [
      'a text beyond a megabyte',
      () => update(`{"id":"${'x'.repeat(1_200_000)}"}`),
      [413, 'TOO_LARGE'],
    ],
    [
      '100,000 keys',
      () => update(`{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`),
      INVALID,
    ],
    ['lists 33 deep', () => fields(`"name":${nested('[', ']', 33)}`), INVALID],
    ['lists 200,000 deep', () => fields(`"name":${nested('[', ']', 200_000)}`), INVALID],
    ['objects 33 deep', () => fields(`"name":${'{"a":'.repeat(33)}1${'}'.repeat(33)}`), INVALID],
    ['brackets that never close', () => update('['.repeat(500_000)), INVALID],
    ['a prototype', () => fields('"__proto__":{"polluted":true}'), INVALID],
    ['a prototype behind an escape', () => fields('"__pr\\u006fto__":{"polluted":true}'), INVALID],
    ['a constructor', () => fields('"constructor":{"prototype":{"polluted":true}}'), INVALID],
    ['a prototype in a field', () => fields('"name":{"__proto__":{"polluted":true}}'), INVALID],
    ['a text with its own methods', () => fields('"name":{"toString":1,"length":9}'), INVALID],
    ['a text as a list', () => fields('"name":["x"]'), INVALID],
    ['an unknown key', () => fields('"isAdmin":true'), INVALID],
    ['an id of another type', () => update('{"id":["project"],"updatedOn":0,"name":"x"}'), INVALID],
    [
      'an id of 201 letters',
      () => update(`{"id":"${'x'.repeat(201)}","updatedOn":0,"name":"x"}`),
      INVALID,
    ],
    ['an id with a path', () => update('{"id":"../project","updatedOn":0,"name":"x"}'), INVALID],
    [
      'the older of two ids',
      () => update(`{"id":"${PROJECT}","id":"none","updatedOn":0,"name":"x"}`),
      [[403, 404]],
    ],
    [
      'a version from the distant past',
      () => fields('"name":"x","updatedOn":-9007199254740993'),
      INVALID,
    ],
    ['a fractional version', () => fields('"name":"x","updatedOn":0.5'), INVALID],
    ['an infinite weight', () => weights('1e999'), INVALID],
    ['a negative weight', () => weights('-50'), INVALID],
    ['a weight of 1e308', () => weights('1e308'), INVALID],
    ['a weight that is a text', () => weights('"50"'), INVALID],
    ['a weight that is true', () => weights('true'), INVALID],
    [
      'a deadline that is no date',
      () => fields('"deadline":{"date":"2030-02-30","zone":"UTC"}'),
      [[400, 409]],
    ],
    [
      'a deadline of year 0',
      () => fields('"deadline":{"date":"0000-00-00","zone":"UTC"}'),
      [[400, 409]],
    ],
    [
      'an unknown time zone',
      () => fields('"deadline":{"date":"2030-02-01","zone":"../UTC"}'),
      [[400, 409]],
    ],
  ])('[AT48] a body of %s is refused', async (_what, hostile, outcome) => {
    await expectRefused(world, hostile(), outcome)
  })

  test.each([
    ['application/json;charset=utf-7', [200, 400]],
    ['application/json, text/html', [400]],
    ['text/json', [400]],
    ['application/jsonp', [400]],
    ['', [400]],
    ['application/xml', [400]],
    ['application/x-www-form-urlencoded', [400]],
    ['application/octet-stream', [400]],
    ['x/y; application/json', [400]],
  ])(
    '[AT48] a body that declares itself as %j is read as the same JSON or refused',
    async (type, statuses) => {
      const text = `{"id":"${PROJECT}","updatedOn":0,"name":"+ADw-script+AD4-"}`
      const { status } = await send(world, { ...update(text), headers: { 'content-type': type } })
      expect(statuses).toContain(status)
      expect(await everyRow(world.database)).not.toContain('<script>')
      await expectAlive(world)
    },
  )

  test.each([
    ['half a surrogate pair', '\\ud800'],
    ['a reversed surrogate pair', '\\udc00\\ud800'],
    ['a zero byte', 'a\\u0000b'],
    ['characters that reverse the text', '\\u202e\\u2066'],
    ['a noncharacter', '\\uffff'],
  ])(
    '[AT48] a name with %s is stored as the same text on every database, or refused',
    async (_what, name) => {
      const seen = await newest(world, 'project', PROJECT)
      const answer = await send(world, fields(`"name":"x ${name}"`, seen))
      expect([200, 400]).toContain(answer.status)
      const read = await send(world, {
        by: 'owner',
        method: 'GET',
        path: `/projects-service/projects/${PROJECT}`,
      })
      expect(read.status).toBe(200)
      const { pages } = await (await world.as('reviewer')).pull(PROJECT)
      expect(pages.length).toBeGreaterThan(0)
      await expectAlive(world)
    },
  )
})

describe('edits of a device', () => {
  const edit = (changes: object): object => ({
    mid: 1,
    command: 'projects.update',
    clientAt: 0,
    args: { projectId: PROJECT, patch: { name: 'forged' } },
    ...changes,
  })
  /** Pushes an edit of a person who may make it, from a new device. */
  const push = async (mutation: object): Promise<number> => {
    const client = await world.as('owner')
    const { body: row } = await world.database.queries
      .selectFrom('projects')
      .select('body')
      .where('id', '=', PROJECT)
      .executeTakeFirstOrThrow()
    const { name } = JSON.parse(row) as { name: string }
    const body = {
      serverId: client.serverId,
      clientId: new SyncDevice(client).clientId,
      schemaVersion: SYNC_PROTOCOL,
      mutations: [{ base: { [`project/${PROJECT}#name`]: name }, ...mutation }],
    }
    return (await send(world, { by: 'owner', path: '/sync/push', body })).status
  }
  const cases: readonly [string, object][] = [
    ['a negative number', { mid: -1 }],
    ['a number that is a text', { mid: '1' }],
    ['an unsafe integer', { mid: 2 ** 53 }],
    ['number 0', { mid: 0 }],
    ['a command named after a prototype property', { command: 'constructor' }],
    ['a command that is a list', { command: ['projects.update'] }],
    ['no arguments', { args: null }],
    ['arguments that are a list', { args: [] }],
    ['arguments of another command', { args: { projectId: PROJECT, id: 'r1' } }],
    [
      'arguments named after prototype properties',
      { args: JSON.parse('{"__proto__":{"projectId":"project"}}') as object },
    ],
    ['a base that is a list', { base: [] }],
    ['a time that is a text', { clientAt: 'now' }],
    ['another person', { userId: 1 }],
    ['a verdict', { status: 'applied' }],
  ]
  test.each(cases)('[AT49] an edit with %s changes no row of a project', async (_what, changes) => {
    const { queries } = world.database
    const rows = async (): Promise<string> =>
      JSON.stringify([
        await queries.selectFrom('projects').selectAll().execute(),
        await queries.selectFrom('sync_row').select(['body']).execute(),
      ])
    const before = await rows()
    expect([200, 400, 409]).toContain(await push(edit(changes)))
    expect(await rows()).toBe(before)
    await expectAlive(world)
  })

  test('[AT49] the same edit without the fault is applied, so that the cases above can fail', async () => {
    expect(await push(edit({}))).toBe(200)
    const owner = await world.as('owner')
    const { text } = await owner.raw('GET', `/projects-service/projects/${PROJECT}`)
    expect(text).toContain('"name":"forged"')
  })
})
