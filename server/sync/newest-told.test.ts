import { afterEach, beforeEach, expect, it } from 'vitest'
import type { ProjectCommit } from '../commands/project-unit.ts'
import { type EmptyDatabase, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { NewestTold } from './newest-told.ts'

let rows: EmptyDatabase
let told: NewestTold
beforeEach(async () => {
  rows = await openEmptyDatabase()
  const city = await rows.organization('City')
  for (const id of ['p', 'other']) await rows.project(id, city)
  told = new NewestTold(rows.database)
})
afterEach(() => rows.close())

/** Writes rows into the log without telling the cache. */
const log = async (bucket: string, seq: number, projectId = 'p') => {
  await rows.database.queries
    .insertInto('sync_row')
    .values({
      ...{ project_id: projectId, seq, bucket },
      ...{ entity: 'release', entity_id: `r${seq}`, body: null },
    })
    .execute()
}
const commit = (seq: number, bucket: string, changes: Partial<ProjectCommit> = {}) =>
  ({
    ...{ projectId: 'p', firstSeq: seq, head: seq, headBefore: seq - 1 },
    ...{ isVisibilityChanged: false, actorId: null, visibility: 1 },
    rows: [{ bucket, seq, entity: 'release', id: `r${seq}`, body: null }],
    ...changes,
  }) as ProjectCommit

it('finds the newest position before the commit, in these buckets of this project', async () => {
  await log('all', 2)
  await log('vendor-7', 3)
  await log('vendor-8', 4)
  await log('all', 4, 'other')
  await log('all', 5)
  expect(await told.before(commit(5, 'all'), ['all'])).toBe(2)
  expect(await told.before(commit(5, 'all'), ['all', 'vendor-7'])).toBe(3)
  expect(await told.before(commit(5, 'all'), ['team'])).toBe(0)
})

it('knows the next commits by itself, and what they say about other buckets', async () => {
  await log('all', 2)
  await told.before(commit(3, 'all'), ['all'])
  await told.before(commit(3, 'all'), ['vendor-7'])
  told.pass(commit(3, 'all'))
  expect(await told.before(commit(4, 'vendor-7'), ['all']), 'the log is not read').toBe(3)
  expect(await told.before(commit(4, 'vendor-7'), ['vendor-7'])).toBe(0)
  told.pass(commit(4, 'vendor-7'))
  expect(await told.before(commit(5, 'all'), ['all'])).toBe(3)
  expect(await told.before(commit(5, 'all'), ['vendor-7'])).toBe(4)
})

it('of several rows of a commit the last one counts, in any order', async () => {
  await told.before(commit(1, 'all'), ['all'])
  const [first] = commit(1, 'all').rows
  const [third] = commit(3, 'all').rows
  told.pass(commit(1, 'all', { head: 3, rows: [third, first] as ProjectCommit['rows'] }))
  expect(await told.before(commit(4, 'all'), ['all'])).toBe(3)
})

it.each([
  ['of another process came between', { headBefore: 8 }],
  ['may have come between', { headBefore: null }],
  ['changed who sees what', { isVisibilityChanged: true }],
])('the log is read again where a commit %s', async (_why, changes) => {
  await told.before(commit(3, 'all'), ['all'])
  told.pass(commit(3, 'all'))
  await log('all', 7)
  expect(await told.before(commit(9, 'all', { headBefore: 3 }), ['all'])).toBe(3)
  expect(await told.before(commit(9, 'all', { headBefore: 3, ...changes }), ['all'])).toBe(7)
})

it('a commit after one of another process is known again', async () => {
  await told.before(commit(3, 'all'), ['all'])
  await log('all', 7)
  told.pass(commit(9, 'all'))
  await log('all', 9)
  expect(await told.before(commit(10, 'all'), ['all'])).toBe(9)
  told.pass(commit(10, 'all'))
  expect(await told.before(commit(11, 'all'), ['all'])).toBe(10)
})

it('keeps each project apart, and forgets all when the last reader leaves', async () => {
  await told.before(commit(3, 'all'), ['all'])
  await told.before(commit(3, 'all', { projectId: 'other' }), ['all'])
  told.pass(commit(3, 'all'))
  expect(told.projects).toBe(2)
  const next = commit(4, 'all', { projectId: 'other', headBefore: 2 })
  expect(await told.before(next, ['all'])).toBe(0)
  told.clear()
  expect(told.projects).toBe(0)
  await log('all', 2)
  expect(await told.before(commit(4, 'all'), ['all'])).toBe(2)
})
