import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Who answers what inside a vendor. */
export const vendorParts = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await creator(db)(
      'vendor_parts',
      {
        project_id: 'text',
        id: 'text',
        updated_on: 'bigint',
        body: 'text',
        package_id: 'text',
        document_id: 'text',
        vendor_id: 'integer',
      },
      {
        key: ['project_id', 'id'],
        indexes: [['id'], ['project_id', 'package_id'], ['project_id', 'document_id']],
      },
    )
  },
})
