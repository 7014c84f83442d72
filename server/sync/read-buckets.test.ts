import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { type Positions, readBuckets } from './read-buckets.ts'

/** Rows of a project at these positions; the other project has rows at each of them. */
let rows: EmptyDatabase
type Stored = [seq: number, bucket: string, id: string, body?: string | null]
const store = async (projectId: string, stored: readonly Stored[], floor = 0) => {
  const { queries } = rows.database
  await queries
    .insertInto('project_sync')
    .values({ project_id: projectId, head: 100, floor, visibility_version: 1 })
    .execute()
  await queries
    .insertInto('sync_row')
    .values(
      stored.map(([seq, bucket, id, body = JSON.stringify({ id })]) => ({
        ...{ project_id: projectId, seq, bucket, entity: 'section' as const },
        ...{ entity_id: id, body },
      })),
    )
    .execute()
}
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

type Request = Parameters<typeof readBuckets>[1]
const read = (known: Positions = {}, more: Partial<Request> = {}) =>
  rows.database.read((tx) =>
    readBuckets(tx, {
      ...{ dialect: rows.database.dialect, projectId: 'project', buckets: ['a', 'b'], known },
      ...{ limit: 100, now: 0, ...more },
    }),
  )
const idsOf = (page: { rows: readonly string[] }) =>
  page.rows.map((text) => (JSON.parse(text) as { id: string }).id)

describe('rows', () => {
  beforeEach(async () => {
    await store('project', [
      [10, 'a', 'a1'],
      [11, 'b', 'b1'],
      [12, 'a', 'a2'],
      [13, 'b', 'gone', null],
      [14, 'c', 'secret'],
      [15, 'a', 'quote"d'],
    ])
    const seqs = [10, 11, 12, 13, 14, 15, 16]
    await store(
      'other',
      seqs.map((seq): Stored => [seq, 'a', `other-${seq}`]),
    )
  })

  it('[SY12] of a first copy come bucket after bucket, without what is deleted', async () => {
    const page = await read()
    expect(idsOf(page)).toEqual(['a1', 'a2', 'quote"d', 'b1'])
    expect(page).toMatchObject({ head: 15, isComplete: true, reset: [], drop: [] })
    expect(page.cursors).toEqual({ a: [15, 15], b: [15, 15] })
    expect(JSON.parse(page.rows[0] ?? '')).toEqual({
      ...{ bucket: 'a', entity: 'section', id: 'a1', row: { id: 'a1' } },
    })
  })

  it('[SY12] after one position come together, in the order of the log', async () => {
    const page = await read({ a: [10, 10], b: [10, 10] })
    expect(idsOf(page)).toEqual(['b1', 'a2', 'gone', 'quote"d'])
    expect(JSON.parse(page.rows[2] ?? '')).toMatchObject({ id: 'gone', row: null })
    expect(idsOf(await read({ a: [12, 12], b: [12, 12] }))).toEqual(['gone', 'quote"d'])
  })

  it('[SY12] after different positions come one bucket after the other', async () => {
    expect(idsOf(await read({ a: [11, 11], b: [10, 10] }))).toEqual(['a2', 'quote"d', 'b1', 'gone'])
    expect(idsOf(await read({ b: [12, 12] }))).toEqual(['a1', 'a2', 'quote"d', 'gone'])
  })

  it('[IS5] of other buckets and projects are not read, and move no position', async () => {
    const page = await read({}, { buckets: ['b'] })
    expect([idsOf(page), page.head, page.cursors]).toEqual([['b1'], 13, { b: [13, 13] }])
    expect(await read({}, { buckets: [] })).toMatchObject({ rows: [], head: 0, cursors: {} })
    const left = await read({ a: [9, 9], c: [9, 9], d: [9, 9] }, { buckets: ['a'] })
    expect([idsOf(left), left.drop]).toEqual([
      ['a1', 'a2', 'quote"d'],
      ['c', 'd'],
    ])
  })

  it('[SY11] of a page end where it is full, and each bucket has its own position', async () => {
    const first = await read({}, { limit: 2 })
    expect([idsOf(first), first.isComplete, first.head]).toEqual([['a1', 'a2'], false, 12])
    expect(first.cursors).toEqual({ a: [12, 0], b: [0, 0] })
    const second = await read(first.cursors, { limit: 1 })
    expect([idsOf(second), second.isComplete, second.head]).toEqual([['quote"d'], false, 15])
    expect(second.cursors).toEqual({ a: [15, 0], b: [0, 0] })
    const third = await read(second.cursors, { limit: 1 })
    expect([idsOf(third), third.isComplete]).toEqual([['b1'], true])
    expect(third.cursors).toEqual({ a: [15, 15], b: [15, 15] })
    const both = await read({ a: [10, 7], b: [10, 8] }, { limit: 2 })
    expect([idsOf(both), both.head]).toEqual([['b1', 'a2'], 12])
    expect(both.cursors).toEqual({ a: [12, 7], b: [12, 8] })
    const behind = await read({ a: [11, 11], b: [14, 14] }, { limit: 1 })
    expect([idsOf(behind), behind.head]).toEqual([['a2'], 14])
  })
})

describe('the base of a complete copy', () => {
  const FIRST = (NOW - 3_600_000) * 1_000

  it('is an hour ago at least, in positions of that time', async () => {
    await store('project', [[10, 'a', 'a1']])
    expect((await read({}, { now: NOW })).cursors).toEqual({ a: [10, FIRST], b: [10, FIRST] })
  })

  it('is the newest row if that is younger', async () => {
    await store('project', [[FIRST + 1, 'a', 'a1']])
    expect((await read({}, { now: NOW })).cursors['b']).toEqual([FIRST + 1, FIRST + 1])
  })
})

describe('a copy from before the floor', () => {
  beforeEach(async () => {
    await store(
      'project',
      [
        [10, 'a', 'a1'],
        [11, 'b', 'b1'],
        [21, 'a', 'a2'],
      ],
      20,
    )
    await store('other', [[10, 'a', 'other']], 50)
  })

  it('[SY15] is replaced, and a newer one goes on', async () => {
    const page = await read({ a: [15, 19], b: [15, 20] })
    expect([page.reset, idsOf(page)]).toEqual([['a'], ['a1', 'a2']])
    const partial = await read({ a: [15, 19], b: [15, 20] }, { limit: 1 })
    expect(partial.cursors).toEqual({ a: [10, 20], b: [15, 20] })
    expect(partial.head, 'never below what the device has').toBe(20)
    expect((await read({ a: [15, 20], b: [15, 21] })).reset).toEqual([])
    expect((await read({})).reset).toEqual([])
  })

  it('[SY14] is also replaced if a lost bucket moved its position above the rest', async () => {
    const known = (position: number): Positions => ({
      ...{ a: [position, 30], b: [11, 30], lost: [99, 99] },
    })
    const uncertain = await read(known(22))
    expect([uncertain.reset, uncertain.drop, idsOf(uncertain)]).toEqual([
      ['a'],
      ['lost'],
      ['a1', 'a2'],
    ])
    expect((await read(known(21))).reset).toEqual([])
    const { lost: _lost, ...kept } = known(22)
    expect((await read(kept)).reset).toEqual([])
    const fresh = await read({ lost: [99, 99] })
    expect([fresh.reset, idsOf(fresh)]).toEqual([[], ['a1', 'a2', 'b1']])
  })

  it('has no position below the floor when it is complete', async () => {
    const { head, cursors } = await read({}, { buckets: ['b'] })
    expect([head, cursors]).toEqual([20, { b: [20, 20] }])
  })
})

it('a project without a place in the log is an error', async () => {
  await store('other', [[10, 'a', 'other']])
  await expect(read()).rejects.toThrow('The project project has no place in the log')
})
