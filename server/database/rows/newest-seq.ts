import { sql } from 'kysely'
import type { Database, Queries } from '../database.ts'

interface Wanted {
  projectId: string
  buckets: readonly string[]
  before?: number
}

/**
 * The newest position in any of the buckets, below `before` if given; 0 if they are empty. Takes
 * one index lookup per bucket.
 */
export const newestSeq = async (
  tx: Queries,
  dialect: Database['dialect'],
  { projectId, buckets, before = Number.MAX_SAFE_INTEGER }: Wanted,
): Promise<number> => {
  const list =
    dialect === 'postgres'
      ? sql`unnest(${buckets as string[]}::text[]) as list(bucket)`
      : sql`(select value as bucket from json_each(${JSON.stringify(buckets)})) as list`
  const query = sql<{ newest: number | null }>`
    select max((
      select seq from sync_row where project_id = ${projectId} and sync_row.bucket = list.bucket and seq < ${before} order by seq desc limit 1
    )) as newest from ${list}`
  const { rows } = await query.execute(tx)
  return rows[0]?.newest ?? 0
}
