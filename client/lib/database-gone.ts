/**
 * DatabaseClosedError: this page closed it, or Dexie noticed. UnknownError: Chromium reports it for
 * requests that ran while the origin's storage was deleted.
 */
const GONE: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'AbortError',
  'InvalidStateError',
  'UnknownError',
])

/** Whether a read failed because the person signed out or the browser deleted the database. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof Error && GONE.has(error.name)
