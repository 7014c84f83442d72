import { mkdir, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import type { Database } from '../database/database.ts'
import { FolderStore } from '../files/folder-store.ts'
import { collectFiles } from './collect-files.ts'
import { compactLog } from './compact-log.ts'

let rows: EmptyDatabase
beforeEach(async () => {
  rows = await openEmptyDatabase()
})
afterEach(() => rows.close())

const MONTH_MS = 30 * 86_400_000
const SHA = 'a'.repeat(64)

const attach = () =>
  rows.database.queries
    .insertInto('attachments')
    .values({
      project_id: 'p',
      id: 'late',
      updated_on: NOW,
      body: '{}',
      package_id: 'p1',
      document_id: null,
      requirement_id: null,
      vendor_id: null,
      content_hash: SHA,
    })
    .execute()
const use = () =>
  rows.database.queries
    .updateTable('blobs')
    .set({ used_on: NOW + MONTH_MS })
    .execute()

it.each([
  ['is attached', attach],
  ['is about to be attached', use],
])('[FI12] a file that %s while files are collected stays, with who sent it', async (_, meet) => {
  const { database, dataDir } = rows
  await database.queries
    .insertInto('blobs')
    .values({ sha256: SHA, bytes: 1, kind: 'pdf', used_on: NOW })
    .execute()
  await database.queries
    .insertInto('blob_uploads')
    .values({
      user_id: 1,
      sha256: SHA,
      organization_id: 1,
      counted: 1,
      started_on: NOW,
      completed_on: NOW,
    })
    .execute()
  const folder = join(dataDir, 'files', 'whole', 'aa')
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, SHA), 'a')
  // Between the search for unused files and the transaction that removes one.
  const write: Database['write'] = async (work) => {
    await meet()
    return await database.write(work)
  }
  const interrupted = Object.create(database, { write: { value: write } }) as Database
  const blobs = new FolderStore(join(dataDir, 'files'))
  await collectFiles({ database: interrupted, blobs, clock: () => NOW + MONTH_MS + 1 })
  const left = await database.queries.selectFrom('blob_uploads').select('sha256').execute()
  expect([left.length, await blobs.size(SHA)]).toEqual([1, 1])
})

it('[SY21] removed rows are kept for 30 days, to the millisecond', async () => {
  const { queries } = rows.database
  for (const [id, removedOn] of [
    ['old', NOW],
    ['young', NOW + 1],
  ] as const)
    await queries
      .insertInto('removed_content')
      .values({
        project_id: 'p',
        entity: 'section',
        entity_id: id,
        rows: '[]',
        removed_by: 1,
        removed_on: removedOn,
      })
      .execute()
  const leftAt = async (now: number) => {
    await compactLog(rows.database, () => now)
    const found = await queries.selectFrom('removed_content').select('entity_id as id').execute()
    return found.map(({ id }) => id)
  }
  expect(await leftAt(NOW + MONTH_MS)).toEqual(['old', 'young'])
  expect(await leftAt(NOW + MONTH_MS + 1)).toEqual(['young'])
})

it('[SY21] [FI12] an undo that can still be made has its bytes', async () => {
  const { database, dataDir } = rows
  const { queries } = database
  await queries
    .insertInto('blobs')
    .values({ sha256: SHA, bytes: 1, kind: 'pdf', used_on: NOW })
    .execute()
  await queries
    .insertInto('removed_content')
    .values({
      project_id: 'p',
      entity: 'package',
      entity_id: 'p1',
      rows: '[]',
      removed_by: 1,
      removed_on: NOW,
    })
    .execute()
  const blobs = new FolderStore(join(dataDir, 'files'))
  const leftAt = async (now: number) => {
    await collectFiles({ database, blobs, clock: () => now })
    const undos = await queries.selectFrom('removed_content').select('entity_id').execute()
    const files = await queries.selectFrom('blobs').select('sha256').execute()
    return [undos.length, files.length]
  }
  expect(await leftAt(NOW + MONTH_MS)).toEqual([1, 1])
  expect(await leftAt(NOW + MONTH_MS + 1)).toEqual([0, 0])
})
