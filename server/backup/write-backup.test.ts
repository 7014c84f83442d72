import { readdir, readFile, stat, symlink, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { gather } from '../../tests/support/gather.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { type BackupSource, openBackupSource, sha256 } from '../../tests/support/small-backup.ts'
import { BACKUP_UNTIL } from '../database/backup-lease.ts'
import { readMigrations } from '../database/migrate.ts'
import { openSqlite } from '../database/open-sqlite.ts'
import { readKeyIds } from '../database/settle-keys.ts'
import { openBackup } from './backup-file.ts'
import { readShapes } from './table-shapes.ts'

let source: BackupSource
beforeEach(async () => {
  source = await openBackupSource()
})
afterEach(() => source.close())
const queries = () => source.rows.database.queries
const meta = async (key: string, value: string): Promise<void> =>
  void (await queries().insertInto('server_meta').values({ key, value }).execute())
const metaOf = async (key: string): Promise<string | undefined> =>
  (await queries().selectFrom('server_meta').select('value').where('key', '=', key).execute())[0]
    ?.value
/** The rows of a table as objects, and the texts of all files, of the last backup. */
const readBack = async (name: string, file = 'backup.tar') => {
  const backup = await openBackup(join(source.root, file))
  try {
    const table = backup.manifest.tables.find((one) => one.name === name)
    if (table === undefined) throw new Error(`There is no table ${name}`)
    const lines = await gather(backup.lines(table))
    const files: string[] = []
    for (const { sha256: hash } of backup.manifest.files)
      files.push(Buffer.concat(await gather(backup.bytesOf(hash))).toString())
    const rows = lines.map((line) => {
      const values = JSON.parse(line) as unknown[]
      return Object.fromEntries(table.columns.map((column, at) => [column.name, values[at]]))
    })
    return { rows, files, table }
  } finally {
    await backup.close()
  }
}
const inFolder = async (): Promise<string[]> => (await readdir(source.root)).toSorted()

describe('[BU1] a backup', () => {
  it('names the database that it holds', async () => {
    const anna = await source.rows.person('anna')
    await source.rows.organization('City')
    await meta('serverId', 'server 7')
    const from = Date.now()
    const manifest = await source.backup()
    const { database } = source.rows
    expect(manifest).toMatchObject({
      ...{ format: 'tenderbook-backup', version: 1, product: '9.9.9', dialect: 'sqlite' },
      ...{ serverId: 'server 7', migrations: await readMigrations(database) },
      keys: await readKeyIds(database),
      counters: { users: anna, organizations: 1 },
      ...{ files: [], missing: [] },
    })
    expect(manifest.writtenOn).toBeGreaterThanOrEqual(from)
    expect(manifest.writtenOn).toBeLessThanOrEqual(Date.now())
    const names = (await readShapes(queries(), 'sqlite')).map(({ name }) => name)
    expect(manifest.tables.map(({ name }) => name)).toEqual(names)
    expect(source.told).toEqual(names.map((name) => `table ${name}`))
    const opened = await openBackup(join(source.root, 'backup.tar'))
    expect(opened.manifest).toEqual(manifest)
    await opened.close()
    expect((await readBack('users')).rows).toMatchObject([{ id: anna, username: 'anna' }])
    expect((await readBack('organizations')).rows).toMatchObject([{ name: 'City' }])
    expect(await readBack('sessions')).toMatchObject({ rows: [], table: { rows: 0, bytes: 0 } })
  })

  it('[BU4] is for its user alone, and leaves nothing else in its folder', async () => {
    await source.backup()
    expect((await stat(join(source.root, 'backup.tar'))).mode & 0o777).toBe(0o600)
    expect(await inFolder()).toEqual(['backup.tar'])
  })

  it('holds tables of any length with every row once', async () => {
    const lengths = [65_500, 10, 65_536, 1, 200_000, 30, 65_000, 700]
    for (const [at, length] of lengths.entries()) await meta(`long ${at}`, 'x'.repeat(length))
    await source.backup()
    const { rows } = await readBack('server_meta')
    expect(
      rows
        .filter((row) => String(row['key']).startsWith('long'))
        .map((row) => String(row['value']).length),
    ).toEqual(lengths)
  })

  it('[BU2] lets no server remove files while it is written, and any afterwards', async () => {
    await source.file('the plan')
    const during: (string | undefined)[] = []
    const read = (hash: string) => {
      const content = source.blobs.read(hash)
      return Readable.from(
        (async function* () {
          during.push(await metaOf(BACKUP_UNTIL))
          yield* content as AsyncIterable<Buffer>
        })(),
      )
    }
    await source.backup('backup.tar', {
      blobs: Object.assign(Object.create(source.blobs), { read }),
    })
    expect(during).toHaveLength(1)
    expect(Number(during[0])).toBeGreaterThan(Date.now())
    expect(await metaOf(BACKUP_UNTIL)).toBeUndefined()
    expect((await readBack('blobs')).files).toEqual(['the plan'])
  })
})

describe('[BU9] a file whose bytes', () => {
  it('are missing, or other ones, is named with whether it is attached', async () => {
    const gone = await source.file('gone', null)
    const other = await source.file('other', 'OTHER')
    const short = await source.file('short', 'shor')
    const kept = await Promise.all(['one', 'two'].map((text) => source.file(text)))
    for (const hash of [other, gone, kept[0] ?? '']) await source.attach(hash)
    const manifest = await source.backup()
    const byHash = (a: { sha256: string }, b: { sha256: string }) => (a.sha256 < b.sha256 ? -1 : 1)
    expect(manifest.files).toEqual(kept.map((hash) => ({ sha256: hash, bytes: 3 })).sort(byHash))
    expect(manifest.missing).toEqual(
      [
        { sha256: gone, isAttached: true },
        { sha256: other, isAttached: true },
        { sha256: short, isAttached: false },
      ].sort(byHash),
    )
    expect(source.told.at(-1)).toBe('5 files')
    expect((await readBack('blobs')).files.toSorted()).toEqual(['one', 'two'])
  })
})

describe('[BU4] a backup that fails', () => {
  it('does not overwrite a file', async () => {
    await writeFile(join(source.root, 'backup.tar'), 'mine')
    await expect(source.backup()).rejects.toThrow(
      `${join(source.root, 'backup.tar')} exists already: name another file`,
    )
    expect(await readFile(join(source.root, 'backup.tar'), 'utf8')).toBe('mine')
    expect([await inFolder(), source.told]).toEqual([['backup.tar'], []])
  })

  it('leaves nothing behind and passes the error on', async () => {
    await source.file('the plan')
    const problem = Object.assign(new Error('The disk is full'), { code: 'ENOSPC' })
    const read = (): Readable =>
      new Readable({
        read() {
          this.destroy(problem)
        },
      })
    const blobs = Object.assign(Object.create(source.blobs) as typeof source.blobs, { read })
    await expect(source.backup('backup.tar', { blobs })).rejects.toBe(problem)
    expect(await inFolder()).toEqual(['files'])
    expect(await metaOf(BACKUP_UNTIL)).toBeUndefined()
    expect(await source.backup()).toMatchObject({ files: [{ sha256: sha256('the plan') }] })
  })

  it.each(['ENOENT', 'EIO'])('is none if the disk answers %s for a file', async (code) => {
    const hash = await source.file('the plan')
    const read = (): Readable =>
      new Readable({
        read() {
          this.destroy(Object.assign(new Error(code), { code }))
        },
      })
    const blobs = Object.assign(Object.create(source.blobs) as typeof source.blobs, { read })
    const manifest = await source.backup('backup.tar', { blobs })
    expect(manifest).toMatchObject({ files: [], missing: [{ sha256: hash, isAttached: false }] })
  })

  it('of a table that no backup can hold names the table', async () => {
    await source.rows.person('anna')
    await sql`update users set name = cast('x' as blob)`.execute(queries())
    await expect(source.backup()).rejects.toThrow('table users, line 1: name holds no text')
    expect(await inFolder()).toEqual([])
  })
})

it('[BU4] what an earlier backup left half written is replaced, and a link there is not followed', async () => {
  const [partial, linked] = ['backup.tar.partial', 'linked'].map((name) => join(source.root, name))
  await writeFile(linked ?? '', 'mine')
  await symlink(linked ?? '', partial ?? '')
  await source.backup()
  expect(await inFolder()).toEqual(['backup.tar', 'linked'])
  expect(await readFile(linked ?? '', 'utf8')).toBe('mine')
})

describe('a database is refused', () => {
  it('that is empty', async () => {
    const database = openSqlite(join(source.root))
    try {
      await expect(source.backup('backup.tar', { database })).rejects.toThrow(
        'The database is empty: there is nothing to back up',
      )
    } finally {
      await database.close()
    }
    expect(await inFolder()).not.toContain('backup.tar')
  })

  it('[BU3] that still holds a key', async () => {
    await meta('pepper', 'secret')
    await expect(source.backup()).rejects.toThrow(
      'The database still holds keys of a former version: start the server once',
    )
    expect(await inFolder()).toEqual([])
  })

  it('[BU8] that a newer version wrote', async () => {
    await sql`insert into kysely_migration (name, timestamp) values ('9999-later', ${NOW})`.execute(
      queries(),
    )
    await expect(source.backup()).rejects.toThrow(/^The database /)
    expect(await inFolder()).toEqual([])
  })
})
