import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Named mappings of imports, private to a person or shared in an organization. */
export const importMappings = (): Migration => ({
  up: async (db: Kysely<unknown>) =>
    await creator(db)(
      'import_mappings',
      {
        organization_id: 'integer',
        id: 'text',
        user_id: 'integer',
        name: 'text',
        is_shared: 'integer',
        content: 'text',
        updated_on: 'bigint',
      },
      { key: ['organization_id', 'id'], indexes: [['user_id']] },
    ),
})
