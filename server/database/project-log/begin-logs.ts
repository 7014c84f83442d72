import type { SqlSession } from '../database.ts'
import { appendToLog } from './append.ts'

const KEY = 'projectLogSince'

/**
 * Once for a database: begins the requestors' chain of every project that is older than the log.
 * From then on a project without that chain, or with one begun later, lost it.
 */
export const beginLogs = async (database: SqlSession): Promise<void> => {
  await database.write(async (tx) => {
    const now = Date.now()
    const first = await tx
      .insertInto('server_meta')
      .values({ key: KEY, value: String(now) })
      .onConflict((conflict) => conflict.column('key').doNothing())
      .returning('key')
      .executeTakeFirst()
    if (first === undefined) return
    const projects = await tx.selectFrom('projects').select('id').orderBy('id').execute()
    for (const { id } of projects) {
      const context = { projectId: id, now, actorId: null }
      await appendToLog(tx, context, { kind: 'begun', detail: {} })
    }
  })
}

/** When `beginLogs` ran, ms; null = never. */
export const readLogsSince = async ({ queries }: SqlSession): Promise<number | null> => {
  const query = queries.selectFrom('server_meta').select('value').where('key', '=', KEY)
  const row = await query.executeTakeFirst()
  return row === undefined ? null : Number(row.value)
}
