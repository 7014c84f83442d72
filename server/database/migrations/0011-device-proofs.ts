import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/** The time of the last proof by which a session was renewed; none is taken twice. */
export const deviceProofs = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('sessions')
      .addColumn('proved_at', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
  },
})
