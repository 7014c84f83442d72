import { join } from 'node:path'
import { KEYS_FILE_NAME } from '../security/key-file.ts'
import type { Database, SqlDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { beginLogs } from './project-log/begin-logs.ts'
import { settleKeys } from './settle-keys.ts'

export interface OpenOptions {
  /** Of the embedded database, and of the key file unless `keysFile` names another. */
  dataDir: string
  databaseUrl?: string | undefined
  /** Keys instead of a key file, in its form. */
  keys?: string | undefined
  keysFile?: string | undefined
  onError?: ((error: Error) => void) | undefined
}

/** Opens and migrates: PostgreSQL where a URL is given, else the embedded file in `dataDir`. */
export const openDatabase = async ({
  dataDir,
  databaseUrl,
  keys: text,
  keysFile,
  onError,
}: OpenOptions): Promise<Database> => {
  const file = keysFile ?? join(dataDir, KEYS_FILE_NAME)
  const database = await openRows({ dataDir, databaseUrl, onError })
  try {
    return { ...database, keys: await settleKeys(database, { text, file }) }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** PostgreSQL where a URL is given, else the embedded file in `dataDir`, as it is. */
export const connectDatabase = ({
  dataDir,
  databaseUrl,
  onError = () => undefined,
}: Omit<OpenOptions, 'keys' | 'keysFile'>): SqlDatabase =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, onError)

/** Opens the database without keys. */
export const openRows = async ({
  dataDir,
  databaseUrl,
  onError = () => undefined,
}: Omit<OpenOptions, 'keys' | 'keysFile'>): Promise<SqlDatabase> => {
  const database = connectDatabase({ dataDir, databaseUrl, onError })
  try {
    await migrate(database)
    await beginLogs(database)
    return database
  } catch (error) {
    await database.close()
    throw error
  }
}
