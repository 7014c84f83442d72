import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

export const attachments = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'attachments',
      {
        project_id: 'text',
        id: 'text',
        updated_on: 'bigint',
        body: 'text',
        package_id: 'text',
        document_id: 'text?',
        requirement_id: 'text?',
        vendor_id: 'integer?',
        content_hash: 'text',
      },
      {
        key: ['project_id', 'id'],
        indexes: [
          ['id'],
          ['project_id', 'package_id'],
          ['project_id', 'document_id'],
          ['project_id', 'requirement_id'],
          ['content_hash'],
        ],
      },
    )
    await create(
      'blobs',
      { sha256: 'text', bytes: 'bigint', kind: 'text', used_on: 'bigint' },
      { key: ['sha256'] },
    )
    await create(
      'blob_uploads',
      {
        user_id: 'integer',
        sha256: 'text',
        organization_id: 'integer',
        counted: 'bigint',
        started_on: 'bigint',
        completed_on: 'bigint?',
      },
      { key: ['user_id', 'sha256'], indexes: [['organization_id'], ['sha256']] },
    )
  },
})
