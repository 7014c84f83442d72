import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** What a change of the history replaced; null in entries that are older than this column. */
export const historyDetails = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('change_log').addColumn('details', 'text').execute()
  },
})
