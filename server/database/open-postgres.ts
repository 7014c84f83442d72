import { Kysely, PostgresDialect, type PostgresPool, sql } from 'kysely'
import pg from 'pg'
import { CONNECTION_NAMES } from './connection-names.ts'
import { afterDeadlock } from './after-deadlock.ts'
import type { SqlDatabase } from './database.ts'
import { createGroups } from './group-commit.ts'
import { measured } from '../measures.ts'
import { CONNECTION_FAILURE, errorCode } from './passing-error.ts'
import { pipelinedTransactions } from './pipelined.ts'
import { boundedBy, preparesStatements } from './postgres-connection.ts'
import { PostgresHosts } from './postgres-hosts.ts'
import type { Tables } from './tables.ts'
import { type DatabaseTimeouts, UNHURRIED } from './timeouts.ts'

const INT8 = 20
/** A group holds the lock of one project: its other writers wait for that long at most. */
const LONGEST_GROUP_MS = 100
const MOST_CONNECTIONS = 10
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

interface PostgresOptions {
  /** Name by which PostgreSQL lists the connections. */
  name?: string
  timeouts?: DatabaseTimeouts | undefined
}

/**
 * @param onError called for every broken connection, idle or in use; without a listener a restart
 * of PostgreSQL would end this process
 */
export const openPostgres = (
  url: string,
  onError: (error: Error) => void,
  { name = CONNECTION_NAMES.server, timeouts = UNHURRIED }: PostgresOptions = {},
): SqlDatabase => {
  const hosts = new PostgresHosts(url)
  const pool = new pg.Pool({
    ...boundedBy(timeouts),
    Client: hosts.Client,
    max: MOST_CONNECTIONS,
    pipeline: true,
    application_name: name,
  })
  // The pool repeats errors of idle connections; each connection tells of itself, once.
  pool.on('error', () => undefined)
  pool.on('connect', (client) => {
    client.once('error', onError)
  })
  const connect = () => measured('poolWait', () => hosts.open(() => pool.connect()))
  const waited: PostgresPool = {
    connect,
    end: () => pool.end(),
    options: pool.options,
  }
  const kysely = new Kysely<Tables>({ dialect: new PostgresDialect({ pool: waited }) })
  const read: SqlDatabase['read'] = (work) =>
    naming(
      kysely
        .transaction()
        .setIsolationLevel('repeatable read')
        .setAccessMode('read only')
        .execute(work),
    )
  const pipelined = pipelinedTransactions(connect, { prepares: preparesStatements(url) })
  const inGroup = createGroups({
    transact: (work) => naming(pipelined(work)),
    // After an error the transaction stands as long as the connection does.
    isInTransaction: () => true,
    longestMs: LONGEST_GROUP_MS,
  })
  return {
    dialect: 'postgres',
    queries: kysely,
    write: (work) =>
      afterDeadlock(() =>
        naming(kysely.transaction().setIsolationLevel('read committed').execute(work)),
      ),
    writeTogether: (key, work) => afterDeadlock(() => inGroup(key, work)),
    read,
    // Every transaction has a connection of the pool to itself. This one holds no locks that a
    // writer waits for, and its reader may write to a file in between.
    readApart: (work) =>
      read(async (tx) => {
        await sql`
          select set_config('statement_timeout', '0', true),
            set_config('idle_in_transaction_session_timeout', '0', true)`.execute(tx)
        return await work(tx)
      }),
    // Only the owner of the table may run this. For another role PostgreSQL only warns, and
    // autovacuum overwrites the rows in time.
    removeTraces: async () => void (await sql`vacuum full server_meta`.execute(kysely)),
    connections: () => ({
      busy: pool.totalCount - pool.idleCount,
      idle: pool.idleCount,
      most: MOST_CONNECTIONS,
      waiting: pool.waitingCount,
    }),
    close: () => kysely.destroy(),
  }
}
