import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Requests to open sealed answers before the deadline, at most one per project. */
export const openings = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'opening_requests',
      {
        project_id: 'text',
        id: 'text',
        reason: 'text',
        asked_by: 'integer',
        asked_on: 'bigint',
        expires_on: 'bigint',
      },
      { key: ['project_id'], indexes: [['expires_on']] },
    )
  },
})
