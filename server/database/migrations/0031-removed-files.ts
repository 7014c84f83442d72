import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Files whose row is gone and whose bytes are being removed. */
export const removedFiles = (): Migration => ({
  up: async (db: Kysely<unknown>) =>
    await creator(db)(
      'removed_files',
      { sha256: 'text', removed_on: 'bigint' },
      { key: ['sha256'] },
    ),
})
