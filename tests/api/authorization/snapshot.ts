import { sql } from 'kysely'
import { type Database, inPieces, type Queries } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Record<string, unknown>
/** Every row of every table. */
export type Snapshot = ReadonlyMap<string, readonly string[]>

const TABLE_NAMES = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  postgres: sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
}

const readRows = async (queries: Queries, name: string): Promise<readonly string[]> => {
  const found: Row[] = await queries.selectFrom(name as 'releases').selectAll().execute()
  return found.map((row) => JSON.stringify(row)).sort()
}

/** Rows by table and fingerprint: between two calls hardly a table changes, and each question to PostgreSQL takes its time. */
const known = new Map<string, readonly string[]>()
const readChanged = async (queries: Queries, names: readonly string[]): Promise<(readonly [string, readonly string[]])[]> => {
  const print = (name: string) => sql<{ name: string; print: string }>`select ${name}::text as name, coalesce(md5(string_agg(t::text, ';' order by t::text)), '') as print from ${sql.table(name)} t`
  const { rows } = await sql<{ name: string; print: string }>`${sql.join(names.map(print), sql` union all `)}`.execute(queries)
  return Promise.all(rows.map(async ({ name, print: mark }) => {
    const key = `${name} ${mark}`
    const found = known.get(key) ?? await readRows(queries, name)
    known.set(key, found)
    return [name, found] as const
  }))
}

/** @param except tables in which a call keeps its own record, as a push does of its verdicts */
export const takeSnapshot = async ({ dialect, queries }: Database, except: readonly string[] = []): Promise<Snapshot> => {
  const { rows } = await TABLE_NAMES[dialect].execute(queries)
  // A refused call is written into the access log, after the answer.
  const names = rows.map(({ name }) => name).filter((name) => name !== 'access_log' && !except.includes(name))
  if (dialect === 'postgres') return new Map(await readChanged(queries, names))
  return new Map(await Promise.all(names.map(async (name) => [name, await readRows(queries, name)] as const)))
}

/** Names of the tables that are not as they were. */
export const changedTables = (before: Snapshot, after: Snapshot): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter((name) => JSON.stringify(before.get(name)) !== JSON.stringify(after.get(name)))

/** Lays the tables down again as they were. */
export const restore = async (database: Database, snapshot: Snapshot): Promise<void> => {
  const changed = changedTables(snapshot, await takeSnapshot(database))
  if (changed.length === 0) return
  await database.write(async (tx) => {
    for (const name of changed) {
      await tx.deleteFrom(name as keyof Tables).execute()
      const rows = (snapshot.get(name) ?? []).map((text): Row => JSON.parse(text))
      for (const piece of inPieces(rows, 50)) await tx.insertInto(name as 'releases').values(piece as never).execute()
    }
  })
}
