import { Kysely, PostgresDialect, sql } from 'kysely'
import pg from 'pg'
import type { SqlDatabase } from './database.ts'
import { CONNECTION_FAILURE, errorCode } from './passing-error.ts'
import { postgresConnection } from './postgres-connection.ts'
import type { Tables } from './tables.ts'

const INT8 = 20
/** How long a caller waits for a connection of the pool before it is refused. */
const WAIT_MS = 10_000
const SERVER_NAME = 'tenderbook'
pg.types.setTypeParser(INT8, Number)

const named = (error: unknown): unknown =>
  error instanceof Error && errorCode(error) === CONNECTION_FAILURE
    ? Object.assign(error, { code: CONNECTION_FAILURE })
    : error
const naming = async <T>(work: Promise<T>): Promise<T> => {
  try {
    return await work
  } catch (error) {
    throw named(error)
  }
}

/**
 * @param onError called for every broken connection, idle or in use; without a listener a restart
 * of PostgreSQL would end this process
 * @param name by which PostgreSQL lists the connections
 */
export const openPostgres = (
  url: string,
  onError: (error: Error) => void,
  name: string = SERVER_NAME,
): SqlDatabase => {
  const bounds = { max: 10, connectionTimeoutMillis: WAIT_MS }
  const pool = new pg.Pool({
    ...postgresConnection(url),
    ...bounds,
    application_name: name,
  })
  pool.on('error', onError)
  // The pool itself listens only while a connection is idle.
  pool.on('connect', (client) => void client.on('error', onError))
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool }) })
  const read: SqlDatabase['read'] = (work) =>
    naming(
      kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    )
  return {
    dialect: 'postgres',
    queries: kysely,
    write: (work) => naming(kysely.transaction().setIsolationLevel('read committed').execute(work)),
    read,
    // Every transaction has a connection of the pool to itself.
    readApart: read,
    // Only the owner of the table may run this. For another role PostgreSQL only warns, and
    // autovacuum overwrites the rows in time.
    removeTraces: async () => void (await sql`vacuum full server_meta`.execute(kysely)),
    close: () => kysely.destroy(),
  }
}
