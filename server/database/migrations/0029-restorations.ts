import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Projects restored from archives, with what their rows cannot hold. */
export const restorations = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'restorations',
      {
        project_id: 'text',
        archived_id: 'text',
        chains: 'text',
        user_id: 'integer',
        restored_on: 'bigint',
      },
      { key: ['project_id'] },
    )
    await create(
      'archive_lines',
      { project_id: 'text', part: 'text', serial: 'integer', row_id: 'text', body: 'text' },
      { key: ['project_id', 'part', 'serial'] },
    )
  },
})
