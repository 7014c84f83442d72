import type { Kysely } from 'kysely'
import type { Keys } from '../security/keys.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

/**
 * An SQLite file or a PostgreSQL database, with the keys that its rows were encrypted or hashed
 * with. The layers above use only this interface.
 */
export interface Database extends SqlSession {
  readonly keys: Keys
}

/** The database without keys, as a driver opens it. */
export interface SqlDatabase extends SqlSession {
  /**
   * Rewrites the files so that no bytes of deleted rows remain; takes time proportional to the size
   * of the database.
   */
  removeTraces(): Promise<void>
}

export interface SqlSession {
  readonly dialect: 'sqlite' | 'postgres'
  /** For single reads outside a transaction. */
  readonly queries: Queries
  /**
   * Runs `work` in one transaction; an error from `work` rolls everything back. After a deadlock
   * `work` runs again from its beginning, up to three times in all, so it must keep nothing of an
   * earlier run and act on nothing but `tx`.
   */
  write<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /**
   * Like `write`, for work that waits for others with the same key in any case: those that wait at
   * the same time share one transaction and one flush of the disk, each after its own savepoint.
   * @param key for example the project that each of them locks, and no other project
   */
  writeTogether<T>(key: string, work: (tx: Queries) => Promise<T>): Promise<T>
  /** Runs `work` on one snapshot: all its reads see the same commit. */
  read<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /**
   * Like `read`, on a connection of its own: other reads do not wait for it, however long it takes.
   */
  readApart<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /** Connections of the pool; null on SQLite, which has none. */
  connections(): PoolCounts | null
  close(): Promise<void>
}

export interface PoolCounts {
  busy: number
  idle: number
  /** The most that the pool opens. */
  most: number
  /** Callers that wait for a connection. */
  waiting: number
}

/** Splits a list, because a statement may carry only a limited number of parameters. */
export const inPieces = <T>(items: readonly T[], size = 400): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
