import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

const row = { project_id: 'text', id: 'text', updated_on: 'bigint', body: 'text' }
const place = { package_id: 'text?', document_id: 'text?', requirement_id: 'text?' }
const PLACES = [
  ['id'],
  ['project_id', 'package_id'],
  ['project_id', 'document_id'],
  ['project_id', 'requirement_id'],
]

/** Discussions, questions and pain points, their replies, and their published forms. */
export const comments = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'comments',
      { ...row, ...place, vendor_id: 'integer?' },
      { key: ['project_id', 'id'], indexes: PLACES },
    )
    await create(
      'replies',
      { ...row, ...place, comment_id: 'text', vendor_id: 'integer?' },
      { key: ['project_id', 'id'], indexes: [...PLACES, ['project_id', 'comment_id']] },
    )
    await create(
      'publications',
      { ...row, ...place },
      { key: ['project_id', 'id'], indexes: PLACES },
    )
  },
})
