import type { Database } from './database.ts'
import { migrate } from './migrate.ts'
import { openPostgres } from './open-postgres.ts'
import { openSqlite } from './open-sqlite.ts'
import { beginLogs } from './project-log/begin-logs.ts'

export interface OpenOptions { dataDir: string; databaseUrl?: string | undefined; onError?: (error: Error) => void }

/** PostgreSQL where a URL is given, else the embedded file in `dataDir`, as it is. */
export const connectDatabase = ({ dataDir, databaseUrl, onError = () => undefined }: OpenOptions): Database =>
  (databaseUrl === undefined ? openSqlite(dataDir) : openPostgres(databaseUrl, onError))

/** Opens and migrates. */
export const openDatabase = async (options: OpenOptions): Promise<Database> => {
  const database = connectDatabase(options)
  await migrate(database)
  await beginLogs(database)
  return database
}
