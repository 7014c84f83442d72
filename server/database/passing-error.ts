export const CONNECTION_FAILURE = '08006'
/**
 * The PostgreSQL driver gives a lost connection no code; without one it would look like an error in
 * the caller's input.
 */
const LOST =
  /^Connection terminated|not queryable$|^Client was closed|^timeout exceeded when trying to connect/

/** The code that the database driver or the operating system gave the error; '' if none. */
export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return LOST.test(error.message) ? CONNECTION_FAILURE : ''
}

/**
 * Whether the same call may succeed later: the database was busy, full, restarting or unreachable,
 * accepted no writes because a standby had not taken over yet (25006), or ended a transaction that
 * was idle for too long (25P03, 25P04).
 */
export const isPassing = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOMEM)|^(08|40|53|55|57|58)[0-9A-Z]{3}$|^25(006|P0[34])$|^E[A-Z]+$/.test(
    errorCode(error),
  )
