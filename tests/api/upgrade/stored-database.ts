import { readdirSync, readFileSync } from 'node:fs'
import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { DatabaseSync } from 'node:sqlite'
import { brotliDecompressSync } from 'node:zlib'
import type { SqlDatabase } from '#server/database/database.ts'
import { migrate } from '#server/database/migrate.ts'
import { connectDatabase } from '#server/database/open.ts'
import type { Tables } from '#server/database/tables.ts'
import { KEYS_FILE_NAME } from '#server/security/key-file.ts'
import type { TestDatabase } from '../../support/test-database.ts'

export type Cell = string | number | null

/** A database that a former version filled with the demo, reduced to its evaluated project. */
export interface StoredDatabase {
  /** The newest migration of the version that wrote it. */
  readonly version: string
  /** The statements that SQLite reports of its tables, indexes and triggers. */
  readonly schema: readonly string[]
  /** Content of the key file, where the version kept keys outside the database. */
  readonly keys: string | null
  readonly tables: Readonly<Record<string, { columns: string[]; rows: Cell[][] }>>
}

const FOLDER = join(import.meta.dirname, 'databases')
const SUFFIX = '.json.br'

/** The stored databases, oldest first. */
export const storedDatabases = (): StoredDatabase[] =>
  readdirSync(FOLDER)
    .filter((name) => name.endsWith(SUFFIX))
    .sort()
    .map((name) => ({
      version: name.slice(0, -SUFFIX.length),
      ...JSON.parse(brotliDecompressSync(readFileSync(join(FOLDER, name))).toString('utf8')),
    }))

/** Puts a stored database into an empty place, as its version left it. */
export const restoreStored = async (stored: StoredDatabase, place: TestDatabase): Promise<void> => {
  if (stored.keys !== null)
    await writeFile(join(place.dataDir, KEYS_FILE_NAME), stored.keys, { mode: 0o600 })
  if (place.databaseUrl === undefined) fillSqlite(stored, place.dataDir)
  else await fillPostgres(stored, connectDatabase(place))
}

const fillSqlite = ({ schema, tables }: StoredDatabase, dataDir: string): void => {
  const file = new DatabaseSync(join(dataDir, 'tenderbook.sqlite'))
  for (const statement of schema) if (!statement.includes('sqlite_sequence')) file.exec(statement)
  file.exec('begin')
  for (const [table, { columns, rows }] of Object.entries(tables)) {
    const insert = file.prepare(
      `insert into "${table}" (${columns.join(', ')}) values (${columns.map(() => '?').join(', ')})`,
    )
    for (const row of rows) insert.run(...row)
  }
  file.exec('commit')
  file.close()
}

/** The migrations up to that version make the tables; the rows are those of the stored database. */
const fillPostgres = async (stored: StoredDatabase, database: SqlDatabase): Promise<void> => {
  try {
    await migrate(database, stored.version)
    await database.write(async (tx) => {
      for (const [table, { columns, rows }] of Object.entries(stored.tables)) {
        if (table.startsWith('kysely_')) continue
        const target = table as keyof Tables
        for (const row of rows)
          await tx
            .insertInto(target)
            .values(Object.fromEntries(columns.map((column, at) => [column, row[at]])) as never)
            .execute()
      }
    })
  } finally {
    await database.close()
  }
}
