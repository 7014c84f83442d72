import { sql } from 'kysely'
import { CONNECTION_NAMES } from '../database/connection-names.ts'
import type { Queries, SqlDatabase } from '../database/database.ts'
import { openPostgres } from '../database/open-postgres.ts'

export const openForOperator = (url: string): SqlDatabase =>
  openPostgres(url, () => undefined, { name: CONNECTION_NAMES.operator })

/**
 * Leaves out idle connections of a pooler: a server that uses one has another past the pooler.
 * @throws if a server is connected to this database
 */
export const requireNoServer = async (queries: Queries): Promise<void> => {
  const { server, live, pooled } = CONNECTION_NAMES
  const { rows } = await sql<{ count: number }>`
    select count(*) as count from pg_stat_activity
    where datname = current_database()
      and (application_name in (${server}, ${live})
        or (application_name = ${pooled} and state <> 'idle'))`.execute(queries)
  if ((rows[0]?.count ?? 0) > 0)
    throw new Error('A server is connected to this database: stop every server first')
}

/** Whether the database has tables of this product, in whichever version. */
export const hasTables = async (queries: Queries): Promise<boolean> => {
  const { rows } = await sql<{ found: boolean }>`
    select to_regclass('server_meta') is not null as found`.execute(queries)
  return rows[0]?.found === true
}

/** Lets a server that starts wait until the end of the transaction. */
export const lockOut = async (tx: Queries): Promise<void> => {
  await sql`lock table server_meta in access exclusive mode`.execute(tx)
  await requireNoServer(tx)
}
