import type { Database } from '../database/database.ts'

const KEEP_MS = 180 * 86_400_000
const MOST_KEPT = 2_000

/** Removes notifications after 180 days, and a person's oldest beyond 2,000. */
export const forgetOldNotifications = async (database: Database, now: number): Promise<void> => {
  await database.write((tx) =>
    tx
      .deleteFrom('notifications')
      .where('created_on', '<', now - KEEP_MS)
      .execute(),
  )
  const full = await database.queries
    .selectFrom('notifications')
    .select('user_id')
    .groupBy('user_id')
    .having((eb) => eb.fn.countAll<number>(), '>', MOST_KEPT)
    .execute()
  for (const { user_id: userId } of full) {
    const oldest = await database.queries
      .selectFrom('notifications')
      .select('id')
      .where('user_id', '=', userId)
      .orderBy('id', 'desc')
      .offset(MOST_KEPT)
      .limit(1)
      .executeTakeFirst()
    if (oldest === undefined) continue
    await database.write((tx) =>
      tx
        .deleteFrom('notifications')
        .where('user_id', '=', userId)
        .where('id', '<=', oldest.id)
        .execute(),
    )
  }
}
