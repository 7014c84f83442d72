import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Secret addresses of people's calendars. */
export const calendarAddresses = (): Migration => ({
  up: async (db: Kysely<unknown>) =>
    await creator(db)(
      'calendar_addresses',
      { user_id: 'integer', organization_id: 'integer', hash: 'text', created_on: 'bigint' },
      { key: ['user_id', 'organization_id'], uniques: [['hash']] },
    ),
})
