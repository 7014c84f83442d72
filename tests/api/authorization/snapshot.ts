import { sql } from 'kysely'
import { type Database, inPieces, type Queries } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'

type Row = Record<string, unknown>
/** Every row of every table. */
export type Snapshot = ReadonlyMap<string, readonly string[]>

/**
 * Watches tables by triggers that record which tables a statement has touched, and re-reads only
 * those: reading every table takes longer than a call.
 */
export interface TableWatch {
  look(): Promise<Snapshot>
  /** Reads every table, without relying on the triggers. */
  lookAtAll(): Promise<Snapshot>
  /** Restores every table to the snapshot. */
  restore(snapshot: Snapshot): Promise<void>
}

const TABLE_NAMES = {
  sqlite: sql<{
    name: string
  }>`select name from sqlite_master where type = 'table' and name not like 'sqlite_%'`,
  postgres: sql<{
    name: string
  }>`select table_name as name from information_schema.tables where table_schema = current_schema() and table_type = 'BASE TABLE'`,
}
/**
 * Tables that a refused call may write to: the access log (after the answer), the counters of
 * tries, and the project's log for a refused read of sealed answers.
 */
const UNWATCHED = ['access_log', 'failed_tries', 'try_windows', 'project_log_heads']
const isWatched = (row: Row): boolean => row['kind'] !== 'readRefused'

interface TouchNotes {
  readonly tables: readonly string[]
  of(table: string): readonly string[]
  /** Returns the tables touched since the last call. */
  take(queries: Queries): Promise<readonly string[]>
}
/** SQLite has one writer, so notes are numbered in the order of their commits. */
const notesOfSqlite = (): TouchNotes => {
  let last = 0
  return {
    tables: ['create table touched (id integer primary key, name text not null)'],
    of: (table) =>
      ['insert', 'update', 'delete'].map(
        (act) =>
          `create trigger touched_${table}_${act} after ${act} on ${table} begin insert into touched (name) values ('${table}'); end`,
      ),
    take: async (queries) => {
      const { rows } = await sql<{
        name: string
        newest: number
      }>`select name, max(id) as newest from touched where id > ${last} group by name`.execute(
        queries,
      )
      last = Math.max(last, ...rows.map(({ newest }) => newest))
      return rows.map(({ name }) => name)
    },
  }
}
const notesOfPostgres = (): TouchNotes => ({
  tables: [
    'create table touched (name text not null)',
    'create function note_touched() returns trigger language plpgsql as $$ begin insert into touched values (tg_table_name); return null; end $$',
  ],
  of: (table) => [
    `create trigger touched after insert or update or delete or truncate on ${table} for each statement execute function note_touched()`,
  ],
  take: async (queries) => [
    ...new Set(
      (await sql<{ name: string }>`delete from touched returning name`.execute(queries)).rows.map(
        ({ name }) => name,
      ),
    ),
  ],
})

const readRows = async (queries: Queries, name: string): Promise<readonly string[]> => {
  const found: Row[] = await queries
    .selectFrom(name as 'releases')
    .selectAll()
    .execute()
  return found
    .filter(isWatched)
    .map((row) => JSON.stringify(row))
    .sort()
}
const isAlike = (
  one: readonly string[] | undefined,
  other: readonly string[] | undefined,
): boolean => one === other || JSON.stringify(one) === JSON.stringify(other)

/**
 * @param except tables in which a call keeps its own record, such as the verdicts of a push
 * @returns names of the tables that differ
 */
export const changedTables = (
  before: Snapshot,
  after: Snapshot,
  except: readonly string[] = [],
): string[] =>
  [...new Set([...before.keys(), ...after.keys()])].filter(
    (name) => !except.includes(name) && !isAlike(before.get(name), after.get(name)),
  )

/** Restoring the project's log needs its protective triggers dropped. */
const MAKE_CHANGEABLE = {
  sqlite: ['drop trigger project_log_no_update', 'drop trigger project_log_no_delete'],
  postgres: ['alter table project_log disable trigger user'],
}

/** Watches from now on; call once per database. */
export const watchTables = async (database: Database): Promise<TableWatch> => {
  const { dialect, queries } = database
  const { rows: tables } = await TABLE_NAMES[dialect].execute(queries)
  const names = tables.map(({ name }) => name).filter((name) => !UNWATCHED.includes(name))
  const notes = dialect === 'sqlite' ? notesOfSqlite() : notesOfPostgres()
  await database.write(async (tx) => {
    const statements = [...notes.tables, ...names.flatMap((name) => notes.of(name))]
    for (const statement of [...MAKE_CHANGEABLE[dialect], ...statements])
      await sql.raw(statement).execute(tx)
  })
  const readAll = (of: readonly string[]) =>
    Promise.all(of.map(async (name) => [name, await readRows(queries, name)] as const))
  const held = new Map(await readAll(names))

  const look = async (): Promise<Snapshot> => {
    for (const [name, rows] of await readAll(await notes.take(queries)))
      if (!isAlike(held.get(name), rows)) held.set(name, rows)
    return new Map(held)
  }
  return {
    look,
    lookAtAll: async () => new Map(await readAll(names)),
    restore: async (snapshot) => {
      const changed = changedTables(snapshot, await look())
      if (changed.length === 0) return
      await database.write(async (tx) => {
        for (const name of changed) {
          await tx.deleteFrom(name as keyof Tables).execute()
          const rows = (snapshot.get(name) ?? []).map((text): Row => JSON.parse(text))
          for (const piece of inPieces(rows, 50))
            await tx
              .insertInto(name as 'releases')
              .values(piece as never)
              .execute()
        }
      })
    },
  }
}
