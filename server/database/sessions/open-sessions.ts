import { compiledOnce } from '../compiled-once.ts'
import type { Queries } from '../database.ts'
import { validSessions } from './sessions-of-people.ts'

/**
 * Whether the session is still valid; for connections that outlive the token they were opened with.
 */
export const isSessionOpen = async (
  tx: Queries,
  sessionId: string,
  now: number,
): Promise<boolean> => (await findOpen(tx, { sessionId, now })).length > 0

const findOpen = compiledOnce((tx, { sessionId, now }: { sessionId: string; now: number }) =>
  validSessions(tx, now)
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('access_until', '>', now),
)

/** The sessions among `ids` that are still valid, each with the version of its person's rights. */
export const readOpenSessions = async (
  tx: Queries,
  ids: readonly string[],
  now: number,
): Promise<{ id: string; userId: number; accessVersion: number }[]> =>
  await validSessions(tx, now)
    .select(['sessions.id', 'users.id as userId', 'users.access_version as accessVersion'])
    .where('sessions.id', 'in', ids)
    .execute()
