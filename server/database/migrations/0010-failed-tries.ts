import type { Kysely } from 'kysely'
import { sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../database.ts'
import { creator } from './create-tables.ts'

/**
 * Failed passwords and codes are kept across restarts; attempts per address are shared by all
 * processes.
 */
export const failedTries = (dialect: Database['dialect']): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    const counted = { tries: 'integer', wait_until: 'bigint', tried_on: 'bigint' }
    const key = ['subject', 'kind', 'place']
    await create(
      'failed_tries',
      {
        subject: 'text',
        kind: 'text',
        place: 'text',
        is_known: 'integer',
        ...counted,
      },
      { key, indexes: [['is_known', 'tried_on']] },
    )
    await create(
      'try_windows',
      { key: 'text', count: 'integer', until: 'bigint' },
      { key: ['key'], indexes: [['until']] },
    )
    // These rows are short-lived and written before sign-in: an unlogged table costs no write-ahead
    // log, and is empty after a crash.
    if (dialect === 'postgres') await sql`alter table try_windows set unlogged`.execute(db)
  },
})
