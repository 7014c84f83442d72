import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Devices that get pushes, and pushes that wait to be sent. */
export const pushSubscriptions = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'push_subscriptions',
      {
        session_id: 'text',
        user_id: 'integer',
        endpoint: 'text',
        p256dh: 'text',
        auth: 'text',
        created_on: 'bigint',
        seen_until: 'bigint',
      },
      { key: ['session_id'], indexes: [['user_id']], uniques: [['endpoint']] },
    )
    await create(
      'pushes',
      {
        notification_id: 'text',
        session_id: 'text',
        user_id: 'integer',
        next_try_on: 'bigint',
        tries: 'integer',
      },
      {
        key: ['notification_id', 'session_id'],
        indexes: [['next_try_on'], ['session_id'], ['user_id']],
      },
    )
  },
})
