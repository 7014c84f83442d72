import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * In which organization a device and a session work. Null = from before this was written down: the
 * next contact fills it in.
 */
export const placeOfWork = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('sync_client').addColumn('organization_id', 'integer').execute()
    await db.schema.alterTable('sessions').addColumn('organization_id', 'integer').execute()
  },
})
