import { join } from 'node:path'
import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { KEYS_FILE_NAME } from '../security/key-file.ts'
import { settleKeys } from './settle-keys.ts'

export interface OpenOptions {
  /** Of the embedded database, and of the key file unless `keysFile` names another. */
  dataDir: string
  databaseUrl?: string | undefined
  /** Keys instead of a key file, in its form. */
  keys?: string | undefined
  keysFile?: string | undefined
  onError?: (error: Error) => void
}

/** Opens and migrates: PostgreSQL where a URL is given, else the embedded file in `dataDir`. */
export const openDatabase = async ({
  dataDir, databaseUrl, keys: text, keysFile, onError = () => undefined,
}: OpenOptions): Promise<Database> => {
  const file = keysFile ?? join(dataDir, KEYS_FILE_NAME)
  const database = databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, onError)
  try {
    await migrate(database)
    return { ...database, keys: await settleKeys(database, { text, file }) }
  } catch (error) {
    await database.close()
    throw error
  }
}
