import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The name of the person who restored a project, which outlives their account. */
export const restoredBy = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('restorations')
      .addColumn('by_name', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await sql`update restorations set by_name = coalesce(
      (select name from users where users.id = restorations.user_id), '')`.execute(db)
  },
})
