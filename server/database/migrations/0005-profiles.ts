import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Profiles, their images, and projects whose notifications a person has turned off. */
export const profiles = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'profiles',
      {
        user_id: 'integer',
        about: 'text',
        homepage: 'text',
        company: 'text',
        location: 'text',
        phone: 'text',
        avatar: 'text?',
        is_public: 'integer',
        updated_on: 'bigint',
      },
      { key: ['user_id'] },
    )
    await create(
      'avatars',
      { sha256: 'text', mime: 'text', content: 'text', created_on: 'bigint' },
      { key: ['sha256'] },
    )
    await create(
      'muted_projects',
      { user_id: 'integer', project_id: 'text' },
      { key: ['user_id', 'project_id'] },
    )
  },
})
