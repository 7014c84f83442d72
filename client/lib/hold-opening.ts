/**
 * Keeps a page that makes a database from keeping later pages waiting. Chromium stores such a page
 * for Back in the middle of its upgrade, and opens the database for no other page until it comes
 * back. It drops the page when another one asks for a lock that the stored page holds.
 * @param opened settles when the database is open or cannot be opened
 */
export const holdOpening = (database: string, opened: Promise<unknown>): void => {
  navigator.locks?.request(`${database}-opening`, () => opened).catch(() => undefined)
}
