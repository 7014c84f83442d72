/** Limits of connections to PostgreSQL in ms; 0 = the limit is left to the database. */
export interface DatabaseTimeouts {
  /** To open a connection, and to wait for one of the pool. */
  connectMs: number
  /** For one statement. */
  statementMs: number
  /** For a lock that another transaction holds. */
  lockMs: number
  /**
   * Between two statements of a transaction. A process that freezes or loses its network keeps its
   * locks no longer.
   */
  idleMs: number
}

/**
 * A frozen process holds others up for three times `idleMs`: two of its transactions that wait for
 * the lock may get it one after another. `lockMs` ends the others, if it is less than twice
 * `idleMs`: PostgreSQL counts the wait for a place in the queue and the wait for the row apart.
 */
export const DATABASE_TIMEOUTS: DatabaseTimeouts = {
  connectMs: 10_000,
  statementMs: 60_000,
  lockMs: 5_000,
  idleMs: 3_000,
}

/** For commands and migrations, whose statements take as long as the database is large. */
export const UNHURRIED: DatabaseTimeouts = {
  connectMs: DATABASE_TIMEOUTS.connectMs,
  statementMs: 0,
  lockMs: 0,
  idleMs: 0,
}
