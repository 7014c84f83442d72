import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { lookOf } from '#schema/rules/project/names.ts'
import type { Tables } from '../tables.ts'

/**
 * The time of the last proof by which a session was renewed, so that none is taken twice; when the
 * secret of an authenticator was made, so that it does not wait for its first code for ever; and
 * what each username looks like, so that no other looks the same.
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
