/**
 * DatabaseClosedError: by ourselves, or Dexie noticed. UnknownError: Chromium's for what was under
 * way when the storage of the origin was deleted.
 */
const GONE: ReadonlySet<string> = new Set([
  'DatabaseClosedError',
  'AbortError',
  'InvalidStateError',
  'UnknownError',
])

/** Whether a reading failed because the person signed out or the browser took the database away. */
export const isDatabaseGone = (error: unknown): boolean =>
  error instanceof Error && GONE.has(error.name)
