import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Exports that people started, until they expire. */
export const exportsOfProjects = (): Migration => ({
  up: async (db: Kysely<unknown>) =>
    await creator(db)(
      'exports',
      {
        project_id: 'text',
        id: 'text',
        user_id: 'integer',
        organization_id: 'integer',
        request: 'text',
        state: 'text',
        failure: 'text?',
        attempt: 'integer',
        lease_until: 'bigint',
        done: 'integer',
        total: 'integer',
        is_told: 'integer',
        rights: 'text?',
        file_name: 'text?',
        bytes: 'bigint?',
        created_on: 'bigint',
        expires_on: 'bigint',
      },
      { key: ['project_id', 'id'], indexes: [['user_id'], ['state'], ['expires_on']] },
    ),
})
