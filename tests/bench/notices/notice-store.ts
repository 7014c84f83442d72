import { rm } from 'node:fs/promises'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import pg from 'pg'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { createPostgresDatabase, stopOwnPostgres } from '../../support/postgres.ts'

export const DATABASES = ['sqlite', 'postgres'] as const
export type DatabaseName = (typeof DATABASES)[number]

/** Where the server of the bench keeps its rows. */
export interface Store {
  dataDir: string
  /** undefined = SQLite in `dataDir` */
  databaseUrl: string | undefined
}

/** Gives the work an empty store, and removes it afterwards. */
export const withStore = async <T>(
  name: DatabaseName,
  dir: string,
  work: (store: Store) => Promise<T>,
): Promise<T> => {
  const dataDir = join(dir, name)
  if (name === 'sqlite') {
    const done = await work({ dataDir, databaseUrl: undefined })
    await rm(dataDir, { recursive: true, force: true })
    return done
  }
  try {
    const { url } = await createPostgresDatabase()
    return await work({ dataDir, databaseUrl: url })
  } finally {
    await stopOwnPostgres()
  }
}

export const withDatabase = async <T>(
  store: Store,
  work: (database: Database) => Promise<T>,
): Promise<T> => {
  const database = await openDatabase(store)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const QUERY = 'select count(*) as waiting from events'

/** Counts beside the running server the events that wait. */
export const watchEvents = async ({
  dataDir,
  databaseUrl,
}: Store): Promise<{ waiting: () => Promise<number>; close: () => Promise<void> }> => {
  if (databaseUrl === undefined) {
    const database = new SQLite(join(dataDir, 'tenderbook.sqlite'), { readonly: true })
    const statement = database.prepare<[], { waiting: number }>(QUERY)
    return {
      waiting: async () => statement.get()?.waiting ?? 0,
      close: async () => void database.close(),
    }
  }
  const client = new pg.Client({ connectionString: databaseUrl })
  await client.connect()
  return {
    waiting: async () =>
      Number((await client.query<{ waiting: string }>(QUERY)).rows[0]?.waiting ?? 0),
    close: () => client.end(),
  }
}
