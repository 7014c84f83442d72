import { existsSync } from 'node:fs'
import SQLite from 'better-sqlite3'
import { Kysely, SqliteDialect } from 'kysely'
import type { Queries } from '../database/database.ts'
import type { Tables } from '../database/tables.ts'
import { sqliteFile } from './database-place.ts'

/** A database that no server can use until it is released. */
export interface HeldSqlite {
  /** Reads the database; null if it is damaged so that SQLite cannot open it. */
  queries: Queries | null
  release: () => Promise<void>
}

const codeOf = (error: unknown): string =>
  error instanceof Error && 'code' in error ? String(error.code) : ''

/**
 * Holds the SQLite file of a folder for this process alone. SQLite leaves the mode WAL only if no
 * other process has the file open, and no other one can open a file that is locked exclusively.
 * @returns null if there is no file
 * @throws if a server, or another program, has the file open
 */
export const holdSqlite = (dataDir: string): HeldSqlite | null => {
  const file = sqliteFile({ dataDir })
  if (!existsSync(file)) return null
  const connection = new SQLite(file, { timeout: 0 })
  try {
    connection.pragma('journal_mode = delete')
    connection.pragma('locking_mode = exclusive')
    connection.exec('begin exclusive')
  } catch (error) {
    connection.close()
    if (/^SQLITE_(?:BUSY|LOCKED)/.test(codeOf(error)))
      throw new Error(`${file} is in use: stop the server first`, { cause: error })
    if (/^SQLITE_(?:NOTADB|CORRUPT)/.test(codeOf(error)))
      return { queries: null, release: () => Promise.resolve() }
    throw error
  }
  const queries = new Kysely<Tables>({ dialect: new SqliteDialect({ database: connection }) })
  return {
    queries,
    release: async () => {
      connection.exec('rollback')
      await queries.destroy()
      // Kysely closes only a connection that it has used.
      if (connection.open) connection.close()
    },
  }
}
