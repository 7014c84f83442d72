import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Messages of owners, kept in their projects. */
export const projectMessages = (): Migration => ({
  up: async (db: Kysely<unknown>) =>
    await creator(db)(
      'project_messages',
      {
        project_id: 'text',
        id: 'text',
        sender_id: 'integer',
        sender_name: 'text',
        text: 'text',
        receivers: 'text',
        created_on: 'bigint',
      },
      { key: ['project_id', 'id'] },
    ),
})
