import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { CompiledQuery, Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Queries, SqlDatabase } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Tables } from './tables.ts'

/** One connection writes, one reads: a snapshot that streams to a device never holds up an edit. */
export const openSqlite = (dataDir: string): SqlDatabase => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'tenderbook.sqlite')
  const writer = connect(file)
  const { kysely: reader } = connect(file)
  const write = createGroupCommit(writer)
  let quiet: NodeJS.Timeout | undefined
  return {
    dialect: 'sqlite',
    queries: reader,
    async write(work) {
      clearTimeout(quiet)
      try {
        return await write(work)
      } finally {
        clearTimeout(quiet)
        quiet = setTimeout(writer.tidyLog, QUIET_MS).unref()
      }
    },
    read: (work) => inTransaction(reader, work),
    removeTraces: async () => {
      clearTimeout(quiet)
      writer.rewrite()
    },
    close: async () => {
      clearTimeout(quiet)
      await reader.destroy()
      await writer.kysely.destroy()
    },
  }
}

const FULL = 2
/**
 * With this many pages in the log, the next commit copies them into the database; usually an idle
 * moment comes long before.
 */
const LOG_PAGES = 8_000
const QUIET_MS = 500

interface Connection {
  kysely: Queries
  isInTransaction: () => boolean
  /** Copies the log into the database: a commit that has to do it takes several times as long. */ tidyLog: () => void
  /** The database holds nothing but its rows afterwards, and the log nothing at all. */
  rewrite: () => void
}
const connect = (file: string): Connection => {
  const connection = new SQLite(file)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('busy_timeout = 5000')
  connection.pragma('cache_size = -65536')
  connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  // A reopened file falls back to NORMAL without a word, and a power cut then takes acknowledged
  // edits.
  if (connection.pragma('synchronous', { simple: true }) !== FULL)
    throw new Error('SQLite does not keep synchronous = FULL')
  const kysely = new Kysely<Tables>({
    dialect: new SqliteDialect({ database: preparingOnce(connection) }),
  })
  const tidyLog = (): void => {
    if (!connection.open || connection.inTransaction) return
    try {
      connection.pragma('wal_checkpoint(PASSIVE)')
    } catch {
      // A disk that is full, say: the log has everything, and the next silence or a commit tries
      // again.
    }
  }
  const rewrite = (): void => {
    connection.exec('vacuum')
    connection.pragma('wal_checkpoint(TRUNCATE)')
  }
  return { kysely, isInTransaction: () => connection.inTransaction, tidyLog, rewrite }
}

const MOST_PREPARED = 200
/** Of a statement that is worth keeping; lists of many rows make texts that hardly come again. */
const LONGEST_PREPARED = 4_000

/**
 * SQLite looks at the value of a bare `?` when it plans, and so plans many statements (joins,
 * ordered lists) again each time values are bound, which takes ten times as long as running them.
 * It sees no value in `+?`. No SQL text of ours has a question mark that is not a parameter.
 */
export const plannedOnce = (sql: string): string => sql.replaceAll('?', '+?')

/** The connection with its statements kept: the same few run in every transaction. */
const preparingOnce = (connection: SQLite.Database): SqliteDatabase => {
  const kept = new Map<string, SQLite.Statement>()
  return {
    prepare(sql) {
      const known = kept.get(sql)
      if (known !== undefined) return known
      const statement = connection.prepare(plannedOnce(sql))
      if (sql.length > LONGEST_PREPARED) return statement
      const [oldest] = kept.keys()
      if (kept.size >= MOST_PREPARED && oldest !== undefined) kept.delete(oldest)
      kept.set(sql, statement)
      return statement
    },
    close() {
      connection.close()
    },
  }
}

const inTransaction = <T>(kysely: Queries, work: (tx: Queries) => Promise<T>): Promise<T> =>
  kysely.connection().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('begin'))
    try {
      const result = await work(tx)
      await tx.executeQuery(CompiledQuery.raw('commit'))
      return result
    } catch (error) {
      // That there is nothing left to take back must not hide why.
      await tx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  })
