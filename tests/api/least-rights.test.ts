import { randomUUID } from 'node:crypto'
import { mkdtemp, readFile, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import pg from 'pg'
import { expect, test } from 'vitest'
import { API } from '#schema/api/index.ts'
import { buildApp } from '#server/app.ts'
import { restoreBackup } from '#server/backup/restore-backup.ts'
import { writeBackup } from '#server/backup/write-backup.ts'
import { openDatabase } from '#server/database/open.ts'
import { seedOrganization, seedUser } from '#server/database/seed.ts'
import { FolderStore } from '#server/files/folder-store.ts'
import { signInApi } from '../support/api-client.ts'
import { createPostgresDatabase } from '../support/postgres.ts'
import { projectRoot } from '../support/project-root.ts'
import { testDatabaseKind } from '../support/test-database.ts'

const PASSWORD = 'Quiet-harbour-81'
const FORBIDDEN = [
  'create table mine (id integer)',
  'alter table users add column mine text',
  'drop table users',
  'truncate users',
  'create role mine',
  'create database mine',
  'create extension if not exists file_fdw',
  "copy users to program 'true'",
  'select rolpassword from pg_authid',
  "select pg_read_file('/etc/hostname')",
  'create schema mine',
  'alter role current_user superuser',
  'create function mine() returns integer language sql as $$ select 1 $$',
]

test.skipIf(testDatabaseKind !== 'postgres')(
  '[PR12] the role of docs/deployment/postgres.sql runs the server and can change nothing but rows',
  async () => {
    const mark = `_${randomUUID().slice(0, 8)}`
    const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-rights-'))
    const place = await createPostgresDatabase()
    const urlOf = (role: string): string =>
      Object.assign(new URL(place.url), { username: `${role}${mark}`, password: 'x' }).href
    const setUp = new pg.Client({ connectionString: place.url })
    await setUp.connect()
    const written = (
      await readFile(join(projectRoot, 'docs', 'deployment', 'postgres.sql'), 'utf8')
    ).replace(/\btenderbook(_owner)?\b/g, (name) => `${name}${mark}`)
    for (const statement of [
      ...statementsOf(written),
      ...['tenderbook_owner', 'tenderbook'].map((role) => `alter role ${role}${mark} password 'x'`),
    ])
      await setUp.query(statement)
    await (await openDatabase({ dataDir, databaseUrl: urlOf('tenderbook_owner') })).close()

    const database = await openDatabase({ dataDir, databaseUrl: urlOf('tenderbook') })
    const organizationId = await seedOrganization(database, { name: 'City' })
    await seedUser(database, {
      username: 'owner',
      password: PASSWORD,
      firstname: 'A',
      lastname: 'B',
      organizationId,
      roles: ['role-org-admin', 'role-org-power-user'],
    })
    const app = await buildApp({
      database,
      databaseUrl: urlOf('tenderbook'),
      filesDir: join(dataDir, 'files'),
    })
    const url = await app.listen({ port: 0, host: '127.0.0.1' })
    const owner = await signInApi(url, 'owner', PASSWORD)
    const project = await owner.call(API.projects.create, { body: { name: 'Bridge' } })
    const { id, updatedOn } = project
    await owner.call(API.projects.update, { body: { id, updatedOn, name: 'Tunnel' } })
    expect((await owner.call(API.projects.get, { params: { id: project.id } })).name).toBe('Tunnel')
    await owner.call(API.projects.delete, { params: { id: project.id } })
    for (const statement of FORBIDDEN)
      await expect(sql`${sql.raw(statement)}`.execute(database.queries), statement).rejects.toThrow(
        /permission denied|must be|only roles|Only roles|not permitted/i,
      )

    const blobs = new FolderStore(join(dataDir, 'files'))
    const to = join(dataDir, 'backup.tar')
    await writeBackup({ database, blobs, to, product: '1', tell: () => undefined })
    await app.close()
    await database.close()
    const restored = (role: string) =>
      restoreBackup({
        from: to,
        place: { dataDir, databaseUrl: urlOf(role) },
        blobs,
        keys: { text: undefined, file: join(dataDir, 'keys.json'), from: undefined },
        confirm: () => Promise.resolve(true),
        tell: () => undefined,
      })
    await expect(restored('tenderbook')).rejects.toThrow(
      'may not replace the tables: name their owner',
    )
    await restored('tenderbook_owner')
    const again = await openDatabase({ dataDir, databaseUrl: urlOf('tenderbook') })
    await seedOrganization(again, { name: 'Village' })
    const names = await again.queries.selectFrom('organizations').select('name').execute()
    expect(names.map(({ name }) => name)).toEqual(['City', 'Village'])
    await again.close()
    for (const role of ['tenderbook_owner', 'tenderbook'])
      for (const statement of [`drop owned by ${role}${mark} cascade`, `drop role ${role}${mark}`])
        await setUp.query(statement)
    await setUp.end()
    await place.drop()
    await rm(dataDir, { recursive: true })
  },
)

const statementsOf = (text: string): string[] =>
  text
    .replace(/^--.*$/gm, '')
    .split(';')
    .map((one) => one.trim())
    .filter(Boolean)
