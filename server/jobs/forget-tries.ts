import type { Database } from '../database/database.ts'

const DAY_MS = 86_400_000
/** Limit for the rows of places and of unknown names; the totals of accounts always stay. */
const MOST_ROWS = 100_000

/**
 * Removes counts of unknown names after a day, since they protect no account. Above the limit it
 * removes the oldest rows of places, those of unknown names first.
 */
export const forgetTries = async (database: Database, now: number, most = MOST_ROWS) => {
  await database.write(async (tx) => {
    await tx
      .deleteFrom('failed_tries')
      .where('is_known', '=', 0)
      .where('tried_on', '<', now - DAY_MS)
      .execute()
    const removable = tx
      .selectFrom('failed_tries')
      .where((eb) => eb.or([eb('is_known', '=', 0), eb('place', '<>', '')]))
    const { amount } = await removable
      .select((eb) => eb.fn.countAll<number>().as('amount'))
      .executeTakeFirstOrThrow()
    if (Number(amount) <= most) return
    const rows = await removable
      .select(['subject', 'kind', 'place'])
      .orderBy('is_known')
      .orderBy('tried_on')
      .limit(Number(amount) - most)
      .execute()
    for (const { subject, kind, place } of rows) {
      await tx
        .deleteFrom('failed_tries')
        .where('subject', '=', subject)
        .where('kind', '=', kind)
        .where('place', '=', place)
        .execute()
    }
  })
}
