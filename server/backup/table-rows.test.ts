import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it, test } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { sha256 } from '../../tests/support/small-backup.ts'
import { digestTable, parseLine, tableLines } from './table-rows.ts'
import { readCounters, readShapes, type TableShape, writeCounters } from './table-shapes.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
  await sql`create table first_things (z text, a integer, m bigint, primary key (m, z))`.execute(
    queries(),
  )
})
afterEach(() => rows.close())
const queries = () => rows.database.queries
const shapes = () => readShapes(queries(), 'sqlite')
const shapeOf = async (name: string): Promise<TableShape> => {
  const found = (await shapes()).find((shape) => shape.name === name)
  if (found === undefined) throw new Error(`There is no table ${name}`)
  return found
}
const add = async (z: string, a: unknown, m: number): Promise<void> =>
  void (await sql`insert into first_things (z, a, m) values (${z}, ${a}, ${m})`.execute(queries()))
/** A table of another shape than a backup holds. */
const create = async (columns: string): Promise<void> =>
  void (await sql.raw(`create table second_things (${columns})`).execute(queries()))

describe('[BU11] the shape of a database', () => {
  it('has its tables and their columns in the order of their names, without migrations', async () => {
    const names = (await shapes()).map(({ name }) => name)
    expect(names).toEqual(names.toSorted())
    expect(names).toEqual(expect.arrayContaining(['first_things', 'server_meta', 'users']))
    expect(names.filter((name) => /^(kysely|sqlite)_/.test(name))).toEqual([])
    expect(await shapeOf('first_things')).toEqual({
      name: 'first_things',
      columns: [
        { name: 'a', isText: false },
        { name: 'm', isText: false },
        { name: 'z', isText: true },
      ],
      // In the order of the key, not of their names or places.
      key: ['m', 'z'],
      isNumbered: false,
    })
    expect(await shapeOf('users')).toMatchObject({ key: ['id'], isNumbered: true })
    expect(await shapeOf('server_meta')).toMatchObject({ key: ['key'], isNumbered: false })
  })

  it('is refused with a column or without a key that no backup holds', async () => {
    await create('id integer primary key, share real')
    await expect(shapes()).rejects.toThrow(
      'second_things.share has the type real, which no backup holds',
    )
    await sql`drop table second_things`.execute(queries())
    await create('id integer')
    await expect(shapes()).rejects.toThrow('second_things has no primary key')
  })
})

describe('[BU11] the lines of a table', () => {
  it('are its rows by their key, with the digest of all', async () => {
    for (const [z, a, m] of [
      ['ž', 1, 2],
      ['a', null, 10],
      ['Z', 3, 2],
      ['a', 4, 2],
    ] as const)
      await add(z, a, m)
    const lines = tableLines(queries(), 'sqlite', await shapeOf('first_things'))
    const text: string[] = []
    let step = await lines.next()
    for (; step.done !== true; step = await lines.next()) text.push(step.value)
    expect(text).toEqual(['[3,2,"Z"]\n', '[4,2,"a"]\n', '[1,2,"ž"]\n', '[null,10,"a"]\n'])
    const whole = text.join('')
    const digest = { rows: 4, bytes: Buffer.byteLength(whole), sha256: sha256(whole) }
    expect(step.value).toEqual(digest)
    expect(await digestTable(queries(), 'sqlite', await shapeOf('first_things'))).toEqual(digest)
    await sql`delete from first_things`.execute(queries())
    expect(await digestTable(queries(), 'sqlite', await shapeOf('first_things'))).toEqual({
      ...{ rows: 0, bytes: 0, sha256: sha256('') },
    })
  })

  it('stop at a value that is not of the type of its column', async () => {
    await add('a', 1, 1)
    await add('b', 'none', 2)
    const digest = async () => await digestTable(queries(), 'sqlite', await shapeOf('first_things'))
    await expect(digest()).rejects.toThrow('table first_things, line 2: a holds no whole number')
    await sql`update first_things set a = 1.5 where m = 2`.execute(queries())
    await expect(digest()).rejects.toThrow('line 2: a holds no whole number')
    await sql`update first_things set a = 7, z = cast('x' as blob) where m = 1`.execute(queries())
    await expect(digest()).rejects.toThrow('line 1: z holds no text')
  })
})

test('[BU5] a line is read only if it is a row of its table', () => {
  const columns = [
    { name: 'count', isText: false },
    { name: 'name', isText: true },
  ]
  const parse = (text: string) => parseLine(text, { path: 'tables/x', columns, line: 7 })
  expect([parse('[1,"a"]'), parse('[null,null]'), parse('[-9007199254740991,""]')]).toEqual([
    ...[
      [1, 'a'],
      [null, null],
      [-9_007_199_254_740_991, ''],
    ],
  ])
  for (const text of ['', '{}', '"ab"', 'null', '[1]', '[1,"a",2]', '[1,"a"'])
    expect(() => parse(text)).toThrow('tables/x, line 7: is no row of this table')
  for (const text of ['["1","a"]', '[1.5,"a"]', '[true,"a"]', '[9007199254740992,"a"]', '[[],"a"]'])
    expect(() => parse(text)).toThrow('tables/x, line 7: count is not valid')
  for (const text of ['[1,2]', '[1,true]', '[1,{}]'])
    expect(() => parse(text)).toThrow('tables/x, line 7: name is not valid')
})

describe('[BU11] counters', () => {
  it('are the last numbers that were given, also to rows that are gone', async () => {
    await rows.person('anna')
    const boris = await rows.person('boris')
    await queries().deleteFrom('users').where('id', '=', boris).execute()
    const counters = await readCounters(queries(), 'sqlite', await shapes())
    const numbered = (await shapes()).filter(({ isNumbered }) => isNumbered)
    expect(Object.keys(counters)).toEqual(numbered.map(({ name }) => name))
    expect(counters).toMatchObject({ users: boris, organizations: 0 })
  })

  it('go on after a restore, for each table by itself', async () => {
    await rows.person('anna')
    await rows.organization('City')
    await writeCounters(queries(), 'sqlite', { users: 40, organizations: 0 })
    expect([await rows.person('boris'), await rows.organization('Village')]).toEqual([41, 2])
    expect(await readCounters(queries(), 'sqlite', await shapes())).toMatchObject({
      ...{ users: 41, organizations: 2 },
    })
    await writeCounters(queries(), 'sqlite', { users: 50 })
    const { rows: kept } = await sql`select seq from sqlite_sequence where name = 'users'`.execute(
      queries(),
    )
    expect(kept).toEqual([{ seq: 50 }])
  })
})
