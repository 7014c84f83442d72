import { quietEnd } from '#schema/rules/project/notice-times.ts'
import { isUrgent, waysOf } from '#schema/rules/project/notice-ways.ts'
import { inPieces, type Queries } from '../database.ts'
import type { Tables } from '../tables.ts'
import { readWays } from './read-ways.ts'

/** A person who looks at the application within this time reads the panel and gets no push. */
const AFTER_MS = 3_000

/**
 * Queues a push to each device of the receivers who want one, in the transaction of the delivery;
 * it leaves after their quiet hours.
 * @param notifications those of one event
 * @param now server time in ms
 */
export const queuePushes = async (
  tx: Queries,
  notifications: readonly Tables['notifications'][],
  now: number,
): Promise<void> => {
  const [first] = notifications
  if (first === undefined) return
  const { kind, project_id: projectId } = first
  const ids = new Map(notifications.map(({ user_id: userId, id }) => [userId, id]))
  for (const userIds of inPieces([...ids.keys()])) {
    const devices = await tx
      .selectFrom('push_subscriptions')
      .select(['session_id', 'user_id'])
      .where('user_id', 'in', userIds)
      .execute()
    if (devices.length === 0) continue
    const ways = await readWays(tx, [...new Set(devices.map((row) => row.user_id))], projectId)
    const rows = devices.flatMap(({ session_id, user_id }) => {
      const id = ids.get(user_id)
      const own = ways.get(user_id)
      if (id === undefined || own === undefined || !waysOf(kind, projectId, own).push) return []
      const from = isUrgent(kind) ? now : quietEnd(now, own.times)
      const next_try_on = from + AFTER_MS
      return [{ notification_id: id, session_id, user_id, next_try_on, tries: 0 }]
    })
    for (const piece of inPieces(rows, 100))
      await tx
        .insertInto('pushes')
        .values([...piece])
        .onConflict((conflict) => conflict.columns(['notification_id', 'session_id']).doNothing())
        .execute()
  }
}
