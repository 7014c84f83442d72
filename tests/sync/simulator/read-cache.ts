import { LONGEST_KEPT } from './stage.ts'

type Row = Record<string, unknown>
interface Answer {
  stamp: number
  rows: readonly Row[]
}

/** A cached statement, identified by its text. */
export interface CachedStatement {
  /**
   * The answer of `ask`, or the last one while no table of the statement was written; each caller
   * gets rows of its own.
   */
  read(parameters: readonly unknown[], ask: () => Row[]): Row[]
  /** Call it after the statement has run. */
  ran(): void
}
/** Caches answers of the database: a hundred pulls ask the same between two edits. */
export interface ReadCache {
  of(sql: string): CachedStatement
  /** Call it after the last writes were rolled back. */
  forget(): void
}

const NAMES = /\b(?:from|join|into|update)\s+"?([a-z_]+)"?/gi
const namesIn = (sql: string): string[] => [
  ...new Set(
    [...sql.matchAll(NAMES)].flatMap(([, name]) =>
      name === undefined ? [] : [name.toLowerCase()],
    ),
  ),
]
/** Shared, because all histories use the same texts. */
const namesOf = new Map<string, string[]>()
const tablesOf = (sql: string): string[] => {
  const names = namesOf.get(sql) ?? namesIn(sql)
  if (sql.length <= LONGEST_KEPT) namesOf.set(sql, names)
  return names
}
const copied = (rows: readonly Row[]): Row[] => rows.map((row) => ({ ...row }))

export const createReadCache = (): ReadCache => {
  const versions = new Map<string, { at: number }>()
  let age = 0
  const versionOf = (table: string): { at: number } => {
    const version = versions.get(table) ?? { at: 0 }
    versions.set(table, version)
    return version
  }
  return {
    forget() {
      age += 1
    },
    of(sql) {
      const tables = tablesOf(sql).map(versionOf)
      const isRead = /^\s*select\b/i.test(sql)
      const answers = new Map<string, Answer>()
      return {
        read(parameters, ask) {
          if (!isRead) return ask()
          // No counter ever falls, so an equal sum means equal counters.
          const stamp = tables.reduce((sum, { at }) => sum + at, age)
          const key = JSON.stringify(parameters)
          const known = answers.get(key)
          if (known?.stamp === stamp) return copied(known.rows)
          const rows = ask()
          answers.set(key, { stamp, rows: copied(rows) })
          return rows
        },
        ran() {
          if (!isRead) for (const table of tables) table.at += 1
        },
      }
    },
  }
}
