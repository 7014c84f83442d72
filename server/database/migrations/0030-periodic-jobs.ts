import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** When each periodic job is due, and which are running. */
export const periodicJobs = (): Migration => ({
  up: async (db: Kysely<unknown>) =>
    await creator(db)(
      'periodic_jobs',
      {
        name: 'text',
        due_on: 'bigint',
        lease_until: 'bigint',
        finished_on: 'bigint?',
        failed_on: 'bigint?',
      },
      { key: ['name'] },
    ),
})
