import { sql } from 'kysely'
import type { Queries, SqlSession } from '../database/database.ts'

export type Dialect = SqlSession['dialect']
export interface Column {
  name: string
  /** Other columns hold whole numbers. */
  isText: boolean
}
export interface TableShape {
  name: string
  /** In the order of their names, which is the same on every database. */
  columns: Column[]
  /** Columns of the primary key. */
  key: string[]
  /** Whether the database numbers new rows by a counter. */
  isNumbered: boolean
}

interface ColumnRow {
  table: string
  name: string
  type: string
  /** Place in the primary key, from 1; 0 = not in it. */
  key_place: number
  is_numbered: number
}

const COLUMNS = {
  sqlite: sql<ColumnRow>`
    select m.name as "table", c.name as name, lower(c.type) as type, c.pk as key_place,
      m.sql like '%autoincrement%' and c.pk = 1 as is_numbered
    from sqlite_master m join pragma_table_info(m.name) c
    where m.type = 'table' and m.name not glob 'sqlite_*'`,
  postgres: sql<ColumnRow>`
    select t.relname as "table", a.attname as name, format_type(a.atttypid, null) as type,
      coalesce(array_position(i.indkey::int2[], a.attnum), -1) + 1 as key_place,
      (pg_get_serial_sequence(quote_ident(t.relname), a.attname) is not null)::int as is_numbered
    from pg_class t join pg_attribute a on a.attrelid = t.oid and a.attnum > 0
      and not a.attisdropped
    left join pg_index i on i.indrelid = t.oid and i.indisprimary
    where t.relkind = 'r' and t.relnamespace = current_schema()::regnamespace`,
} as const

/** Tables by which Kysely knows its migrations; a backup names these in its manifest instead. */
const OF_MIGRATIONS = 'kysely_'

const byName = (a: { name: string }, b: { name: string }): number => (a.name < b.name ? -1 : 1)

/** The tables of a database in the order of their names, without those of the migrations. */
export const readShapes = async (tx: Queries, dialect: Dialect): Promise<TableShape[]> => {
  const { rows } = await COLUMNS[dialect].execute(tx)
  const own = rows.filter(({ table }) => !table.startsWith(OF_MIGRATIONS))
  return [...Map.groupBy(own, ({ table }) => table)]
    .map(([name, columns]) => shapeOf(name, columns))
    .sort(byName)
}

const shapeOf = (name: string, columns: readonly ColumnRow[]): TableShape => {
  for (const column of columns)
    if (!['text', 'integer', 'bigint'].includes(column.type))
      throw new Error(`${name}.${column.name} has the type ${column.type}, which no backup holds`)
  const key = columns
    .filter(({ key_place }) => key_place > 0)
    .sort((a, b) => a.key_place - b.key_place)
    .map((column) => column.name)
  if (key.length === 0) throw new Error(`${name} has no primary key`)
  return {
    name,
    columns: columns
      .map((column) => ({ name: column.name, isText: column.type === 'text' }))
      .sort(byName),
    key,
    isNumbered: columns.some(({ is_numbered }) => is_numbered === 1),
  }
}

/** The last number that each counter gave; numbers of deleted rows are never given again. */
export const readCounters = async (
  tx: Queries,
  dialect: Dialect,
  shapes: readonly TableShape[],
): Promise<Record<string, number>> => {
  const counters: Record<string, number> = {}
  for (const { name } of shapes.filter(({ isNumbered }) => isNumbered)) {
    const query =
      dialect === 'sqlite'
        ? sql<{ last: number }>`select seq as last from sqlite_sequence where name = ${name}`
        : sql<{ last: number }>`
            select case when is_called then last_value else 0 end as last
            from ${sql.ref(`${name}_id_seq`)}`
    counters[name] = (await query.execute(tx)).rows[0]?.last ?? 0
  }
  return counters
}

export const writeCounters = async (
  tx: Queries,
  dialect: Dialect,
  counters: Readonly<Record<string, number>>,
): Promise<void> => {
  for (const [name, last] of Object.entries(counters)) {
    if (last === 0) continue
    if (dialect === 'postgres') {
      await sql`select setval(pg_get_serial_sequence(${name}, 'id'), ${last})`.execute(tx)
      continue
    }
    await sql`delete from sqlite_sequence where name = ${name}`.execute(tx)
    await sql`insert into sqlite_sequence (name, seq) values (${name}, ${last})`.execute(tx)
  }
}
