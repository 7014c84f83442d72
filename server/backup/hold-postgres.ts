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

/** @throws if the role of the connection may not create and replace the tables */
export const requireOwner = async (queries: Queries): Promise<void> => {
  const { rows } = await sql<{ role: string; may: boolean }>`
    select current_user as role, has_schema_privilege(current_schema(), 'create') and not exists (
      select from pg_tables where schemaname = current_schema()
        and tablename = 'server_meta' and not pg_has_role(tableowner, 'member')) as may`.execute(
    queries,
  )
  const [found] = rows
  if (found?.may !== true)
    throw new Error(
      `The role ${found?.role} may not replace the tables: name their owner (tenderbook_owner) in ` +
        'DATABASE_URL, or in DATABASE_DIRECT_URL if it is set',
    )
}

/** Lets a server that starts wait until the end of the transaction. */
export const lockOut = async (tx: Queries): Promise<void> => {
  await sql`lock table server_meta in access exclusive mode`.execute(tx)
  await requireNoServer(tx)
}
