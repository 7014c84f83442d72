import { Refusal } from '#schema/refusal.ts'
import type { Database, Queries } from '../database.ts'
import { hashOfToken } from '../token.ts'
import { timesFrom } from './session-times.ts'
import { isLockedOut, sessionsOfPeople } from './sessions-of-people.ts'

/** The use of a session is recorded at most once per this time. */
const TOUCH_MS = 60_000

export interface LiveSession {
  sessionId: string
  userId: number
}

/**
 * The session of a token. Refuses with ACCESS_ENDED if the person was locked out, WRONG_TOKEN if
 * the token is unknown, replaced or its session ended, and USER_SESSION_EXPIRED if it has expired;
 * an expired token can be renewed or needs the password.
 */
export const requireSession = async (
  database: Database,
  token: string,
  now: number,
): Promise<LiveSession> => {
  const hash = hashOfToken(token)
  const row = await sessionsOfPeople(database.queries)
    .innerJoin('session_tokens', 'session_tokens.session_id', 'sessions.id')
    .select([
      'sessions.id',
      'sessions.user_id',
      'access_until',
      'idle_until',
      'absolute_until',
      'ended_on',
      'used',
      'serial',
      'users.blocked',
      'users.approval',
    ])
    .select([
      'organization_members.state as memberState',
      'organizations.state as organizationState',
    ])
    .where('hash', '=', hash)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('WRONG_TOKEN')
  if (isLockedOut(row)) throw new Refusal('ACCESS_ENDED')
  if (row.ended_on !== null) throw new Refusal('WRONG_TOKEN')
  if (now >= Math.min(row.access_until, row.idle_until, row.absolute_until))
    throw new Refusal('USER_SESSION_EXPIRED')
  if (await isReplaced(database.queries, row.id, row.serial)) throw new Refusal('WRONG_TOKEN')
  const idleUntil = timesFrom(now, row.absolute_until).idleUntil
  if (row.used === 0 || idleUntil - row.idle_until > TOUCH_MS) {
    await database.write(async (tx) => {
      await tx.updateTable('session_tokens').set({ used: 1 }).where('hash', '=', hash).execute()
      await tx
        .updateTable('sessions')
        .set({ idle_until: idleUntil })
        .where('id', '=', row.id)
        .execute()
    })
  }
  return { sessionId: row.id, userId: row.user_id }
}

/**
 * A token becomes invalid when its successor is first used. Until then the response with the
 * successor may have been lost.
 */
const isReplaced = async (tx: Queries, sessionId: string, serial: number): Promise<boolean> =>
  (await tx
    .selectFrom('session_tokens')
    .select('serial')
    .where('session_id', '=', sessionId)
    .where('serial', '>', serial)
    .where('used', '=', 1)
    .executeTakeFirst()) !== undefined
