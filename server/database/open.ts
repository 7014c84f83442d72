import { join } from 'node:path'
import type { Database, SqlDatabase } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { KEYS_FILE_NAME } from '../security/key-file.ts'
import { settleKeys } from './settle-keys.ts'
import { beginLogs } from './project-log/begin-logs.ts'

export interface OpenOptions {
  /** Of the embedded database, and of the key file unless `keysFile` names another. */
  dataDir: string
  databaseUrl?: string | undefined
  /** Keys instead of a key file, in its form. */
  keys?: string | undefined
  keysFile?: string | undefined
  onError?: ((error: Error) => void) | undefined
}

/** PostgreSQL where a URL is given, else the embedded file in `dataDir`, as it is: without keys. */
export const connectDatabase = ({
  dataDir,
  databaseUrl,
  onError = () => undefined,
}: OpenOptions): SqlDatabase =>
  databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, onError)

/** Opens, migrates, and settles with which keys. */
export const openDatabase = async (options: OpenOptions): Promise<Database> => {
  const { dataDir, keys: text, keysFile: file = join(dataDir, KEYS_FILE_NAME) } = options
  const connected = connectDatabase(options)
  try {
    await migrate(connected)
    const database = { ...connected, keys: await settleKeys(connected, { text, file }) }
    await beginLogs(database)
    return database
  } catch (error) {
    await connected.close()
    throw error
  }
}
