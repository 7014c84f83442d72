import { rename } from 'node:fs/promises'
import { readMigrations, requireKnownMigrations } from '../database/migrate.ts'
import { type DatabasePlace, nameOfPlace, sqliteFile } from './database-place.ts'
import { loadDatabase, type SourceTable, type TableSource } from './load-database.ts'
import { openPlace } from './restore-place.ts'
import { readHeld } from './source-place.ts'
import { digestTable, tableLines } from './table-rows.ts'
import { readCounters, readShapes } from './table-shapes.ts'

interface Move {
  from: DatabasePlace
  to: DatabasePlace
  tell: (line: string) => void
}
interface Moved {
  tables: number
  rows: number
  /** The new name of the SQLite file that was moved, so that no server starts on it. */
  former: string | null
}

/**
 * Copies a database to an empty place of the other kind and compares every table with it. Ids, keys
 * and sessions stay: devices notice nothing.
 */
export const moveDatabase = async ({ from, to, tell }: Move): Promise<Moved> => {
  const tables = await readHeld(from, async ({ tx, dialect }) => {
    const migrations = await readMigrations({ dialect, queries: tx })
    requireKnownMigrations(migrations, 'The database')
    const shapes = await readShapes(tx, dialect)
    const byName = new Map(shapes.map((shape) => [shape.name, shape]))
    const pathOf = (name: string): string => `table ${name}`
    const target = await openPlace(to)
    try {
      if (!target.isEmpty)
        throw new Error(`${nameOfPlace(to)} is not empty: a database moves only to an empty place`)
      const digests: SourceTable[] = []
      for (const shape of shapes)
        digests.push({
          name: shape.name,
          columns: shape.columns,
          ...(await digestTable(tx, dialect, shape)),
        })
      const source: TableSource = {
        migrations,
        counters: await readCounters(tx, dialect, shapes),
        tables: digests,
        pathOf,
        linesOf: async function* ({ name }) {
          const shape = byName.get(name)
          if (shape === undefined) throw new Error(`${name} is no table of the database`)
          for await (const line of tableLines(tx, dialect, shape)) yield line.slice(0, -1)
        },
      }
      await target.replace((written) =>
        loadDatabase({ tx: written, dialect: target.dialect }, source, tell),
      )
      return digests
    } finally {
      await target.close()
    }
  })
  return {
    tables: tables.length,
    rows: tables.reduce((sum, { rows }) => sum + rows, 0),
    former: from.databaseUrl === undefined ? await setAside(from) : null,
  }
}

const setAside = async ({ dataDir }: DatabasePlace): Promise<string> => {
  const file = sqliteFile({ dataDir })
  const former = `${file}.moved-${new Date().toISOString().replaceAll(':', '')}`
  await rename(file, former)
  return former
}
