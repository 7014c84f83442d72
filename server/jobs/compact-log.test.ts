import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { compactLog } from './compact-log.ts'

const DAY_MS = 86_400_000
const PER_MS = 1_000
const LATER = NOW + 90 * DAY_MS + 1

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())
const queries = () => rows.database.queries

/** A row of the log that stands some places after the first of NOW; without a body = deleted. */
const row = (projectId: string, place: number, body: string | null = null) =>
  queries()
    .insertInto('sync_row')
    .values({
      ...{ project_id: projectId, seq: NOW * PER_MS + place, bucket: 'b', body },
      ...{ entity: 'requirement', entity_id: `r${place}` },
    })
    .execute()
const project = (projectId: string, floor: number) =>
  queries()
    .insertInto('project_sync')
    .values({ project_id: projectId, head: NOW * PER_MS + 9_000, floor, visibility_version: 1 })
    .execute()
const left = async () =>
  (await queries().selectFrom('sync_row').select(['project_id', 'seq']).execute())
    .map(({ project_id: id, seq }) => `${id} ${seq - NOW * PER_MS}`)
    .toSorted()
const floors = async () =>
  (await queries().selectFrom('project_sync').select(['project_id', 'floor']).execute())
    .map(({ project_id: id, floor }) => `${id} ${floor < PER_MS ? floor : floor - NOW * PER_MS}`)
    .toSorted()

it('[SY15] a floor is the newest forgotten deletion, and never falls', async () => {
  await project('low', 5)
  await project('high', NOW * PER_MS + 700)
  for (const id of ['low', 'high']) {
    await row(id, 3)
    await row(id, 4)
    await row(id, 2, '{}')
    await row(id, 1_000)
  }
  await row('high', 5)
  await compactLog(rows.database, () => LATER)
  expect(await floors()).toEqual(['high 700', 'low 4'])
  expect(await left()).toEqual(['high 1000', 'high 2', 'low 1000', 'low 2'])
})

it('[SY15] a project without forgotten deletions keeps its log and its floor', async () => {
  for (const id of ['living', 'young', 'old']) await project(id, 5)
  await row('living', 1, '{}')
  await row('young', 1_000)
  await row('old', 2)
  await compactLog(rows.database, () => LATER)
  expect(await floors()).toEqual(['living 5', 'old 2', 'young 5'])
  expect(await left()).toEqual(['living 1', 'young 1000'])
})

it('the log of a project that is deleted at the same time is left to its deletion', async () => {
  await project('p', 5)
  for (const id of ['gone', 'p']) await row(id, 1)
  await compactLog(rows.database, () => LATER)
  expect([await left(), await floors()]).toEqual([['gone 1'], ['p 1']])
})

it('the work ends between two projects when the server ends', async () => {
  for (const id of ['p', 'q', 'r']) {
    await project(id, 5)
    await row(id, 1)
  }
  await compactLog(rows.database, () => LATER, AbortSignal.abort())
  expect(await left()).toHaveLength(3)
  const ending = new AbortController()
  const write: typeof rows.database.write = async (run) => {
    ending.abort()
    return await rows.database.write(run)
  }
  const database = Object.assign(Object.create(rows.database), { write })
  await compactLog(database, () => LATER, ending.signal)
  expect(await left()).toHaveLength(2)
})

it('a project whose deletions another process forgot in the meantime keeps its floor', async () => {
  await project('p', 5)
  await row('p', 1)
  const write: typeof rows.database.write = async (run) => {
    await queries().deleteFrom('sync_row').execute()
    return await rows.database.write(run)
  }
  const database = Object.assign(Object.create(rows.database), { write })
  await compactLog(database, () => LATER)
  expect(await floors()).toEqual(['p 5'])
})
