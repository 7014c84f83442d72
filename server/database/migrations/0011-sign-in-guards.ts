import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lookOf } from '#schema/rules/project/names.ts'
import type { Tables } from '../tables.ts'

/**
 * Three guards: the time of the last renewal proof of a session, so that no proof is used twice;
 * the creation time of an unconfirmed authenticator secret, so that it expires; and a look-alike
 * form of each username.
 */
export const signInGuards = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await db.schema
      .alterTable('sessions')
      .addColumn('proved_at', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('users')
      .addColumn('otp_pending_on', 'bigint', (column) => column.notNull().defaultTo(0))
      .execute()
    await addLooks(db as Kysely<Pick<Tables, 'users'>>)
  },
})

const addLooks = async (db: Kysely<Pick<Tables, 'users'>>): Promise<void> => {
  await db.schema
    .alterTable('users')
    .addColumn('look', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  const users = await db.selectFrom('users').select(['id', 'username']).execute()
  for (const { id, username } of users) {
    await db
      .updateTable('users')
      .set({ look: lookOf(username) })
      .where('id', '=', id)
      .execute()
  }
  await db.schema.createIndex('users_by_look').on('users').column('look').execute()
}
