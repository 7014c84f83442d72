import { sql } from 'kysely'
import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { Queries } from '../database/database.ts'
import { parseLine, type Value } from './table-rows.ts'
import type { TableShape } from './table-shapes.ts'

/** A statement carries no more values than either database accepts, and no more text than this. */
const MOST_VALUES = 8_000
const MOST_CHARACTERS = 1_000_000

interface Loading {
  shape: TableShape
  /** Where the lines come from, named in problems. */
  path: string
}

/** Writes the lines of a table into the empty table of the same shape. */
export const loadTable = async (
  tx: Queries,
  { shape, path }: Loading,
  lines: AsyncIterable<string>,
): Promise<void> => {
  const atOnce = Math.floor(MOST_VALUES / shape.columns.length)
  let rows: Value[][] = []
  let [line, characters] = [0, 0]
  const flush = async (): Promise<void> => {
    if (rows.length === 0) return
    await insert(tx, shape, rows).catch((error: unknown) => {
      const words = error instanceof Error ? error.message : String(error)
      const problem = `the database refuses one of the ${rows.length} rows up to here (${words})`
      throw new ArchiveProblem(path, problem, line)
    })
    ;[rows, characters] = [[], 0]
  }
  for await (const text of lines) {
    line += 1
    rows.push(parseLine(text, { path, columns: shape.columns, line }))
    characters += text.length
    if (rows.length >= atOnce || characters >= MOST_CHARACTERS) await flush()
  }
  await flush()
}

const insert = async (tx: Queries, shape: TableShape, rows: readonly Value[][]): Promise<void> => {
  const columns = sql.join(shape.columns.map(({ name }) => sql.ref(name)))
  const values = sql.join(rows.map((row) => sql`(${sql.join(row)})`))
  await sql`insert into ${sql.table(shape.name)} (${columns}) values ${values}`.execute(tx)
}
