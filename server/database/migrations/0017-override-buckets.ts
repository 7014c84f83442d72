import { type Kysely, sql } from 'kysely'
import type { Migration } from 'kysely/migration'
import { FIRST_SEQ_PER_MS } from '../project-lock.ts'

/**
 * Overrides get buckets of their own, which only people who read answers receive. Raises the floor
 * of projects with overrides, so that devices replace copies that hold them in the former buckets.
 */
export const overrideBuckets = (): Migration => ({
  up: async (db: Kysely<unknown>) => {
    const floor = Date.now() * FIRST_SEQ_PER_MS
    await sql`
      update project_sync set floor = ${floor}, head = case when head > ${floor} then head else ${floor} end
      where project_id in (select project_id from sync_row where entity = 'override')`.execute(db)
    await sql`
      update sync_row set bucket = replace(bucket, ':int', ':over') where entity = 'override'`.execute(
      db,
    )
  },
})
