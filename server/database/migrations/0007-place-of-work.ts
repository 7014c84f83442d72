import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The organization of a device and of a session. Null in rows older than this column; the next
 * request of the device fills it in.
 */
export const placeOfWork = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('sync_client').addColumn('organization_id', 'integer').execute()
    await db.schema.alterTable('sessions').addColumn('organization_id', 'integer').execute()
  },
})
