import { join } from 'node:path'
import { KEYS_FILE_NAME } from '../security/key-file.ts'
import { CONNECTION_NAMES } from './connection-names.ts'
import type { Database, SqlDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { beginLogs } from './project-log/begin-logs.ts'
import { settleKeys } from './settle-keys.ts'
import type { DatabaseTimeouts } from './timeouts.ts'

interface OpenOptions {
  /** Folder of the SQLite file, and of the key file unless `keysFile` is set. */
  dataDir: string
  databaseUrl?: string | undefined
  /** For migrations, which need a session that no pooler shares; `databaseUrl` if absent. */
  databaseDirectUrl?: string | undefined
  /** The keys themselves, in the format of the key file, instead of a file. */
  keys?: string | undefined
  keysFile?: string | undefined
  onError?: ((error: Error) => void) | undefined
  /** Limits of PostgreSQL; those of commands if absent. Migrations run without them. */
  databaseTimeouts?: DatabaseTimeouts | undefined
}

type RowsOptions = Pick<OpenOptions, 'dataDir' | 'databaseUrl' | 'onError'>

/**
 * Opens the database with its keys and migrates it: PostgreSQL if a URL is given, else the SQLite
 * file in `dataDir`.
 */
export const openDatabase = async ({
  dataDir,
  databaseUrl,
  databaseDirectUrl = databaseUrl,
  keys: text,
  keysFile,
  onError = () => undefined,
  databaseTimeouts,
}: OpenOptions): Promise<Database> => {
  const file = keysFile ?? join(dataDir, KEYS_FILE_NAME)
  const database = await openRows({ dataDir, databaseUrl: databaseDirectUrl, onError })
  try {
    const keys = await settleKeys(database, { text, file })
    if (databaseUrl === undefined || databaseTimeouts === undefined) return { ...database, keys }
    await database.close()
    const name = CONNECTION_NAMES[databaseDirectUrl === databaseUrl ? 'server' : 'pooled']
    const timeouts = databaseTimeouts
    return { ...openPostgres(databaseUrl, onError, { name, timeouts }), keys }
  } catch (error) {
    await database.close()
    throw error
  }
}

/** Opens PostgreSQL if a URL is given, else the SQLite file in `dataDir`, without migrating. */
export const connectDatabase = ({
  dataDir,
  databaseUrl,
  onError = () => undefined,
}: RowsOptions): SqlDatabase =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, onError)

/** Opens and migrates the database without keys. */
export const openRows = async ({
  dataDir,
  databaseUrl,
  onError = () => undefined,
}: RowsOptions): Promise<SqlDatabase> => {
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
