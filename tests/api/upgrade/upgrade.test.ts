import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import * as v from 'valibot'
import { afterAll, beforeAll, describe, expect, test, vi } from 'vitest'
import { ROW_SCHEMAS } from '#schema/entities/rows.ts'
import { buildApp } from '#server/app.ts'
import type { Database } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { connectDatabase, openDatabase } from '#server/database/open.ts'
import type { Tables } from '#server/database/tables.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../../support/api-client.ts'
import {
  createTestDatabase,
  type TestDatabase,
  testDatabaseKind,
} from '../../support/test-database.ts'
import { SyncDevice } from '../sync-client.ts'
import {
  type Cell,
  restoreStored,
  type StoredDatabase,
  storedDatabases,
} from './stored-database.ts'

vi.setConfig({ testTimeout: 180_000, hookTimeout: 180_000 })

/** Rows that today's version moves out of the database, into the key file. */
const MOVED = new Set(['pepper', 'saltSecret', 'sealSecret', 'otpKey'])

/** The version that gave overrides buckets of their own. */
const OVERRIDE_BUCKETS = '0017-override-buckets'

const STORED = storedDatabases()
const ANSWERS = 579

test('databases of eleven versions are stored, the current one among them', async () => {
  const place = await createTestDatabase()
  const database = await openDatabase(place)
  const newest = await database.queries
    .selectFrom('kysely_migration' as 'server_meta')
    .select('name' as 'key')
    .execute()
  const names = newest.map((row) => (row as unknown as { name: string }).name).sort()
  await database.close()
  await place.remove()
  expect(STORED).toHaveLength(15)
  expect(STORED.at(-1)?.version).toBe(names.at(-1))
})

describe.each(STORED.map((stored) => [stored.version, stored] as const))(
  'a database of %s',
  (_version, stored) => {
    let place: TestDatabase
    let database: Database
    let app: Awaited<ReturnType<typeof buildApp>>
    let url: string
    beforeAll(async () => {
      place = await createTestDatabase()
      await restoreStored(stored, place)
      database = await openDatabase(place)
      app = await buildApp({
        database,
        databaseUrl: place.databaseUrl,
        filesDir: join(place.dataDir, 'files'),
        baseUrl: 'https://tenders.example',
        sendMail: async () => undefined,
      })
      url = await app.listen({ port: 0, host: '127.0.0.1' })
    })
    afterAll(async () => {
      await app.close()
      await database.close()
      await place.remove()
    })
    const projectId = String(stored.tables['projects']?.rows[0]?.[0])
    const signIn = async (username: string): Promise<ApiClient> =>
      await signInApi(url, username, DEMO_PASSWORD)

    test.runIf(testDatabaseKind === 'sqlite')(
      'has the tables that the migrations up to that version make',
      async () => {
        expect(await schemaUpTo(stored.version)).toEqual(sorted(stored.schema))
      },
    )

    test('keeps every value of every row', async () => {
      let compared = 0
      for (const [table, { columns, rows }] of Object.entries(stored.tables)) {
        if (table.startsWith('kysely_')) continue
        const now = await database.queries
          .selectFrom(table as keyof Tables)
          .select(columns as never)
          .execute()
        const after = new Set(
          now.map((row) =>
            text(
              asToday(
                table,
                columns,
                columns.map((name) => valueOf(row, name)),
              ),
            ),
          ),
        )
        const before = rows.filter(([key]) => table !== 'server_meta' || !MOVED.has(String(key)))
        const expected = before.map((row) => text(asToday(table, columns, row)))
        expect(
          expected.filter((row) => !after.has(row)),
          table,
        ).toEqual([])
        compared += before.length
      }
      expect(compared).toBeGreaterThan(3_000)
    })

    test('lets people sign in and read their rows, all in the form of today', async () => {
      const owner = await signIn('owner')
      const { rows } = await owner.pull(projectId)
      expect(rows.filter(({ entity }) => entity === 'commitment')).toHaveLength(ANSWERS)
      const wrong = rows.flatMap(({ entity, id, row }) => {
        const { issues } = v.safeParse(ROW_SCHEMAS[entity], row)
        return issues === undefined ? [] : [`${entity} ${id}: ${v.getDotPath(issues[0])}`]
      })
      expect(wrong).toEqual([])
    })

    test('carries overrides in buckets of their own, and replaces older copies', async () => {
      const { rows } = await (await signIn('owner')).pull(projectId)
      const overrides = rows.filter(({ entity }) => entity === 'override')
      expect(overrides.length).toBeGreaterThan(0)
      expect(overrides.filter(({ bucket }) => !bucket.endsWith(':over'))).toEqual([])
      const { floor, head } = await database.queries
        .selectFrom('project_sync')
        .select(['floor', 'head'])
        .where('project_id', '=', projectId)
        .executeTakeFirstOrThrow()
      const isOlder = stored.version < OVERRIDE_BUCKETS
      expect(Number(floor) > newestBase(stored)).toBe(isOlder)
      expect(Number(head)).toBeGreaterThanOrEqual(Number(floor))
    })

    test('shows a vendor only its own answers', async () => {
      const { rows } = await (await signIn('plone-contact')).pull(projectId)
      const vendors = new Set(
        rows
          .filter(({ entity }) => entity === 'commitment')
          .map(({ row }) => (row as { vendorId: number }).vendorId),
      )
      expect([...vendors]).toEqual([vendorId(stored, 'Plone')])
    })

    test('takes an edit and hands it to a colleague', async () => {
      const device = new SyncDevice(await signIn('owner'))
      await device.pull(projectId)
      await device.push(
        device.edit(
          'projects.update',
          { projectId, patch: { version: 'continued' } },
          {
            [`project/${projectId}#version`]: device.get('project', projectId)?.['version'],
          },
        ),
      )
      const { rows } = await (await signIn('evaluator')).pull(projectId)
      const seen = rows.find(({ entity }) => entity === 'project')?.row
      expect(seen).toMatchObject({ version: 'continued' })
    })
  },
)

/** The newest position that a device of the stored version can have been given. */
const newestBase = ({ tables }: StoredDatabase): number => {
  const { columns, rows } = tables['project_sync'] ?? { columns: [], rows: [] }
  return Math.max(...rows.map((row) => Number(row[columns.indexOf('head')])))
}

/** A stored row as today's version keeps it: overrides in their own buckets, floors raised. */
const asToday = (table: string, columns: readonly string[], row: readonly Cell[]): Cell[] => {
  const isOverride = row[columns.indexOf('entity')] === 'override'
  return row.map((cell, index) => {
    const column = columns[index]
    if (table === 'project_sync' && (column === 'floor' || column === 'head')) return null
    if (table !== 'sync_row' || column !== 'bucket' || !isOverride) return cell
    return String(cell).replace(':int', ':over')
  })
}

/** A row as text; PostgreSQL's driver may give a large number as text. */
const text = (cells: readonly Cell[]): string => JSON.stringify(cells.map(String))
const valueOf = (row: object, column: string): Cell => (row as Record<string, Cell>)[column] ?? null
const sorted = (statements: readonly string[]): string[] =>
  statements.filter((statement) => !statement.includes('sqlite_sequence')).toSorted()

const vendorId = ({ tables }: StoredDatabase, name: string): Cell => {
  const { columns, rows } = tables['organizations'] ?? { columns: [], rows: [] }
  const found = rows.find((row) => row[columns.indexOf('name')] === name)
  return found?.[columns.indexOf('id')] ?? null
}

/** The statements of an empty SQLite database with the migrations up to `version`. */
const schemaUpTo = async (version: string): Promise<string[]> => {
  const dataDir = await mkdtemp(join(tmpdir(), 'tenderbook-test-'))
  try {
    const database = connectDatabase({ dataDir, databaseUrl: undefined })
    await migrate(database, version)
    await database.close()
    const file = new DatabaseSync(join(dataDir, 'tenderbook.sqlite'), { readOnly: true })
    const found = file.prepare('select sql from sqlite_master where sql is not null').all()
    file.close()
    return sorted(found.map(({ sql }) => String(sql)))
  } finally {
    await rm(dataDir, { recursive: true, force: true })
  }
}
