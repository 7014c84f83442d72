import { type Kysely, type RawBuilder, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import type { Database } from '../database.ts'
import { creator } from './create-tables.ts'

/**
 * Triggers make the log append-only, for the server too. A deleted project leaves its chains, so no
 * exception is needed. In PostgreSQL they bind the owner of the tables as well.
 */
const REFUSALS: Record<Database['dialect'], RawBuilder<unknown>[]> = {
  sqlite: [
    sql`create trigger project_log_no_update before update on project_log
      begin select raise(abort, 'project_log is append-only'); end`,
    sql`create trigger project_log_no_delete before delete on project_log
      begin select raise(abort, 'project_log is append-only'); end`,
  ],
  postgres: [
    sql`create function project_log_refuse() returns trigger language plpgsql as
      $$ begin raise exception 'project_log is append-only'; end $$`,
    sql`create trigger project_log_append_only before update or delete or truncate on project_log
      for each statement execute function project_log_refuse()`,
  ],
}

/** The log of each project, one hash chain per audience, and the end of each chain. */
export const projectLog = (dialect: Database['dialect']): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const create = creator(db)
    const chain = { project_id: 'text', audience: 'text', serial: 'integer' }
    const content = { at: 'bigint', actor_id: 'integer?', kind: 'text', detail: 'text' }
    const proof = { salt: 'text', prev: 'text', hash: 'text' }
    const key = ['project_id', 'audience', 'serial']
    await create('project_log', { ...chain, ...content, ...proof }, { key })
    await create(
      'project_log_heads',
      { ...chain, hash: 'text' },
      { key: ['project_id', 'audience'] },
    )
    for (const statement of REFUSALS[dialect]) await statement.execute(db)
  },
})
