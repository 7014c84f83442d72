import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

export const organizations = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const add = async (
      table: string,
      column: string,
      { type, initial }: { type: 'text' | 'integer' | 'bigint'; initial?: string | number },
    ) => {
      await db.schema
        .alterTable(table)
        .addColumn(column, type, (built) =>
          initial === undefined ? built : built.notNull().defaultTo(initial),
        )
        .execute()
    }
    await add('organizations', 'state', { type: 'text', initial: 'ACTIVE' })
    await add('organizations', 'documentation_title', { type: 'text', initial: '' })
    await add('organizations', 'documentation_text', { type: 'text', initial: '' })
    await add('organizations', 'documentation_version', { type: 'integer', initial: 0 })
    await add('organization_members', 'state', { type: 'text', initial: 'ACTIVE' })
    await add('organization_members', 'expires_on', { type: 'bigint' })
    await add('users', 'access_version', { type: 'integer', initial: 0 })
    await db.schema
      .createIndex('organizations_by_parent')
      .on('organizations')
      .column('parent_id')
      .execute()
    await db.schema
      .createIndex('organization_members_by_expiry')
      .on('organization_members')
      .column('expires_on')
      .execute()
    const create = creator(db)
    await create(
      'consents',
      { vendor_id: 'integer', version: 'integer', user_id: 'integer', accepted_on: 'bigint' },
      { key: ['vendor_id', 'version'] },
    )
    await create(
      'access_log',
      {
        id: 'text',
        organization_id: 'integer?',
        user_id: 'integer?',
        username: 'text',
        name: 'text',
        action: 'text',
        object: 'text',
        result: 'text',
        status: 'integer',
        address: 'text',
        user_agent: 'text',
        at: 'bigint',
      },
      { key: ['id'], indexes: [['organization_id', 'at'], ['at']] },
    )
  },
})
