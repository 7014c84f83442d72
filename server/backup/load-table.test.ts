import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { loadTable } from './load-table.ts'
import { readShapes } from './table-shapes.ts'

/** The table has two columns, and a statement carries at most 8,000 values. */
const AT_ONCE = 4_000
let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
  await rows.database.queries.deleteFrom('server_meta').execute()
})
afterEach(() => rows.close())

const keysOf = (count: number): string[] => Array.from({ length: count }, (_, at) => `key ${at}`)
const load = async (keys: readonly string[], value = 'v'): Promise<void> =>
  await rows.database.write(async (tx) => {
    const shapes = await readShapes(tx, rows.database.dialect)
    const shape = shapes.find(({ name }) => name === 'server_meta')
    if (shape === undefined) throw new Error('There is no table server_meta')
    const lines = async function* () {
      for (const key of keys) yield JSON.stringify([key, value])
    }
    await loadTable(tx, { shape, path: 'tables/server_meta' }, lines())
  })
const loaded = async (): Promise<string[]> => {
  const found = await rows.database.queries.selectFrom('server_meta').select('key').execute()
  return found.map(({ key }) => key)
}

describe('[BU11] a table', () => {
  it.each([0, 1, AT_ONCE, AT_ONCE + 1])(
    'of %d lines is loaded with each of them',
    async (count) => {
      const keys = keysOf(count)
      await load(keys)
      expect((await loaded()).toSorted()).toEqual(keys.toSorted())
    },
  )

  it('is refused as a whole at a line that the database refuses', async () => {
    await expect(load([...keysOf(3), 'key 1'])).rejects.toThrow(
      /^tables\/server_meta, line 4: the database refuses one of the 4 rows up to here \(.+\)$/,
    )
    expect(await loaded()).toEqual([])
  })
})

describe('a statement carries no more than', () => {
  it.each([
    [AT_ONCE, AT_ONCE],
    [AT_ONCE + 1, 1],
  ])('8,000 values: of %d lines the last has %d rows', async (count, last) => {
    const keys = [...keysOf(count - 1), 'key 0']
    await expect(load(keys)).rejects.toThrow(
      `tables/server_meta, line ${count}: the database refuses one of the ${last} rows`,
    )
  })

  it.each([
    [500_000, 1],
    [499_999, 2],
  ])('a million characters: of five lines of %d the last has %d rows', async (length, last) => {
    const value = 'x'.repeat(length - '["key 0",""]'.length)
    await expect(load([...keysOf(4), 'key 0'], value)).rejects.toThrow(
      `tables/server_meta, line 5: the database refuses one of the ${last} rows`,
    )
  })
})
