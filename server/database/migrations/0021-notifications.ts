import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Events to deliver, notifications of people, and reminders that were sent. */
export const notifications = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'events',
      {
        id: 'text',
        project_id: 'text',
        kind: 'text',
        actor_id: 'integer?',
        vendor_id: 'integer?',
        package_ids: 'text?',
        user_ids: 'text?',
        detail: 'text',
        created_on: 'bigint',
      },
      { key: ['id'], indexes: [['project_id']] },
    )
    await create(
      'notifications',
      {
        id: 'text',
        user_id: 'integer',
        event_id: 'text',
        project_id: 'text',
        kind: 'text',
        detail: 'text',
        created_on: 'bigint',
        read_on: 'bigint?',
      },
      {
        key: ['id'],
        indexes: [['user_id', 'id'], ['project_id'], ['created_on'], ['event_id']],
        uniques: [['user_id', 'event_id']],
      },
    )
    await create(
      'deadline_notices',
      { project_id: 'text', deadline_at: 'bigint', kind: 'text' },
      { key: ['project_id', 'deadline_at', 'kind'] },
    )
  },
})
