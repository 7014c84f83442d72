import type { Kysely } from 'kysely'
import type { Migration } from 'kysely/migration'
import { creator } from './create-tables.ts'

/** Which way notifications take to a person, and the mails of them that wait. */
export const noticeWays = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    await create(
      'notice_choices',
      {
        user_id: 'integer',
        project_id: 'text',
        notice_group: 'text',
        mail: 'text?',
        push: 'integer?',
        mail_before: 'text?',
      },
      { key: ['user_id', 'project_id', 'notice_group'], indexes: [['project_id']] },
    )
    await create(
      'notice_settings',
      {
        user_id: 'integer',
        zone: 'text',
        digest_hour: 'integer',
        quiet_from: 'integer?',
        quiet_to: 'integer?',
      },
      { key: ['user_id'] },
    )
    await create(
      'waiting_notices',
      {
        user_id: 'integer',
        event_id: 'text',
        project_id: 'text',
        notification_id: 'text',
        kind: 'text',
        created_on: 'bigint',
        due_on: 'bigint',
        tries: 'integer',
      },
      { key: ['user_id', 'event_id'], indexes: [['due_on'], ['project_id']] },
    )
    await db.schema.alterTable('mails').addColumn('user_id', 'integer').execute()
    await db.schema.alterTable('mails').addColumn('reason', 'text').execute()
    await db.schema.alterTable('mails').addColumn('notices', 'text').execute()
  },
})
