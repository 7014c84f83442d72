export const CONNECTION_FAILURE = '08006'
/**
 * The PostgreSQL driver gives a lost connection no code, and to its callers it would look like the
 * fault of what they sent.
 */
const LOST =
  /^Connection terminated|not queryable$|^Client was closed|^timeout exceeded when trying to connect/

/** The code of either database's driver or of the system; '' where there is none. */
export const errorCode = (error: unknown): string => {
  if (!(error instanceof Error)) return ''
  if ('code' in error && typeof error.code === 'string') return error.code
  return LOST.test(error.message) ? CONNECTION_FAILURE : ''
}

/** Busy, full, restarted or cut off: the same may succeed later. */
export const isPassing = (error: unknown): boolean =>
  /^SQLITE_(BUSY|LOCKED|FULL|IOERR|CANTOPEN|READONLY|CORRUPT|NOMEM)|^(08|40|53|55|57|58)[0-9A-Z]{3}$|^E[A-Z]+$/.test(
    errorCode(error),
  )
