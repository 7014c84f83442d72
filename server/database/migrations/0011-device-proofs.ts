import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'

/**
 * The time of the last proof by which a session was renewed, so that none is taken twice, and when
 * the secret of an authenticator was made, so that it does not wait for its first code for ever.
 */
export const deviceProofs = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema.alterTable('sessions')
      .addColumn('proved_at', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
    await db.schema.alterTable('users')
      .addColumn('otp_pending_on', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
  },
})
