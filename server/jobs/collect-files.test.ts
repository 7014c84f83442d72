import { join } from 'node:path'
import { afterEach, beforeEach, expect, it } from 'vitest'
import { keepBytes } from '../../tests/support/blob-stores.ts'
import { type EmptyDatabase, NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { keepingFiles } from '../database/backup-lease.ts'
import { FolderStore } from '../files/folder-store.ts'
import { collectFiles, finishRemovals } from './collect-files.ts'

const DAY_MS = 86_400_000
const [A, B, C] = ['a', 'b', 'c'].map((letter) => letter.repeat(64)) as [string, string, string]

let rows: EmptyDatabase
let store: FolderStore
/** What happens after the bytes of a file are gone. */
let afterRemoval: (sha256: string) => void
beforeEach(async () => {
  rows = await openEmptyDatabase()
  store = new FolderStore(join(rows.dataDir, 'files'))
  afterRemoval = () => undefined
})
afterEach(() => rows.close())
const queries = () => rows.database.queries

const keep = async (sha256: string): Promise<void> => {
  await queries()
    .insertInto('blobs')
    .values({ sha256, bytes: 1, kind: 'pdf', used_on: NOW })
    .execute()
  await keepBytes(store, Buffer.from('x'), sha256)
}
/** Notes the removal of bytes that are still there, as a server that ended leaves it. */
const note = async (sha256: string): Promise<void> => {
  await queries().insertInto('removed_files').values({ sha256, removed_on: NOW }).execute()
  await keepBytes(store, Buffer.from('x'), sha256)
}
const later = NOW + 30 * DAY_MS + 1
const ports = () => ({
  database: rows.database,
  blobs: {
    removeUnless: async (sha256: string, isUsed: () => Promise<boolean>) => {
      await store.removeUnless(sha256, isUsed)
      afterRemoval(sha256)
    },
    dropOldParts: (before: number) => store.dropOldParts(before),
  },
  clock: () => later,
})
/** The letters of the files in the store, of those in the database, and of noted removals. */
const left = async () => {
  const blobs = await queries().selectFrom('blobs').select('sha256').orderBy('sha256').execute()
  const noted = await queries().selectFrom('removed_files').selectAll().orderBy('sha256').execute()
  const letters = (list: readonly { sha256: string }[]) =>
    list.map(({ sha256 }) => sha256[0]).join('')
  const stored = []
  for (const sha256 of [A, B, C]) if ((await store.size(sha256)) !== null) stored.push({ sha256 })
  return { stored: letters(stored), rows: letters(blobs), noted: letters(noted) }
}

it('[FI24] bytes that a server which ended has left are removed, unless they are used again', async () => {
  await note(A)
  await note(B)
  await keep(B)
  await keep(C)
  await finishRemovals(ports())
  expect(await left()).toEqual({ stored: 'bc', rows: 'bc', noted: '' })
})

it('[FI24] bytes that cannot be removed are removed in the next round', async () => {
  await keep(A)
  afterRemoval = () => {
    throw new Error('the disk is gone')
  }
  await expect(collectFiles(ports())).rejects.toThrow('the disk is gone')
  expect(await queries().selectFrom('removed_files').selectAll().execute()).toEqual([
    { sha256: A, removed_on: later },
  ])
  await keepBytes(store, Buffer.from('x'), A)
  afterRemoval = () => undefined
  await collectFiles(ports())
  expect(await left()).toEqual({ stored: '', rows: '', noted: '' })
})

it('a round ends between two files when the server ends', async () => {
  for (const sha256 of [A, B]) await note(sha256)
  await keep(C)
  const over = AbortSignal.abort()
  await finishRemovals(ports(), over)
  await collectFiles(ports(), over)
  expect(await left()).toEqual({ stored: 'abc', rows: 'c', noted: 'ab' })
  const ending = new AbortController()
  afterRemoval = () => ending.abort()
  await finishRemovals(ports(), ending.signal)
  expect(await left()).toEqual({ stored: 'bc', rows: 'c', noted: 'b' })
  await queries().deleteFrom('removed_files').execute()
  await keep(A)
  await keep(B)
  const next = new AbortController()
  afterRemoval = () => next.abort()
  await collectFiles(ports(), next.signal)
  expect((await left()).rows).toHaveLength(2)
})

it('files wait for the next round while a backup reads them', async () => {
  await keep(A)
  await keepingFiles(rows.database, () => collectFiles(ports()))
  expect(await left()).toEqual({ stored: 'a', rows: 'a', noted: '' })
  await collectFiles(ports())
  expect(await left()).toEqual({ stored: '', rows: '', noted: '' })
})

it.each([
  ['the first', 0],
  ['the second', 1],
])('files wait where %s of two backups ends before the other', async (_which, early) => {
  await keep(A)
  const ends = [Promise.withResolvers<void>(), Promise.withResolvers<void>()]
  const backups: Promise<void>[] = []
  for (const { promise } of ends) {
    const begun = Promise.withResolvers<void>()
    backups.push(
      keepingFiles(rows.database, () => {
        begun.resolve()
        return promise
      }),
    )
    await begun.promise
    // Leases are told apart by their milliseconds.
    await new Promise((done) => setTimeout(done, 2))
  }
  ends[early]?.resolve()
  await backups[early]
  await collectFiles(ports())
  expect(await left()).toEqual({ stored: 'a', rows: 'a', noted: '' })
  ends[1 - early]?.resolve()
  await Promise.all(backups)
})
