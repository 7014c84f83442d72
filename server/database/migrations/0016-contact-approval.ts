import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * Whether contacts that vendors invite wait for approval, and the hints of the guided tour that a
 * person has seen.
 */
export const contactApproval = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('organizations')
      .addColumn('contact_approval', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('users')
      .addColumn('guideline_seen', 'text', (column) => column.notNull().defaultTo('[]'))
      .execute()
  },
})
