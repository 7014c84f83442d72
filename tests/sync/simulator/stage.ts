import type SQLite from 'better-sqlite3'
import { plannedOnce } from '#server/database/open-sqlite.ts'

/** A connection with cached statements; preparing a statement takes longer than running it. */
export interface Prepared {
  connection: SQLite.Database
  statement(sql: string): SQLite.Statement
  close(): void
}
/**
 * A database that many histories use one after another: each one's changes are rolled back when it
 * closes.
 */
export interface Stage {
  /** @returns null while another history uses the stage */
  enter(): Prepared | null
}

/** Longest text that is cached: lists of many rows make texts that rarely repeat. */
export const LONGEST_KEPT = 4_000

export const prepared = (connection: SQLite.Database): Prepared => {
  const kept = new Map<string, SQLite.Statement>()
  return {
    connection,
    statement(sql) {
      const statement = kept.get(sql) ?? connection.prepare(plannedOnce(sql))
      if (sql.length <= LONGEST_KEPT) kept.set(sql, statement)
      return statement
    },
    close() {
      connection.close()
    },
  }
}

/** @param connection outside a transaction; the stage owns it from now on */
export const createStage = (connection: SQLite.Database): Stage => {
  const whole = prepared(connection)
  let isTaken = false
  return {
    enter() {
      if (isTaken) return null
      isTaken = true
      let isLeft = false
      connection.exec('begin')
      return {
        connection,
        statement(sql) {
          // Refuse late calls of one history, which would write into the next one.
          if (isLeft) throw new Error('The history is over')
          return whole.statement(sql)
        },
        close() {
          if (isLeft) return
          isLeft = true
          isTaken = false
          connection.exec('rollback')
        },
      }
    },
  }
}
