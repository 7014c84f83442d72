import { existsSync } from 'node:fs'
import { mkdir, mkdtemp, open, rename, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { migrate, readMigrations, requireKnownMigrations } from '../database/migrate.ts'
import { openSqlite } from '../database/open-sqlite.ts'
import { type DatabasePlace, sqliteFile } from './database-place.ts'
import {
  hasTables,
  lockOut,
  openForOperator,
  requireNoServer,
  requireOwner,
} from './hold-postgres.ts'
import { holdSqlite } from './hold-sqlite.ts'
import { type Dialect, readShapes } from './table-shapes.ts'

/** A database that is to be written anew, held so that no server uses it. */
export interface OpenPlace {
  dialect: Dialect
  /** Reads what the place holds; null = nothing, or nothing readable. */
  present: Queries | null
  isEmpty: boolean
  /**
   * Runs `work` on an empty database, which takes the place of the present one only if `work`
   * succeeds.
   */
  replace<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** @throws if a server uses the place */
export const openPlace = async (place: DatabasePlace): Promise<OpenPlace> =>
  place.databaseUrl === undefined
    ? await openSqlitePlace(place.dataDir)
    : await openPostgresPlace(place.databaseUrl)

const syncPath = async (path: string): Promise<void> => {
  const file = await open(path, 'r')
  try {
    await file.sync()
  } finally {
    await file.close()
  }
}

const openSqlitePlace = async (dataDir: string): Promise<OpenPlace> => {
  await mkdir(dataDir, { recursive: true, mode: 0o700 })
  const held = holdSqlite(dataDir)
  const leftovers = ['-wal', '-shm', '-journal'].map((end) => sqliteFile({ dataDir }) + end)
  return {
    dialect: 'sqlite',
    present: held?.queries ?? null,
    isEmpty: held === null && !leftovers.some((path) => existsSync(path)),
    replace: async (work) => {
      const folder = await mkdtemp(join(dataDir, 'restore-'))
      try {
        const result = await inNewFile(folder, work)
        const file = sqliteFile({ dataDir: folder })
        await syncPath(file)
        // SQLite would replay what an interrupted server left onto the new file.
        for (const path of leftovers) await rm(path, { force: true })
        await rename(file, sqliteFile({ dataDir }))
        await syncPath(dataDir)
        return result
      } finally {
        await rm(folder, { recursive: true, force: true })
      }
    },
    close: async () => await held?.release(),
  }
}

const inNewFile = async <T>(folder: string, work: (tx: Queries) => Promise<T>): Promise<T> => {
  const database = openSqlite(folder)
  try {
    return await database.write(work)
  } finally {
    await database.close()
  }
}

const openPostgresPlace = async (url: string): Promise<OpenPlace> => {
  const database = openForOperator(url)
  try {
    await requireNoServer(database.queries)
    await requireOwner(database.queries)
    const isEmpty = !(await hasTables(database.queries))
    return {
      dialect: 'postgres',
      present: isEmpty ? null : database.queries,
      isEmpty,
      replace: (work) =>
        database.write(async (tx) => {
          if (await hasTables(tx)) {
            await lockOut(tx)
            await dropTables(tx)
          }
          return await work(tx)
        }),
      close: () => database.close(),
    }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Drops the tables that this product creates, and no other ones. */
const dropTables = async (tx: Queries): Promise<void> => {
  const present = { dialect: 'postgres', queries: tx } as const
  requireKnownMigrations(await readMigrations(present), 'The database that is to be replaced')
  for (const name of [...(await ownTables()), 'kysely_migration', 'kysely_migration_lock'])
    await sql`drop table if exists ${sql.table(name)}`.execute(tx)
  await sql`drop function if exists project_log_refuse()`.execute(tx)
}

/** The names of the tables of this version, read from a database that is removed afterwards. */
const ownTables = async (): Promise<string[]> => {
  const folder = await mkdtemp(join(tmpdir(), 'tenderbook-tables-'))
  const database = openSqlite(folder)
  try {
    await migrate(database)
    return (await readShapes(database.queries, 'sqlite')).map(({ name }) => name)
  } finally {
    await database.close()
    await rm(folder, { recursive: true, force: true })
  }
}
