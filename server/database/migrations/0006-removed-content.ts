import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Rows removed by a deletion, kept so that its author can undo it. */
export const removedContent = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'removed_content',
      {
        project_id: 'text',
        entity: 'text',
        entity_id: 'text',
        rows: 'text',
        removed_by: 'integer',
        removed_on: 'bigint',
      },
      { key: ['project_id', 'entity', 'entity_id'], indexes: [['removed_on']] },
    )
  },
})
