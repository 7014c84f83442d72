import type { SqlSession } from '../database.ts'
import { appendToLog } from './append.ts'

const KEY = 'projectLogSince'

/**
 * Begins the team's chain of every project that is older than the log; runs once per database.
 * After that, a project without this chain, or with a chain begun later, has lost it.
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

/** When `beginLogs` ran, in ms; null if never. */
export const readLogsSince = async ({ queries }: SqlSession): Promise<number | null> => {
  const query = queries.selectFrom('server_meta').select('value').where('key', '=', KEY)
  const row = await query.executeTakeFirst()
  return row === undefined ? null : Number(row.value)
}
