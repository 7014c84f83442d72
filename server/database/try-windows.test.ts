import { describe, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { MemoryWindows, SharedWindows, type TryWindows, tryWindowsOf } from './try-windows.ts'

const bounds = { max: 3, windowMs: 1_000 }

/** Both kinds count the same; the shared ones run on the database of this run. */
describe.each<[string, (rows: EmptyDatabase) => TryWindows]>([
  ['in memory', () => new MemoryWindows()],
  ['shared', ({ database }) => new SharedWindows(database)],
])('windows %s', (_, make) => {
  const using = async (work: (windows: TryWindows) => Promise<void>) => {
    const rows = await openEmptyDatabase()
    try {
      await createWindows(rows)
      await work(make(rows))
    } finally {
      await rows.close()
    }
  }
  const numbers = async (windows: TryWindows, key: string, at: number) => {
    const { count, until } = await windows.count(key, bounds, at)
    return [Number(count), Number(until) - NOW]
  }

  it('count the attempts of one key until the window ends', async () => {
    await using(async (windows) => {
      expect(await numbers(windows, 'a', NOW)).toEqual([1, 1_000])
      expect(await numbers(windows, 'b', NOW + 1)).toEqual([1, 1_001])
      expect(await numbers(windows, 'a', NOW + 999)).toEqual([2, 1_000])
      expect(await numbers(windows, 'a', NOW + 1_000)).toEqual([1, 2_000])
      expect(await numbers(windows, 'b', NOW + 500)).toEqual([2, 1_001])
    })
  })
  it('stay full until they end', async () => {
    await using(async (windows) => {
      for (let times = 0; times < 4; times += 1) await windows.count('a', bounds, NOW)
      const { count } = await windows.count('a', bounds, NOW + 999)
      expect(Number(count)).toBeGreaterThan(bounds.max)
      expect(await numbers(windows, 'a', NOW + 1_000)).toEqual([1, 2_000])
    })
  })
  it('begin again when the clock was set back', async () => {
    await using(async (windows) => {
      for (let times = 0; times < 5; times += 1) await windows.count('a', bounds, NOW)
      expect(await numbers(windows, 'a', NOW - 1)).toEqual([1, 999])
      expect(await numbers(windows, 'a', NOW - 1)).toEqual([2, 999])
    })
  })
  it('give an attempt back, to its own key', async () => {
    await using(async (windows) => {
      for (let times = 0; times < 4; times += 1) await windows.count('a', bounds, NOW)
      await windows.count('b', bounds, NOW)
      await windows.giveBack('a')
      await windows.giveBack('none')
      expect(await numbers(windows, 'a', NOW)).toEqual([4, 1_000])
      expect(await numbers(windows, 'b', NOW)).toEqual([2, 1_000])
    })
  })
})

/** SQLite has no such table, because there one process counts in memory. */
const createWindows = async ({ database }: EmptyDatabase): Promise<void> => {
  if (database.dialect === 'sqlite')
    await database.queries.schema
      .createTable('try_windows')
      .ifNotExists()
      .addColumn('key', 'text', (column) => column.primaryKey())
      .addColumn('count', 'integer', (column) => column.notNull())
      .addColumn('until', 'bigint', (column) => column.notNull())
      .execute()
}

it('shared windows are swept: ended ones first, then the oldest above the limit', async () => {
  const rows = await openEmptyDatabase()
  try {
    await createWindows(rows)
    const windows = new SharedWindows(rows.database, 2)
    for (const [index, key] of ['a', 'b', 'c', 'd', 'e'].entries())
      await windows.count(key, bounds, NOW + index)
    const left = async () =>
      (
        await rows.database.queries.selectFrom('try_windows').select('key').orderBy('key').execute()
      ).map(({ key }) => key)
    await new SharedWindows(rows.database).sweep(NOW + 1_000)
    expect(await left()).toEqual(['b', 'c', 'd', 'e'])
    await windows.sweep(NOW + 1_000)
    expect(await left()).toEqual(['d', 'e'])
    await windows.sweep(NOW)
    expect(await left()).toEqual(['d', 'e'])
    await new SharedWindows(rows.database, 1).sweep(NOW)
    expect(await left()).toEqual(['e'])
  } finally {
    await rows.close()
  }
})

it('a process keeps a bounded number of windows, without the oldest', async () => {
  const windows = new MemoryWindows(2)
  for (const key of ['a', 'b', 'c']) await windows.count(key, bounds, NOW)
  expect(windows.size).toBe(2)
  expect((await windows.count('c', bounds, NOW)).count).toBe(2)
  expect((await windows.count('a', bounds, NOW)).count).toBe(1)
})

it('one process counts in memory, several in their database', async () => {
  const rows = await openEmptyDatabase()
  const expected = rows.database.dialect === 'postgres' ? SharedWindows : MemoryWindows
  expect(tryWindowsOf(rows.database)).toBeInstanceOf(expected)
  await rows.close()
})
