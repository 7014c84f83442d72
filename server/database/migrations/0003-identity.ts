import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

export const identity = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await extendUsers(db)
    await db.schema
      .alterTable('organizations')
      .addColumn('two_factor_required', 'integer', (column) => column.notNull().defaultTo(0))
      .execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('user_agent', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    await db.schema
      .alterTable('sessions')
      .addColumn('address', 'text', (column) => column.notNull().defaultTo(''))
      .execute()
    const create = creator(db)
    await create(
      'recovery_codes',
      { user_id: 'integer', hash: 'text', used_on: 'bigint?' },
      { key: ['user_id', 'hash'] },
    )
    await create(
      'password_history',
      { user_id: 'integer', password: 'text', created_on: 'bigint' },
      { key: ['user_id', 'created_on'] },
    )
    await create(
      'mail_links',
      {
        hash: 'text',
        purpose: 'text',
        user_id: 'integer?',
        email: 'text',
        created_on: 'bigint',
        expires_on: 'bigint',
        used_on: 'bigint?',
      },
      { key: ['hash'], indexes: [['user_id'], ['email', 'created_on']] },
    )
    await create(
      'invitations',
      {
        id: 'text',
        hash: 'text',
        email: 'text',
        organization_id: 'integer',
        roles: 'text',
        is_primary_contact: 'integer',
        restrictions: 'text?',
        project_id: 'text?',
        project_roles: 'text',
        invited_by: 'integer?',
        created_on: 'bigint',
        expires_on: 'bigint',
        accepted_on: 'bigint?',
        accepted_by: 'integer?',
        cancelled_on: 'bigint?',
      },
      {
        key: ['id'],
        indexes: [['organization_id'], ['email'], ['project_id']],
        uniques: [['hash']],
      },
    )
    await create(
      'mails',
      {
        id: 'text',
        to_address: 'text',
        subject: 'text',
        body: 'text',
        created_on: 'bigint',
        next_try_on: 'bigint',
        tries: 'integer',
        sent_on: 'bigint?',
        failed_on: 'bigint?',
      },
      { key: ['id'], indexes: [['sent_on', 'failed_on', 'next_try_on']] },
    )
  },
})

/** Existing accounts count as approved, with a confirmed address. */
const extendUsers = async (db: Kysely<unknown>): Promise<void> => {
  const users = db.schema.alterTable('users')
  await users.addColumn('language', 'text', (column) => column.notNull().defaultTo('en')).execute()
  await users
    .addColumn('approval', 'text', (column) => column.notNull().defaultTo('APPROVED'))
    .execute()
  await users
    .addColumn('requested_organization', 'text', (column) => column.notNull().defaultTo(''))
    .execute()
  await users.addColumn('otp_secret', 'text').execute()
  await users.addColumn('otp_pending', 'text').execute()
  await users
    .addColumn('otp_active', 'integer', (column) => column.notNull().defaultTo(0))
    .execute()
  await users.addColumn('otp_step', 'bigint', (column) => column.notNull().defaultTo(0)).execute()
  await db.schema.createIndex('users_by_email').on('users').column('email').execute()
}
