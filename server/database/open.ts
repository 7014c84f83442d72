import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'

export interface OpenOptions { dataDir: string; databaseUrl?: string | undefined; onError?: (error: Error) => void }

/** Opens and migrates: PostgreSQL where a URL is given, else the embedded file in `dataDir`. */
export const openDatabase = async ({ dataDir, databaseUrl, onError = () => undefined }: OpenOptions): Promise<Database> => {
  const database = databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, onError)
  await migrate(database)
  return database
}
