import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The version of a restored archive, and the bytes of its lines, which are limited. */
export const restoredSizes = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const { schema } = db
    await schema
      .alterTable('restorations')
      .addColumn('version', 'integer', (column) => column.notNull().defaultTo(1))
      .execute()
    await schema
      .alterTable('restorations')
      .addColumn('text_bytes', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await schema
      .alterTable('archive_lines')
      .addColumn('bytes', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
  },
})
