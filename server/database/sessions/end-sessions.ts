import type { Database, Queries } from '../database.ts'

export const endSession = (database: Database, sessionId: string, now: number): Promise<void> =>
  database.write(async (tx) => {
    await tx.updateTable('sessions').set({ ended_on: now }).where('id', '=', sessionId).execute()
  })

export interface EndedSessions {
  userId: number
  /** Ends only this session. */
  only?: string
  /** Ends all sessions but this one. */
  except?: string
}

/**
 * Ends sessions of a person.
 * @returns the ids of the ended sessions, whose sockets the caller closes
 */
export const endSessionsOf = async (
  tx: Queries,
  { userId, only, except }: EndedSessions,
  now: number,
): Promise<string[]> => {
  let update = tx
    .updateTable('sessions')
    .set({ ended_on: now })
    .where('user_id', '=', userId)
    .where('ended_on', 'is', null)
  if (only !== undefined) update = update.where('id', '=', only)
  if (except !== undefined) update = update.where('id', '<>', except)
  return (await update.returning('id').execute()).map(({ id }) => id)
}
