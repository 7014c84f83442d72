import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The version of an organization's profile, and its picture. */
export const organizationVersions = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('organizations')
      .addColumn('updated_on', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema.alterTable('organizations').addColumn('avatar', 'text').execute()
    await sql`update organizations set updated_on = created_on`.execute(db)
  },
})
