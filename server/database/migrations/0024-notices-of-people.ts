import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** Notifications that no project has. */
export const noticesOfPeople = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('notifications').addColumn('organization_id', 'integer').execute()
  },
})
