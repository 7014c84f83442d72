import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { noteBackup } from '../database/backup-times.ts'
import { readStored } from './read-stored.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())
const queries = () => rows.database.queries
const read = () => readStored(queries(), NOW)
const jobs = async () =>
  (await read()).jobs.map(({ job, state, count, ageSeconds }) => [job, state, count, ageSeconds])

it('a new server has nothing that waits, and no backup', async () => {
  const stored = await read()
  expect(await jobs()).toEqual([
    ['export', 'waiting', 0, 0],
    ['export', 'running', 0, 0],
    ['export', 'failed', 0, 0],
    ['event', 'waiting', 0, 0],
    ['push', 'waiting', 0, 0],
  ])
  expect({ ...stored, jobs: [], periodic: [] }).toEqual({
    ...{ jobs: [], periodic: [], mails: { waiting: 0, failed: 0 }, mailAgeSeconds: 0 },
    backups: { written: null, verified: null },
  })
})

it('jobs are counted by state, with the age of the oldest in seconds', async () => {
  const exported = (
    id: string,
    state: 'waiting' | 'running' | 'ready' | 'failed',
    age: number,
  ) => ({
    ...{ project_id: 'p', id, user_id: 1, organization_id: 1, request: '{}', state },
    ...{ failure: null, attempt: 0, lease_until: 0, done: 0, total: 0, is_told: 0, rights: null },
    ...{ file_name: null, bytes: null, created_on: NOW - age, expires_on: 0 },
  })
  await queries()
    .insertInto('exports')
    .values([
      exported('a', 'waiting', 2_000),
      exported('b', 'waiting', 5_500),
      exported('c', 'running', 1_000),
      exported('d', 'ready', 90_000),
      // A clock that went back gives no negative age.
      exported('e', 'failed', -3_000),
    ])
    .execute()
  const event = (id: string, age: number) => ({
    ...{ id, project_id: 'p', kind: 'question.asked' as const, actor_id: null, vendor_id: null },
    ...{ package_ids: null, user_ids: null, detail: '{}', created_on: NOW - age },
  })
  await queries()
    .insertInto('events')
    .values([event('a', 4_000), event('b', 7_000)])
    .execute()
  const notice = (id: string, age: number) => ({
    ...{ id, user_id: 1, event_id: id, project_id: 'p', organization_id: null },
    ...{ kind: 'question.asked' as const, detail: '{}', created_on: NOW - age, read_on: null },
  })
  await queries()
    .insertInto('notifications')
    .values([notice('n', 8_000), notice('old', 99_000)])
    .execute()
  const push = { notification_id: 'n', user_id: 1, next_try_on: 0, tries: 0 }
  await queries()
    .insertInto('pushes')
    .values(['s', 't'].map((session_id) => ({ ...push, session_id })))
    .execute()
  expect(await jobs()).toEqual([
    ['export', 'waiting', 2, 5.5],
    ['export', 'running', 1, 1],
    ['export', 'failed', 1, 0],
    ['event', 'waiting', 2, 7],
    ['push', 'waiting', 2, 8],
  ])
})

it('mails wait until they are sent or given up', async () => {
  const mail = (id: string, age: number, more: object = {}) => ({
    ...{ id, to_address: 'a@b.example', subject: '', body: '', created_on: NOW - age },
    ...{ next_try_on: 0, tries: 0, sent_on: null, failed_on: null, ...more },
  })
  await queries()
    .insertInto('mails')
    .values([
      mail('a', 1_000),
      mail('b', 3_000),
      mail('sent', 9_000, { sent_on: NOW }),
      mail('failed', 8_000, { failed_on: NOW }),
    ])
    .execute()
  const { mails, mailAgeSeconds } = await read()
  expect([mails, mailAgeSeconds]).toEqual([{ waiting: 2, failed: 1 }, 3])
})

it('a periodic job fails if its last attempt did, and has the age of its last success', async () => {
  await queries().deleteFrom('periodic_jobs').execute()
  const job = (name: string, finished_on: number | null, failed_on: number | null) => ({
    ...{ name, due_on: 0, lease_until: 0, finished_on, failed_on },
  })
  await queries()
    .insertInto('periodic_jobs')
    .values([
      job('a', NOW - 2_000, null),
      job('b', NOW - 2_000, NOW - 1_000),
      job('c', NOW - 1_000, NOW - 2_000),
      job('d', null, NOW - 2_000),
      job('e', null, null),
      job('f', NOW - 1_000, NOW - 1_000),
    ])
    .execute()
  const found = (await read()).periodic.map(({ job: name, ageSeconds, isFailing }) => [
    ...[name, ageSeconds, isFailing],
  ])
  expect(found.toSorted()).toEqual([
    ['a', 2, false],
    ['b', 2, true],
    ['c', 1, false],
    ['d', null, true],
    ['e', null, false],
    ['f', 1, false],
  ])
})

it('backups have the age of the newest that was written, and that was verified', async () => {
  const note = (step: 'written' | 'verified', age: number) =>
    noteBackup(rows.database, step, NOW - age)
  await note('written', 9_000)
  expect((await read()).backups).toEqual({ written: 9, verified: null })
  await note('verified', 4_000)
  expect((await read()).backups).toEqual({ written: 9, verified: 4 })
})
