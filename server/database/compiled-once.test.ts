import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { compiledOnce, rowsCompiledOnce } from './compiled-once.ts'
import type { Database } from './database.ts'
import { openDatabase } from './open.ts'

let database: Database
let dataDir: string
beforeEach(async () => {
  dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-compiled-'))
  database = await openDatabase({ dataDir, databaseUrl: undefined })
})
afterEach(async () => {
  await database.close()
  await rm(dataDir, { recursive: true, force: true })
})

type Pair = { key: string; value: string }
const insert = compiledOnce((tx, pairs: Pair[]) => tx.insertInto('server_meta').values(pairs))
const pairs = (prefix: string, count: number): Pair[] =>
  Array.from({ length: count }, (_, n) => ({
    key: `${prefix}-${n}`,
    value: `${prefix} value ${n}`,
  }))

it('a statement is compiled once for each number of values and serves any values', async () => {
  let built = 0
  const find = compiledOnce((tx, { keys, least }: { keys: string[]; least: string }) => {
    built += 1
    return tx
      .selectFrom('server_meta')
      .select(['key', 'value'])
      .where('key', 'in', keys)
      .where('value', '>=', least)
      .orderBy('key')
      .limit(500)
  })
  await database.write(async (tx) => {
    for (const count of [1, 2, 100]) await insert(tx, pairs(`p${count}`, count))
    await insert(tx, pairs('again', 1))
  })
  const keysOf = async (keys: string[], least = '') =>
    (await find(database.queries, { keys, least })).map(({ key }) => key)
  expect(await keysOf(['p1-0'])).toEqual(['p1-0'])
  expect(await keysOf(['again-0'])).toEqual(['again-0'])
  expect(await keysOf(['again-0'], 'b')).toEqual([])
  expect(built).toBe(1)
  expect(await keysOf(['p2-1', 'p2-0'])).toEqual(['p2-0', 'p2-1'])
  expect(await keysOf(pairs('p100', 100).map(({ key }) => key))).toHaveLength(100)
  expect(
    await database.queries
      .selectFrom('server_meta')
      .select('value')
      .where('key', '=', 'p100-99')
      .execute(),
  ).toEqual([{ value: 'p100 value 99' }])
})

it('a statement whose text depends on a value is an error', async () => {
  const broken = compiledOnce((tx, { key }: { key: string }) =>
    tx.selectFrom('server_meta').select('value').where('key', '=', `${key}!`),
  )
  await expect(broken(database.queries, { key: 'a' })).rejects.toThrow(
    'cannot depend on its values',
  )
})

it('any number of rows is written once each, by a few compiled statements', async () => {
  let built = 0
  const write = rowsCompiledOnce((tx, rows: Pair[]) => {
    built += 1
    return tx.insertInto('server_meta').values(rows)
  })
  const counts = [0, 1, 3, 5, 64, 85, 150]
  await database.write(async (tx) => {
    for (const count of counts) await write(tx, pairs(`w${count}`, count))
  })
  const stored = await database.queries
    .selectFrom('server_meta')
    .select(['key', 'value'])
    .where('key', 'like', 'w%')
    .execute()
  const expected = counts.flatMap((count) => pairs(`w${count}`, count))
  const byKey = (a: Pair, b: Pair): number => a.key.localeCompare(b.key)
  expect(stored.toSorted(byKey)).toEqual(expected.toSorted(byKey))
  expect(built, 'texts').toBe(4)
})
