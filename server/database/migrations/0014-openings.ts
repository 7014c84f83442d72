import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Requests to open sealed answers before the deadline, at most one per project. */
export const openings = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    await creator(db)(
      'opening_requests',
      {
        project_id: 'text',
        id: 'text',
        reason: 'text',
        asked_by: 'integer',
        asked_on: 'bigint',
        expires_on: 'bigint',
      },
      ['project_id'],
      [['expires_on']],
    )
  },
})
