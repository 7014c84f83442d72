import { sql } from 'kysely'
import type { Queries } from '../database/database.ts'
import { hasTables, lockOut, openForOperator, requireNoServer } from './hold-postgres.ts'
import { holdSqlite } from './hold-sqlite.ts'
import { type DatabasePlace, sqliteFile } from './database-place.ts'
import type { Dialect } from './table-shapes.ts'

interface Source {
  tx: Queries
  dialect: Dialect
}

/**
 * Runs `work` on a database that no server changes meanwhile.
 * @throws if a server uses it, or there is none
 */
export const readHeld = async <T>(
  place: DatabasePlace,
  work: (source: Source) => Promise<T>,
): Promise<T> =>
  place.databaseUrl === undefined
    ? await readHeldSqlite(place.dataDir, work)
    : await readHeldPostgres(place.databaseUrl, work)

const readHeldSqlite = async <T>(
  dataDir: string,
  work: (source: Source) => Promise<T>,
): Promise<T> => {
  const held = holdSqlite(dataDir)
  if (held === null) throw new Error(`There is no ${sqliteFile({ dataDir })}`)
  try {
    if (held.queries === null) throw new Error(`${sqliteFile({ dataDir })} is no database`)
    return await work({ tx: held.queries, dialect: 'sqlite' })
  } finally {
    await held.release()
  }
}

const readHeldPostgres = async <T>(
  url: string,
  work: (source: Source) => Promise<T>,
): Promise<T> => {
  const database = openForOperator(url)
  try {
    await requireNoServer(database.queries)
    return await database.write(async (tx) => {
      await sql`set transaction isolation level repeatable read`.execute(tx)
      if (!(await hasTables(tx))) throw new Error('The PostgreSQL database is empty')
      await lockOut(tx)
      return await work({ tx, dialect: 'postgres' })
    })
  } finally {
    await database.close()
  }
}
