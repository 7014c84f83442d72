import { randomUUID } from 'node:crypto'
import type { Database, Queries } from '../database.ts'
import { writeAccountEvent } from '../events/account-events.ts'
import { networkOf } from '../../security/network-of.ts'
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
    if (await isNewDevice(tx, userId, place))
      await writeAccountEvent(tx, 'account.signedIn', { userId, now })
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

/**
 * Whether the person has signed in before, but never with this browser in this network. The very
 * first sign-in is not told.
 */
const isNewDevice = async (
  tx: Queries,
  userId: number,
  { userAgent, address }: SignInPlace,
): Promise<boolean> => {
  const earlier = await tx
    .selectFrom('sessions')
    .select(['user_agent', 'address'])
    .distinct()
    .where('user_id', '=', userId)
    .execute()
  const agent = userAgent.slice(0, USER_AGENT_LENGTH)
  return (
    earlier.length > 0 &&
    !earlier.some(
      (row) => row.user_agent === agent && networkOf(row.address) === networkOf(address),
    )
  )
}
