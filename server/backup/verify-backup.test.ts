import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { sql } from 'kysely'
import { afterEach, beforeEach, describe, expect, it } from 'vitest'
import { type ContentTown, openContentTown } from '../../tests/support/content-town.ts'
import { NOW } from '../../tests/support/empty-database.ts'
import { PROJECT_ID } from '../../tests/support/project-rows.ts'
import { type BackupSource, openBackupSource } from '../../tests/support/small-backup.ts'
import { appendToLog } from '../database/project-log/append.ts'
import { verifyBackup } from './verify-backup.ts'

let town: ContentTown
let source: BackupSource
let told: string[]
beforeEach(async () => {
  town = await openContentTown()
  source = await openBackupSource(town.rows)
  told = []
  for (const projectId of [PROJECT_ID, 'zother']) await log(projectId)
})
afterEach(() => source.close())
const queries = () => town.rows.database.queries
const attach = async (hash: string): Promise<void> => {
  await source.attach(hash)
  await queries().updateTable('attachments').set({ project_id: PROJECT_ID }).execute()
}
const log = (projectId: string) =>
  town.rows.database.write((tx) =>
    appendToLog(tx, { projectId, now: NOW, actorId: town.olga }, { kind: 'created', detail: {} }),
  )
const verify = async () =>
  await verifyBackup(join(source.root, 'backup.tar'), {
    scratch: source.root,
    tell: (line) => void told.push(line),
  })
/** The problem of a backup of the database as it is. */
const problem = async (): Promise<string> => {
  await source.backup()
  return await verify().then(
    () => 'none',
    (error: unknown) => String(error),
  )
}
const leftOver = async (): Promise<string[]> =>
  (await readdir(source.root)).filter((name) => name.startsWith('tenderbook-verify-'))

describe('[BU5] a backup that is valid', () => {
  it('is counted: its tables, the rows of all of them, its files and its chains', async () => {
    for (const text of ['the plan', 'the plot']) await source.file(text)
    const gone = await source.file('gone', null)
    await source.file('gone too', null)
    await attach(gone)
    const { tables, writtenOn, serverId } = await source.backup()
    const counts = tables.map(({ rows }) => rows)
    expect(counts.filter((rows) => rows > 1).length).toBeGreaterThan(2)
    expect(await verify()).toEqual({
      ...{ tables: tables.length, rows: counts.reduce((sum, rows) => sum + rows, 0) },
      ...{ files: 2, chains: 2, missing: [gone], writtenOn, serverId },
    })
    expect(told).toEqual([
      ...tables.map(({ name }) => `table ${name}`),
      'migrations, references and chains',
    ])
    expect(await leftOver()).toEqual([])
  })
})

describe('[BU5] a backup is refused', () => {
  it('with a row that names what is not there', async () => {
    await queries().updateTable('projects').set({ owner_id: 9_999 }).execute()
    expect(await problem()).toContain(
      'tables/projects.jsonl.gz: 2 rows name users that do not exist (owner_id: 9999)',
    )
    expect(await leftOver()).toEqual([])
  })

  it('with an entry of a log that was changed', async () => {
    const { rows } = await sql<{ name: string }>`
      select name from sqlite_master where type = 'trigger'`.execute(queries())
    for (const { name } of rows) await sql`drop trigger ${sql.ref(name)}`.execute(queries())
    await queries()
      .updateTable('project_log')
      .set({ at: NOW + 1 })
      .where('project_id', '=', PROJECT_ID)
      .execute()
    expect(await problem()).toContain(
      `tables/project_log.jsonl.gz: chain team of project ${PROJECT_ID} is broken at entry 1`,
    )
  })
})
