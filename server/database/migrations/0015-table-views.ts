import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/**
 * Views of the table of a document. `vendor_id` names the vendor of the person; 0 for the
 * requestor.
 */
export const tableViews = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'table_views',
      {
        project_id: 'text',
        document_id: 'text',
        id: 'text',
        vendor_id: 'integer',
        user_id: 'integer',
        name: 'text',
        is_shared: 'integer',
        content: 'text',
        updated_on: 'bigint',
      },
      { key: ['project_id', 'document_id', 'id'], indexes: [['user_id']] },
    )
  },
})
