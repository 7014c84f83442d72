import { Refusal } from '#schema/refusal.ts'
import { proofTimes } from '#schema/rules/account/renewal-proof.ts'
import type { Database, Queries } from '../database.ts'
import { hashOfToken, newToken } from '../token.ts'
import { insertToken, type IssuedToken } from './issued-token.ts'
import { timesFrom } from './session-times.ts'
import { isLockedOut, sessionsOfPeople } from './sessions-of-people.ts'

interface Renewal {
  sessionId: string
  token: string
  /** When the device made the proof, in ms of server time as the device estimates it. */
  timestamp: number
  isSigned: (publicKey: string) => Promise<boolean>
  /** Runs in the transaction that ends the session because a copied token was used. */
  onCopy: (tx: Queries, userId: number) => Promise<void>
}

/**
 * Issues the successor of a token, for a signed proof made within the last minute and not used
 * before. PROOF_TIME returns the server's time if the clock of the device is wrong. An older token
 * is accepted while its successor is unused, because the response may have been lost. After that a
 * second use means that the token was copied, and the whole session ends.
 */
export const renewSession = async (
  database: Database,
  renewal: Renewal,
  now: number,
): Promise<IssuedToken> => {
  const { sessionId, token, timestamp, isSigned, onCopy } = renewal
  const outcome = await database.write(async (tx): Promise<IssuedToken | Refusal> => {
    const query = tx.selectFrom('sessions').selectAll().where('id', '=', sessionId)
    const session = await (
      database.dialect === 'postgres' ? query.forUpdate() : query
    ).executeTakeFirst()
    if (session === undefined || session.public_key === null) return new Refusal('WRONG_TOKEN')
    const tokens = await tx
      .selectFrom('session_tokens')
      .selectAll()
      .where('session_id', '=', sessionId)
      .orderBy('serial', 'desc')
      .execute()
    const given = tokens.find(({ hash }) => hash === hashOfToken(token))
    if (given === undefined || !(await isSigned(session.public_key)))
      return new Refusal('WRONG_TOKEN')
    const standing = await readStanding(tx, sessionId)
    if (isLockedOut(standing)) return new Refusal('ACCESS_ENDED')
    if (session.ended_on !== null) return new Refusal('WRONG_TOKEN')
    if (standing.two_factor_required === 1 && standing.otp_active === 0) {
      return new Refusal('USER_SESSION_EXPIRED')
    }
    const { from, to } = proofTimes(session.proved_at, now)
    if (timestamp < from || timestamp > to) {
      return new Refusal('PROOF_TIME', { detail: { now: Math.max(now, from) } })
    }
    await tx
      .updateTable('sessions')
      .set({ proved_at: timestamp })
      .where('id', '=', sessionId)
      .execute()
    const isReused = tokens.some(({ serial, used }) => serial > given.serial && used === 1)
    if (isReused) {
      await tx.updateTable('sessions').set({ ended_on: now }).where('id', '=', sessionId).execute()
      await onCopy(tx, session.user_id)
      return new Refusal('WRONG_TOKEN')
    }
    if (now >= Math.min(session.idle_until, session.absolute_until))
      return new Refusal('USER_SESSION_EXPIRED')
    const fresh = newToken()
    const times = timesFrom(now, session.absolute_until)
    await tx
      .deleteFrom('session_tokens')
      .where('session_id', '=', sessionId)
      .where('serial', '>', given.serial)
      .execute()
    await insertToken(tx, { sessionId, token: fresh, serial: given.serial + 1, now })
    await tx
      .updateTable('sessions')
      .set({ access_until: times.accessUntil, idle_until: times.idleUntil })
      .where('id', '=', sessionId)
      .execute()
    return { token: fresh, sessionId, userId: session.user_id, ...times }
  })
  if (outcome instanceof Refusal) throw outcome
  return outcome
}

const readStanding = (tx: Queries, sessionId: string) =>
  sessionsOfPeople(tx)
    .select(['users.blocked', 'users.approval', 'otp_active', 'two_factor_required'])
    .select([
      'organization_members.state as memberState',
      'organizations.state as organizationState',
    ])
    .where('sessions.id', '=', sessionId)
    .executeTakeFirstOrThrow()
