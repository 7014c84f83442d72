import { sql } from 'kysely'
import { type Database, inPieces } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Record<string, unknown>
/** Every row of every table. */
export type Snapshot = ReadonlyMap<string, readonly string[]>

const TABLE_NAMES = {
  sqlite: sql<{ name: string }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  postgres: sql<{ name: string }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
}

/** @param except tables in which a call keeps its own record, as a push does of its verdicts */
export const takeSnapshot = async ({ dialect, queries }: Database, except: readonly string[] = []): Promise<Snapshot> => {
  const { rows } = await TABLE_NAMES[dialect].execute(queries)
  const snapshot = new Map<string, readonly string[]>()
  // A refused call is written into the access log, after the answer.
  for (const { name } of rows.filter((table) => table.name !== 'access_log' && !except.includes(table.name))) {
    const found: Row[] = await queries.selectFrom(name as 'releases').selectAll().execute()
    snapshot.set(name, found.map((row) => JSON.stringify(row)).sort())
  }
  return snapshot
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
