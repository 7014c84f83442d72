import type SQLite from 'better-sqlite3'
import { plannedOnce } from '#server/database/open-sqlite.ts'

/** A connection whose statements are made once; making them takes longer than running them. */
export interface Prepared {
  connection: SQLite.Database
  statement(sql: string): SQLite.Statement
  close(): void
}
/**
 * A database that many histories begin with, one after the other: all that one of them does to it
 * is taken back when it closes.
 */
export interface Stage {
  /** null while another history is on it. */
  enter(): Prepared | null
}

/** Lists of many rows make texts that hardly come again. */
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

/** @param connection in no transaction: from now on the stage has it for itself */
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
          // Else a straggler of one history would write into the next one.
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
