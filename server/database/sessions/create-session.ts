import { randomUUID } from 'node:crypto'
import type { Database } from '../database.ts'
import { newToken } from '../token.ts'
import { insertToken, type IssuedToken } from './issued-token.ts'
import { ABSOLUTE_MS, timesFrom } from './session-times.ts'

/** Where a person signed in; shown to them to tell their sessions apart. */
interface SignInPlace {
  userAgent: string
  address: string
}
const USER_AGENT_LENGTH = 500

interface NewSession {
  userId: number
  /** Public key of the device as JWK; null for a session that cannot be renewed. */
  publicKey: string | null
  place?: SignInPlace
}

export const createSession = async (
  database: Database,
  { userId, publicKey, place = { userAgent: '', address: '' } }: NewSession,
  now: number,
): Promise<IssuedToken> => {
  const token = newToken()
  const sessionId = randomUUID()
  const times = timesFrom(now, now + ABSOLUTE_MS)
  await database.write(async (tx) => {
    await tx
      .insertInto('sessions')
      .values({
        id: sessionId,
        user_id: userId,
        public_key: publicKey,
        created_on: now,
        access_until: times.accessUntil,
        idle_until: times.idleUntil,
        absolute_until: times.absoluteUntil,
        ended_on: null,
        user_agent: place.userAgent.slice(0, USER_AGENT_LENGTH),
        address: place.address,
        organization_id: (eb) =>
          eb.selectFrom('users').select('active_organization_id').where('id', '=', userId),
      })
      .execute()
    await insertToken(tx, { sessionId, token, serial: 1, now })
  })
  return { token, sessionId, userId, ...times }
}
