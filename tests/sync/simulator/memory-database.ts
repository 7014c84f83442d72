import SQLite from 'better-sqlite3'
import { CompiledQuery, Kysely, SqliteAdapter, SqliteDialect } from 'kysely'
import type { Database, Queries } from '#server/database/database.ts'
import type { Tables } from '#server/database/tables.ts'
import { newKeys } from '#server/security/keys.ts'
import { createReadCache } from './read-cache.ts'
import { prepared, type Prepared, type Stage } from './stage.ts'

export interface MemoryDatabase {
  database: Database
  connection: SQLite.Database
  /** To be called once nothing uses it any more: a stage is free again. */
  close(): void
  /** Runs what a plant has put off until after the commit; `isLost` forgets it. */
  runLate(isLost: boolean): void
}

/** What may be done to the statements of a database, to plant a bug or to watch. */
export interface StatementSeam {
  /** Another text in place of a statement's own. */
  rewrite?: (sql: string) => string
  /**
   * Sees every statement that writes, with its parameters. True = not to be run inside its
   * transaction but after the commit.
   */
  write?: (sql: string, parameters: readonly unknown[]) => boolean
  /** Looks at every commit before anybody else writes. */
  committed?: (tx: Queries) => Promise<void>
}

/** What a database begins with: a stage, or an image where none is free; else it is empty. */
export interface Beginning {
  image?: Buffer
  stage?: Stage
}
const begin = ({ image, stage }: Beginning): Prepared =>
  stage?.enter() ?? prepared(image === undefined ? new SQLite(':memory:') : new SQLite(image))

/** A stage is in a transaction itself. */
const TRANSACTION: Readonly<Record<string, string>> = {
  begin: 'savepoint work',
  commit: 'release work',
  rollback: 'rollback to work; release work',
}

const KEYS = newKeys()
/** One for all, for the texts that are made once hang on it. */
const adapter = new SqliteAdapter()
class SharedDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return adapter
  }
}

/**
 * SQLite in memory behind the server's own interface; one connection, so transactions follow one
 * another.
 */
export const openMemory = (beginning: Beginning = {}, seam: StatementSeam = {}): MemoryDatabase => {
  const { connection, statement: prepare, close } = begin(beginning)
  const late: (() => void)[] = []
  const opened = new Map<string, unknown>()
  const cache = createReadCache()
  const open = (sql: string): unknown => {
    const words = TRANSACTION[sql]
    if (words !== undefined)
      return {
        reader: false,
        run: () => {
          connection.exec(words)
          return { changes: 0, lastInsertRowid: 0 }
        },
      }
    const text = seam.rewrite?.(sql) ?? sql
    const statement = prepare(text)
    const cached = cache.of(text)
    const run = (parameters: unknown[]) => {
      const result = statement.run(parameters)
      cached.ran()
      return result
    }
    const all = (parameters: unknown[]) =>
      cached.read(parameters, () => {
        const rows = statement.all(parameters) as Record<string, unknown>[]
        cached.ran()
        return rows
      })
    if (statement.reader) return { reader: true, all }
    const isWatched = /^(insert|replace|update|delete)/.test(sql)
    return {
      reader: false,
      run: (parameters: unknown[]) => {
        if (!isWatched || seam.write?.(sql, parameters) !== true) return run(parameters)
        late.push(() => void run(parameters))
        return { changes: 1, lastInsertRowid: 0 }
      },
    }
  }
  const openOnce = (sql: string): unknown => {
    const statement = opened.get(sql) ?? open(sql)
    opened.set(sql, statement)
    return statement
  }
  const queries = new Kysely<Tables>({
    dialect: new SharedDialect({
      database: { prepare: openOnce, close } as unknown as SQLite.Database,
    }),
  })
  const write = <T>(work: (tx: Queries) => Promise<T>): Promise<T> =>
    queries.connection().execute(async (tx) => {
      await tx.executeQuery(CompiledQuery.raw('begin'))
      try {
        const result = await work(tx)
        await tx.executeQuery(CompiledQuery.raw('commit'))
        await seam.committed?.(tx)
        return result
      } catch (error) {
        late.length = 0
        await tx.executeQuery(CompiledQuery.raw('rollback'))
        cache.forget()
        throw error
      }
    })
  // Nobody else comes in between on the one connection, so a read is a snapshot without a
  // transaction.
  const read = <T>(work: (tx: Queries) => Promise<T>): Promise<T> =>
    queries.connection().execute(work)
  return {
    connection,
    close,
    runLate: (isLost) => {
      for (const run of late.splice(0)) if (!isLost) run()
    },
    database: {
      dialect: 'sqlite',
      queries,
      keys: KEYS,
      write,
      read,
      close: () => queries.destroy(),
    },
  }
}
