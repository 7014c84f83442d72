import type { Kysely } from 'kysely'
import type { Keys } from '../security/keys.ts'
import type { Tables } from './tables.ts'

export type Queries = Kysely<Tables>

/**
 * One embedded SQLite file or one PostgreSQL, with the keys that its rows were made with;
 * everything above sees only this.
 */
export interface Database extends SqlSession {
  readonly keys: Keys
}

/** Rows without keys: what a driver opens. */
export interface SqlDatabase extends SqlSession {
  /**
   * Rewrites the files, so that bytes of removed rows are not left in them; takes as long as the
   * database is large.
   */
  removeTraces(): Promise<void>
}

export interface SqlSession {
  readonly dialect: 'sqlite' | 'postgres'
  /** For single reads outside a transaction. */
  readonly queries: Queries
  /** One transaction; an error that it throws rolls everything back. */
  write<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  /** One snapshot: every read of it sees the same commit. */
  read<T>(work: (tx: Queries) => Promise<T>): Promise<T>
  close(): Promise<void>
}

/** Parameters that one statement may carry are limited, so lists travel in pieces. */
export const inPieces = <T>(items: readonly T[], size = 400): T[][] =>
  Array.from({ length: Math.ceil(items.length / size) }, (_, index) =>
    items.slice(index * size, (index + 1) * size),
  )
