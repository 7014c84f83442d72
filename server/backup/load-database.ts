import { ArchiveProblem } from '../archive/archive-problem.ts'
import type { Queries } from '../database/database.ts'
import { migrate } from '../database/migrate.ts'
import { loadTable } from './load-table.ts'
import { digestTable, type TableDigest } from './table-rows.ts'
import {
  type Column,
  type Dialect,
  readShapes,
  type TableShape,
  writeCounters,
} from './table-shapes.ts'

export interface SourceTable extends TableDigest {
  name: string
  columns: readonly Column[]
}
/** Where tables come from: a backup, or another database. */
export interface TableSource {
  migrations: readonly string[]
  counters: Readonly<Record<string, number>>
  tables: readonly SourceTable[]
  /** Named in problems. */
  pathOf: (table: string) => string
  linesOf: (table: SourceTable) => AsyncIterable<string>
}

/**
 * Creates the tables of a source in an empty database and fills them. Reads each table again and
 * compares it with the source.
 * @param tx a transaction of an empty database
 */
export const loadDatabase = async (
  { tx, dialect }: { tx: Queries; dialect: Dialect },
  source: TableSource,
  tell: (line: string) => void,
): Promise<void> => {
  await migrate({ dialect, queries: tx }, source.migrations.at(-1))
  const shapes = new Map((await readShapes(tx, dialect)).map((shape) => [shape.name, shape]))
  for (const table of source.tables) {
    const shape = shapes.get(table.name)
    const path = source.pathOf(table.name)
    if (shape === undefined || textOf(shape.columns) !== textOf(table.columns))
      throw new ArchiveProblem(path, 'has other columns than its migrations create')
    shapes.delete(table.name)
    tell(`table ${table.name}`)
    await loadTable(tx, { shape, path }, source.linesOf(table))
    requireEqual(await digestTable(tx, dialect, shape), table, path)
  }
  for (const name of shapes.keys()) throw new ArchiveProblem(source.pathOf(name), 'is missing')
  await writeCounters(tx, dialect, source.counters)
}

const textOf = (columns: TableShape['columns'] | readonly Column[]): string =>
  columns.map(({ name, isText }) => `${name} ${isText}`).join(', ')

const requireEqual = (loaded: TableDigest, { rows, sha256 }: TableDigest, path: string): void => {
  if (loaded.rows !== rows)
    throw new ArchiveProblem(path, `became ${loaded.rows} rows instead of ${rows}`)
  if (loaded.sha256 !== sha256)
    throw new ArchiveProblem(path, 'is not the same after it was written to the database')
}
