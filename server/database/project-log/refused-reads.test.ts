import { afterEach, beforeEach, expect, it } from 'vitest'
import {
  type EmptyDatabase,
  NOW,
  openEmptyDatabase,
} from '../../../tests/support/empty-database.ts'
import { PROJECT_ID } from '../../../tests/support/project-rows.ts'
import { storeRows } from '../../../tests/support/stored-project.ts'
import { createRefusedReads, type RefusedRead, type RefusedReads } from './refused-reads.ts'

let rows: EmptyDatabase
let reads: RefusedReads
let errors: unknown[]
let now: number
beforeEach(async () => {
  rows = await openEmptyDatabase()
  await storeRows(rows)
  errors = []
  now = NOW
  reads = createRefusedReads(
    rows.database,
    () => now,
    (error) => errors.push(error),
  )
})
afterEach(async () => {
  await reads.close()
  expect(errors).toEqual([])
  await rows.close()
})
const read = (more: Partial<RefusedRead> = {}): RefusedRead => ({
  ...{ projectId: PROJECT_ID, userId: 3, what: 'answers', vendorId: 7 },
  ...more,
})
const logged = async () =>
  (
    await rows.database.queries
      .selectFrom('project_log')
      .select(['actor_id', 'at', 'detail'])
      .where('kind', '=', 'readRefused')
      .orderBy('serial')
      .execute()
  ).map(({ actor_id, at, detail }) => [
    actor_id,
    at,
    (JSON.parse(detail) as { count: number }).count,
  ])
/** Attempts of other people in a project that is gone, which are counted and not logged. */
const others = async (from: number, to: number) => {
  for (let userId = from; userId < to; userId += 1)
    await reads.record(read({ projectId: 'gone', userId }))
}

it('[IS1] of more than 1,000 people at once the attempts of the first are logged early', async () => {
  await reads.record(read())
  for (let times = 0; times < 2; times += 1) await reads.record(read())
  await others(1_000, 1_999)
  expect(await logged()).toEqual([[3, NOW, 1]])
  now += 5
  await others(1_999, 2_000)
  expect(await logged()).toEqual([
    [3, NOW, 1],
    [3, NOW + 5, 2],
  ])
  await reads.record(read())
  expect(await logged(), 'a new window').toHaveLength(3)
})

it('[IS1] the end of the server logs what was counted, once', async () => {
  for (let times = 0; times < 3; times += 1) await reads.record(read())
  await reads.record(read({ userId: 4 }))
  now += 5
  await reads.close()
  await reads.close()
  expect(await logged()).toEqual([
    [3, NOW, 1],
    [4, NOW, 1],
    [3, NOW + 5, 2],
  ])
})
