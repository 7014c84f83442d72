import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import SQLite from 'better-sqlite3'
import { CompiledQuery, Kysely, type SqliteDatabase, SqliteDialect } from 'kysely'
import type { Queries, SqlDatabase } from './database.ts'
import { createGroupCommit } from './group-commit.ts'
import type { Tables } from './tables.ts'

/**
 * Opens one connection for writing and one for reading, so that a snapshot streaming to a device
 * never blocks a write.
 */
export const openSqlite = (dataDir: string): SqlDatabase => {
  mkdirSync(dataDir, { recursive: true, mode: 0o700 })
  const file = join(dataDir, 'tenderbook.sqlite')
  const writer = connect(file)
  const reading = connect(file)
  const reader = reading.kysely
  const write = createGroupCommit({
    transact: (work) => beginningImmediately(writer, work),
    isInTransaction: writer.isInTransaction,
    longestMs: LONGEST_GROUP_MS,
  })
  let quiet: NodeJS.Timeout | undefined
  const writeAndTidy: SqlDatabase['write'] = async (work) => {
    clearTimeout(quiet)
    try {
      return await write(work)
    } finally {
      clearTimeout(quiet)
      quiet = setTimeout(writer.tidyLog, QUIET_MS).unref()
    }
  }
  return {
    dialect: 'sqlite',
    queries: reader,
    write: writeAndTidy,
    // All writers share transactions.
    writeTogether: (_, work) => writeAndTidy(work),
    read: (work) => inTransaction(reader, work),
    readApart: async (work) => {
      const { kysely } = connect(file, APART_CACHE_KB)
      try {
        return await inTransaction(kysely, work)
      } finally {
        await kysely.destroy()
      }
    },
    removeTraces: async () => {
      clearTimeout(quiet)
      writer.rewrite()
    },
    connections: () => null,
    close: async () => {
      clearTimeout(quiet)
      await reading.close()
      await writer.close()
    },
  }
}

const FULL = 2
/**
 * Size of the WAL, in pages, at which a commit copies it into the database; normally an idle moment
 * comes first.
 */
const LOG_PAGES = 8_000
const QUIET_MS = 500
/** All writers of the database share a group. */
const LONGEST_GROUP_MS = 25
const CACHE_KB = 65_536
/** A long read passes over each page once. */
const APART_CACHE_KB = 8_192

interface Connection {
  kysely: Queries
  isInTransaction: () => boolean
  /**
   * Copies the WAL into the database while idle: a commit that has to do it takes several times as
   * long.
   */ tidyLog: () => void
  /** Rewrites the database without deleted rows and empties the WAL. */
  rewrite: () => void
  close: () => Promise<void>
}
const connect = (file: string, cacheKb = CACHE_KB): Connection => {
  const connection = new SQLite(file)
  connection.pragma('journal_mode = WAL')
  connection.pragma('synchronous = FULL')
  connection.pragma('foreign_keys = ON')
  connection.pragma('busy_timeout = 5000')
  connection.pragma(`cache_size = -${cacheKb}`)
  connection.pragma(`wal_autocheckpoint = ${LOG_PAGES}`)
  // SQLite silently resets a reopened file to NORMAL, and then a power cut loses acknowledged
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
      // On an error, such as a full disk, the WAL still has everything; the next idle moment or
      // commit tries again.
    }
  }
  const rewrite = (): void => {
    connection.exec('vacuum')
    connection.pragma('wal_checkpoint(TRUNCATE)')
  }
  const close = async (): Promise<void> => {
    await kysely.destroy()
    // Kysely closes only a connection that it has used; an open one would keep the WAL.
    if (connection.open) connection.close()
  }
  return { kysely, isInTransaction: () => connection.inTransaction, tidyLog, rewrite, close }
}

const MOST_PREPARED = 200
/** Longest statement that is cached; long lists make texts that rarely repeat. */
const LONGEST_PREPARED = 4_000

/**
 * SQLite reads the value of a bare `?` when planning, and plans many statements (joins, ordered
 * lists) again for each bound value, which takes ten times as long as running them. It does not
 * read the value of `+?`. In this server's SQL every question mark is a parameter.
 */
export const plannedOnce = (sql: string): string => sql.replaceAll('?', '+?')

/**
 * Wraps a connection so that it caches prepared statements: every transaction runs the same few.
 */
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
      // Keep the original error even if there is nothing left to roll back.
      await tx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  })

/** The lock of the whole database comes first, so that no write fails for the lack of it later. */
const beginningImmediately = (
  { kysely, isInTransaction }: Pick<Connection, 'kysely' | 'isInTransaction'>,
  work: (tx: Queries) => Promise<void>,
): Promise<void> =>
  kysely.connection().execute(async (tx) => {
    await tx.executeQuery(CompiledQuery.raw('begin immediate'))
    try {
      await work(tx)
      await tx.executeQuery(CompiledQuery.raw('commit'))
    } catch (error) {
      if (isInTransaction())
        await tx.executeQuery(CompiledQuery.raw('rollback')).catch(() => undefined)
      throw error
    }
  })
