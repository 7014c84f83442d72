import { readFile, rm, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { keepBytes, readBytes } from '../../tests/support/blob-stores.ts'
import { until } from '../../tests/support/build-rights.ts'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW, openEmptyDatabase } from '../../tests/support/empty-database.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { type BackupSource, openBackupSource, sha256 } from '../../tests/support/small-backup.ts'
import { openSqlite } from '../database/open-sqlite.ts'
import { FolderStore } from '../files/folder-store.ts'
import { newKeys, textOfKeys } from '../security/keys.ts'
import { restoreBackup, type RestorePorts } from './restore-backup.ts'

const [EARLY, LATE] = [until('2098-03-10'), until('2099-03-20')]
let town: ContentTown
let source: BackupSource
let plan: string
/** A place of its own: a folder with a database, a key file and files. */
let dataDir: string
let told: string[]
let asked: string[]
beforeEach(async () => {
  town = await openContentTown({ state: 'PUBLISHED', publishedOn: 1, ...EARLY })
  source = await openBackupSource(town.rows)
  plan = await source.file('the plan')
  for (const id of ['open', 'withdrawn', 'accepted', 'former']) await invite(id)
  await change('invitations', 'former', { cancelled_on: NOW })
  dataDir = town.rows.dataDir
  ;[told, asked] = [[], []]
})
afterEach(() => source.close())

const queries = () => town.rows.database.queries
const invite = async (id: string): Promise<void> => {
  await queries()
    .insertInto('invitations')
    .values({
      ...{ id, email: `${id}@alpha.example`, organization_id: town.alpha, project_id: PROJECT_ID },
      ...{ hash: id, roles: '[]', is_primary_contact: 0, restrictions: null, project_roles: '[]' },
      ...{ invited_by: town.olga, created_on: NOW, expires_on: NOW + 1, accepted_on: null },
      ...{ accepted_by: null, cancelled_on: null },
    })
    .execute()
}
const change = async (table: 'invitations' | 'projects', id: string, values: object) =>
  void (await queries()
    .updateTable(table)
    .set(values as never)
    .where('id', '=', id)
    .execute())
const keysOfPlace = () => join(dataDir, 'keys.json')
const restore = async (
  more: Partial<Omit<RestorePorts, 'keys'>> & { keys?: Partial<RestorePorts['keys']> } = {},
) =>
  await restoreBackup({
    from: join(source.root, 'backup.tar'),
    place: { dataDir, databaseUrl: undefined },
    blobs: source.blobs,
    confirm: async (name) => asked.push(name) > 0,
    tell: (line) => void told.push(line),
    ...more,
    keys: { text: undefined, file: keysOfPlace(), from: undefined, ...more.keys },
  })
const meta = async (): Promise<Record<string, string>> => {
  const database = openSqlite(dataDir)
  try {
    const rows = await database.queries.selectFrom('server_meta').select(['key', 'value']).execute()
    return Object.fromEntries(rows.map(({ key, value }) => [key, value]))
  } finally {
    await database.close()
  }
}
/** Makes an empty place for the backup, without keys. */
const emptyPlace = (): void => void (dataDir = join(source.root, 'place'))
const backUp = (): Promise<unknown> => source.backup()
const mark = (value: string) =>
  queries().insertInto('server_meta').values({ key: 'mark', value }).execute()

describe('[BU12] a restore into an empty place', () => {
  beforeEach(async () => {
    await backUp()
    await town.rows.database.close()
  })

  it('asks nothing, writes database and files, and says that it cannot compare', async () => {
    const former = keysOfPlace()
    emptyPlace()
    const blobs = new FolderStore(join(source.root, 'other-files'))
    const { manifest, undone, ...restored } = await restore({ blobs, keys: { from: former } })
    expect(restored).toEqual({
      ended: {
        ...{ sessions: 0, links: 0, mails: 0, calendars: 0, exports: 0 },
        invitations: ['accepted', 'open', 'withdrawn'].map((id) => ({
          ...{ id, email: `${id}@alpha.example` },
        })),
      },
      kept: [],
      deadlines: [PROJECT_ID, 'zother'].map((id) =>
        expect.stringContaining(`project Groupware (${id}): 2098-03-10 UTC`),
      ),
      hasKeys: true,
    })
    expect([asked, undone]).toEqual([[], { unknown: 'the place was empty' }])
    expect(manifest.files).toEqual([{ sha256: plan, bytes: 8 }])
    expect((await readBytes(blobs, plan))?.toString()).toBe('the plan')
    const { serverId } = await meta()
    expect(serverId).toMatch(/^[\da-f-]{36}$/)
    expect(serverId).not.toBe(manifest.serverId)
    // One line for each table, and one for the files.
    expect(told.filter((line) => !line.startsWith('table '))).toEqual(['1 files'])
    expect(told.length).toBe(manifest.tables.length + 1)
  })

  it('[BU14] puts the keys there that were given', async () => {
    const text = await readFile(keysOfPlace(), 'utf8')
    const former = keysOfPlace()
    emptyPlace()
    await restore({ keys: { from: former } })
    expect(JSON.parse(await readFile(keysOfPlace(), 'utf8'))).toEqual(JSON.parse(text))
    expect((await stat(keysOfPlace())).mode & 0o777).toBe(0o600)
  })

  it('[BU14] writes no key file if KEYS holds the keys, or if none are given', async () => {
    const text = await readFile(keysOfPlace(), 'utf8')
    emptyPlace()
    expect((await restore({ keys: { text } })).hasKeys).toBe(true)
    await expect(stat(keysOfPlace())).rejects.toThrow('ENOENT')
    await rm(dataDir, { recursive: true })
    expect((await restore()).hasKeys).toBe(false)
    await expect(stat(keysOfPlace())).rejects.toThrow('ENOENT')
  })

  it('[BU14] is refused with other keys, before anything is written', async () => {
    const other = join(source.root, 'other-keys.json')
    await writeFile(other, textOfKeys(newKeys()))
    const blobs = new FolderStore(join(source.root, 'other-files'))
    const fitting = keysOfPlace()
    emptyPlace()
    await expect(restore({ blobs, keys: { from: other } })).rejects.toThrow(other)
    const wrong = textOfKeys(newKeys())
    await expect(restore({ blobs, keys: { text: wrong, from: fitting } })).rejects.toThrow('KEYS')
    await expect(restore({ blobs, keys: { file: other, from: fitting } })).rejects.toThrow(other)
    expect([told, await blobs.size(plan)]).toEqual([[], null])
    await expect(stat(dataDir)).rejects.toThrow('ENOENT')
  })
})

describe('[BU13] [BU15] a restore over a place', () => {
  beforeEach(backUp)

  it('is refused without its name, and with a damaged backup', async () => {
    await mark('later')
    await town.rows.database.close()
    await expect(restore({ confirm: async () => false })).rejects.toThrow(
      `${dataDir} is not empty. To replace everything in it: --over '${dataDir}', or type its name`,
    )
    const path = join(source.root, 'backup.tar')
    const bytes = await readFile(path)
    const at = bytes.indexOf('the plan')
    bytes[at] = 0
    await writeFile(path, bytes)
    await expect(restore()).rejects.toThrow(`files/${plan}: does not have the SHA-256`)
    expect([asked, (await meta())['mark']]).toEqual([[dataDir], 'later'])
    expect((await readBytes(source.blobs, plan))?.toString()).toBe('the plan')
  })

  it('removes the files that only the former database named', async () => {
    const later = await source.file('later')
    const stray = sha256('stray')
    await keepBytes(source.blobs, Buffer.from('stray'), stray)
    await source.blobs.remove(plan)
    await mark('later')
    await town.rows.database.close()
    await restore()
    expect(asked).toEqual([dataDir])
    expect((await meta())['mark']).toBeUndefined()
    expect(await source.blobs.size(later)).toBe(null)
    expect([await source.blobs.size(plan), await source.blobs.size(stray)]).toEqual([8, 5])
  })

  it('[BU16] [BU23] [BU24] says what it undid, and keeps the deadlines that vendors know', async () => {
    await change('invitations', 'withdrawn', { cancelled_on: NOW })
    await change('invitations', 'accepted', { accepted_on: NOW })
    const { body } = await queries()
      .selectFrom('projects')
      .select('body')
      .where('id', '=', PROJECT_ID)
      .executeTakeFirstOrThrow()
    const extended = { ...(JSON.parse(body) as object), ...LATE }
    await change('projects', PROJECT_ID, {
      ...{ body: JSON.stringify(extended), deadline_at: LATE.deadlineAt },
    })
    await queries().updateTable('users').set({ blocked: 1 }).where('id', '=', town.anna).execute()
    await queries()
      .deleteFrom('project_vendors')
      .where('project_id', '=', 'zother')
      .where('vendor_id', '=', town.beta)
      .execute()
    await town.rows.database.close()
    const { undone, kept, deadlines, hasKeys } = await restore()
    expect(kept).toEqual([
      `deadline kept: Groupware (${PROJECT_ID}): 2099-03-20 UTC, until 2099-03-21T00:00:00.000Z; ` +
        'the backup has 2098-03-10 UTC, until 2098-03-11T00:00:00.000Z',
    ])
    expect(undone).toEqual({
      lostTime: [],
      restraints: [
        'person blocked: anna',
        'vendor removed: Beta from project Groupware (zother)',
        `invitation withdrawn: withdrawn@alpha.example to Alpha (project Groupware (${PROJECT_ID})); do not send it again`,
      ],
      usedInvitations: new Set(['withdrawn', 'accepted', 'former']),
    })
    expect(deadlines).toEqual([
      expect.stringMatching(/^project Groupware \(zother\): 2098-03-10 UTC/),
      expect.stringMatching(/^project Groupware \(project\): 2099-03-20 UTC/),
    ])
    expect(hasKeys).toBe(true)
  })

  it('[BU23] names the time that vendors lose', async () => {
    await queries()
      .insertInto('project_vendors')
      .values({
        ...{ project_id: PROJECT_ID, id: 'added', vendor_id: town.village, answered: 0 },
        ...{ submitted: 0, updated_on: NOW, body: '{}' },
      })
      .execute()
    await town.rows.database.close()
    expect((await restore()).undone).toMatchObject({
      lostTime: [
        `vendor Village was added to project Groupware (${PROJECT_ID}) after the backup and cannot ` +
          'answer; add it again',
      ],
      restraints: [],
    })
  })
})

describe('[BU17] a restore over a place that it cannot compare', () => {
  beforeEach(async () => {
    await backUp()
  })

  it('says that it held another installation, and takes no deadline from it', async () => {
    const other = await openEmptyDatabase()
    dataDir = other.dataDir
    await other.person('zuzana')
    await other.database.close()
    await rm(keysOfPlace())
    const { undone, kept, hasKeys } = await restore()
    expect([undone, kept, hasKeys]).toEqual([
      ...[{ unknown: 'the place held another installation' }, [], false],
    ])
    await other.close()
  })

  it('says that its database cannot be opened, and removes no file', async () => {
    const later = await source.file('later')
    await town.rows.database.close()
    await writeFile(join(dataDir, 'tenderbook.sqlite'), 'no database, but longer than a header')
    const { undone, deadlines } = await restore()
    expect(undone).toEqual({ unknown: 'the former database cannot be opened' })
    expect(deadlines).toHaveLength(2)
    expect(await source.blobs.size(later)).toBe(5)
  })

  it('says that its database cannot be read, with the words of the database', async () => {
    const later = await source.file('later')
    await queries().schema.dropTable('invitations').execute()
    await town.rows.database.close()
    const { undone } = await restore()
    expect(undone).toEqual({
      unknown: 'the former database cannot be read (no such table: invitations)',
    })
    expect(await source.blobs.size(later)).toBe(5)
  })
})
