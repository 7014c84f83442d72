import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The number of requirements per package, so that a pull need not count them. */
export const requirementCounts = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('packages')
      .addColumn('requirement_count', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await sql`
      update packages set requirement_count = (
        select count(*) from requirements where requirements.project_id = packages.project_id and requirements.package_id = packages.id
      )`.execute(db)
  },
})
