import { readFile, readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepBytes, readBytes } from '../../tests/support/blob-stores.ts'
import { NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { type BackupSource, openBackupSource, sha256 } from '../../tests/support/small-backup.ts'
import { ExportFiles } from '../exports/export-files.ts'
import { FolderStore } from '../files/folder-store.ts'
import { type MovedFiles, moveFiles } from './move-files.ts'

let source: BackupSource
let target: FolderStore
let told: string[]
beforeEach(async () => {
  source = await openBackupSource()
  target = new FolderStore(join(source.root, 'target'))
  told = []
})
afterEach(() => source.close())
/** The database is closed before, as the command needs it, so this ends the set-up of a test. */
const move = async (from = source.blobs, to = target): Promise<MovedFiles> => {
  await source.rows.database.close()
  const place = { dataDir: source.rows.dataDir, databaseUrl: undefined }
  return await moveFiles({ place, from, to, tell: (line) => void told.push(line) })
}
const textIn = async (store: FolderStore, hash: string) =>
  (await readBytes(store, hash))?.toString() ?? null
/** The store of a folder, with other reads or writes. */
const changed = (name: 'files' | 'target', change: Partial<FolderStore>): FolderStore =>
  Object.assign(new FolderStore(join(source.root, name)), change)
const leftOver = async (): Promise<string[]> =>
  (await readdir(join(source.root, 'target/parts')).catch(() => [])).filter(
    (name) => name !== 'whole',
  )

describe('[BU26] files that move', () => {
  it('are in the target with their bytes, and stay in the source', async () => {
    const [plan, plot] = [await source.file('the plan'), await source.file('the longer plot')]
    const stray = sha256('stray')
    await keepBytes(source.blobs, Buffer.from('stray'), stray)
    expect(await move()).toEqual({
      ...{ files: 2, bytes: 8 + 15, present: 0, missing: [], exports: 0, lostExports: 0 },
    })
    for (const store of [target, source.blobs])
      expect([await textIn(store, plan), await textIn(store, plot)]).toEqual([
        ...['the plan', 'the longer plot'],
      ])
    expect(await textIn(target, stray)).toBe(null)
    expect([told, await leftOver()]).toEqual([['0 of 2 files'], []])
  })

  it('tell every hundredth of them', async () => {
    for (let n = 0; n < 101; n += 1) await source.file(`file ${n}`)
    expect(await move()).toMatchObject({ files: 101 })
    expect(told).toEqual(['0 of 101 files', '100 of 101 files'])
  })

  it('that the target has already are not copied again, but a damaged one is', async () => {
    const [plan, plot] = [await source.file('the plan'), await source.file('the plot')]
    await keepBytes(target, Buffer.from('the plan'), plan)
    await keepBytes(target, Buffer.from('the PLOT'), plot)
    const kept: string[] = []
    const watched = changed('target', {
      keep: async (path, hash) => {
        kept.push(hash)
        await target.keep(path, hash)
      },
    })
    expect(await move(source.blobs, watched)).toMatchObject({ files: 2, bytes: 16, present: 1 })
    expect([kept, await textIn(target, plot)]).toEqual([[plot], 'the plot'])
  })

  it('that are missing or damaged in the source are named, and not written', async () => {
    const gone = await source.file('gone', null)
    const other = await source.file('other', 'OTHER')
    const short = await source.file('short', 'shor')
    const sound = await source.file('sound')
    await source.attach(other)
    await source.attach(sound)
    const moved = await move()
    expect(moved).toMatchObject({ files: 1, bytes: 5, present: 0 })
    expect(moved.missing).toEqual(
      [
        { sha256: gone, isAttached: false },
        { sha256: other, isAttached: true },
        { sha256: short, isAttached: false },
      ].sort((a, b) => (a.sha256 < b.sha256 ? -1 : 1)),
    )
    for (const hash of [gone, other, short]) expect(await target.size(hash)).toBe(null)
    expect(await leftOver()).toEqual([])
  })

  it('stop at an error of a store, but not at a file that cannot be read', async () => {
    const plan = await source.file('the plan')
    const failing = (code: string) =>
      changed('files', {
        read: () => {
          throw Object.assign(new Error(code), { code })
        },
      })
    await expect(move(failing('EACCES'))).rejects.toThrow('EACCES')
    for (const code of ['ENOENT', 'EIO'])
      expect((await move(failing(code))).missing).toEqual([{ sha256: plan, isAttached: false }])
  })

  it('are read again from the target', async () => {
    const plan = await source.file('the plan')
    const lossy = changed('target', {
      keep: (path, hash) =>
        keepBytes(target, Buffer.from('the PLAN'), hash).then(() => target.dropIncoming(path)),
    })
    await expect(move(source.blobs, lossy)).rejects.toThrow(
      `${plan} was written, and read back with other bytes`,
    )
  })
})

describe('[BU26] a move', () => {
  it('puts back what an interrupted removal left aside, if it is used', async () => {
    const [used, unused] = [await source.file('used'), sha256('unused')]
    await keepBytes(source.blobs, Buffer.from('unused'), unused)
    for (const hash of [used, unused])
      await source.rows.database.queries
        .insertInto('removed_files')
        .values({ sha256: hash, removed_on: NOW })
        .execute()
    await move()
    expect([await textIn(source.blobs, used), await textIn(source.blobs, unused)]).toEqual([
      ...['used', null],
    ])
    expect(await textIn(target, used)).toBe('used')
  })

  it('takes finished exports along, and counts those whose file is gone', async () => {
    const add = async (id: string, state: 'ready' | 'failed', attempt: number) => {
      await source.rows.database.queries
        .insertInto('exports')
        .values({
          ...{ project_id: 'p', id, user_id: 1, organization_id: 1, request: '{}', state, attempt },
          ...{ failure: null, lease_until: 0, done: 0, total: 0, is_told: 0, rights: null },
          ...{ file_name: null, bytes: null, created_on: NOW, expires_on: NOW },
        })
        .execute()
    }
    await add('one', 'ready', 2)
    await add('two', 'ready', 1)
    await add('not', 'failed', 1)
    const files = new ExportFiles(source.blobs)
    for (const id of ['one', 'not'])
      await files.write({ id, attempt: id === 'one' ? 2 : 1 }, (sink) =>
        sink.write(Buffer.from(id)),
      )
    expect(await move()).toMatchObject({ files: 0, exports: 1, lostExports: 1 })
    expect(await new ExportFiles(target).list()).toEqual([{ id: 'one', attempt: 2 }])
  })

  it('is refused while a server uses the database', async () => {
    const other = await openEmptyDatabase()
    try {
      const place = { dataDir: other.dataDir, databaseUrl: undefined }
      const ports = { place, from: source.blobs, to: target, tell: () => undefined }
      await expect(moveFiles(ports)).rejects.toThrow('is in use: stop the server first')
      expect(await readFile(join(other.dataDir, 'keys.json'), 'utf8')).not.toBe('')
    } finally {
      await other.close()
    }
  })
})
