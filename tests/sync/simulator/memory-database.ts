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
  /** Call it when no part uses the database any more: frees its stage. */
  close(): void
  /** Runs the writes that a plant delayed until after the commit; `isLost` drops them. */
  runLate(isLost: boolean): void
}

/** Changes or watches the statements of a database. */
export interface StatementSeam {
  /** The text to run in place of a statement's own. */
  rewrite?: (sql: string) => string
  /**
   * Gets every writing statement with its parameters. True = run it after the commit instead of in
   * its transaction.
   */
  write?: (sql: string, parameters: readonly unknown[]) => boolean
  /** Called after every commit, before another writer starts. */
  committed?: (tx: Queries) => Promise<void>
}

/** The initial content: a stage, or an image where no stage is free; else the database is empty. */
export interface Beginning {
  image?: Buffer
  stage?: Stage
}
const begin = ({ image, stage }: Beginning): Prepared =>
  stage?.enter() ?? prepared(image === undefined ? new SQLite(':memory:') : new SQLite(image))

/** Savepoints in place of transactions, because a stage is in a transaction itself. */
const TRANSACTION: Readonly<Record<string, string>> = {
  begin: 'savepoint work',
  commit: 'release work',
  rollback: 'rollback to work; release work',
}

const KEYS = newKeys()
/** Shared, because the cached statement texts depend on it. */
const adapter = new SqliteAdapter()
class SharedDialect extends SqliteDialect {
  override createAdapter(): SqliteAdapter {
    return adapter
  }
}

/**
 * SQLite in memory behind the server's database interface; one connection, so transactions run one
 * after another.
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
  // No other transaction runs on the one connection, so a read is a snapshot without a transaction.
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
      writeTogether: (_, work) => write(work),
      read,
      connections: () => null,
      readApart: read,
      close: () => queries.destroy(),
    },
  }
}
