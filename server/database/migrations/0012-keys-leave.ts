import type { Migration } from 'kysely/migration'

/**
 * Changes no table: `settle-keys.ts` moves the keys. It keeps an older server, which would create
 * its own keys in this database, from starting, because a server refuses migrations that it does
 * not know.
 */
export const keysLeave = (): Migration => ({ up: () => Promise.resolve() })
