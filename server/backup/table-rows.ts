import { createHash } from 'node:crypto'
import { sql } from 'kysely'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { Queries } from '../database/database.ts'
import type { Column, Dialect, TableShape } from './table-shapes.ts'

export type Value = string | number | null
type Row = Readonly<Record<string, unknown>>
/** A table as lines: one JSON list of values per row, in the order of the columns' names. */
export interface TableDigest {
  rows: number
  bytes: number
  sha256: string
}

/**
 * Yields the rows of a table by their primary key, in the order of bytes on every database, a few
 * at a time. On PostgreSQL the caller has a transaction open.
 */
async function* readRows(tx: Queries, dialect: Dialect, shape: TableShape): AsyncGenerator<Row> {
  const columns = shape.columns.map(({ name }) => sql.ref(name))
  const isText = new Map(shape.columns.map((column) => [column.name, column.isText]))
  if (dialect === 'sqlite') {
    const names = shape.columns.map(({ name }) => name)
    let query = tx.selectFrom(shape.name as 'server_meta').select(names as ['key'])
    for (const name of shape.key) query = query.orderBy(sql.ref(name))
    yield* query.stream() as AsyncIterableIterator<Row>
    return
  }
  const order = shape.key.map((name) =>
    isText.get(name) === true ? sql`${sql.ref(name)} collate "C"` : sql.ref(name),
  )
  await sql`declare backup_rows no scroll cursor for
    select ${sql.join(columns)} from ${sql.table(shape.name)} order by ${sql.join(order)}`.execute(
    tx,
  )
  for (;;) {
    const { rows } = await sql<Row>`fetch 200 from backup_rows`.execute(tx)
    if (rows.length === 0) break
    yield* rows
  }
  await sql`close backup_rows`.execute(tx)
}

const isFitting = (value: unknown, { isText }: Column): value is Value =>
  value === null || (isText ? typeof value === 'string' : Number.isSafeInteger(value))

/**
 * Yields the lines of a table, each with its line feed, and returns the digest of all.
 * @throws ArchiveProblem if a value is not of the type of its column
 */
export async function* tableLines(
  tx: Queries,
  dialect: Dialect,
  shape: TableShape,
): AsyncGenerator<string, TableDigest> {
  const hash = createHash('sha256')
  let [rows, bytes] = [0, 0]
  for await (const row of readRows(tx, dialect, shape)) {
    rows += 1
    const values = shape.columns.map((column) => {
      const value = row[column.name]
      if (isFitting(value, column)) return value
      throw new ArchiveProblem(
        `table ${shape.name}`,
        `${column.name} holds no ${column.isText ? 'text' : 'whole number'}`,
        rows,
      )
    })
    const line = `${JSON.stringify(values)}\n`
    hash.update(line)
    bytes += Buffer.byteLength(line)
    yield line
  }
  return { rows, bytes, sha256: hash.digest('hex') }
}

/** Reads a table only for its digest. */
export const digestTable = async (
  tx: Queries,
  dialect: Dialect,
  shape: TableShape,
): Promise<TableDigest> => {
  const lines = tableLines(tx, dialect, shape)
  for (;;) {
    const next = await lines.next()
    if (next.done === true) return next.value
  }
}

/** @throws ArchiveProblem if the line is not a row of this table */
export const parseLine = (
  text: string,
  { path, columns, line }: { path: string; columns: readonly Column[]; line: number },
): Value[] => {
  const values = jsonOf(text)
  if (!Array.isArray(values) || values.length !== columns.length)
    throw new ArchiveProblem(path, 'is no row of this table', line)
  return columns.map((column, index) => {
    const value: unknown = values[index]
    if (isFitting(value, column)) return value
    throw new ArchiveProblem(path, `${column.name} is not valid`, line)
  })
}
const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text) as unknown
  } catch {
    return undefined
  }
}
