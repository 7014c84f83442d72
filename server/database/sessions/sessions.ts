import { randomUUID } from 'node:crypto'
import { Refusal } from '#schema/refusal.ts'
import { proofTimes } from '#schema/rules/account/renewal-proof.ts'
import { compiledOnce } from '../compiled-once.ts'
import type { Database, Queries } from '../database.ts'
import { hashOfToken, newToken } from '../token.ts'

export const ACCESS_MS = 15 * 60_000
export const IDLE_MS = 4 * 3_600_000
export const ABSOLUTE_MS = 30 * 86_400_000
/** The use of a session is recorded at most once per this time. */
const TOUCH_MS = 60_000

/**
 * The states that decide whether a person is locked out: of the account, of the membership in the
 * active organization, and of that organization.
 */
interface Standing {
  blocked: number
  approval: string
  memberState: string | null
  organizationState: string | null
}
const isOut = ({ blocked, approval, memberState, organizationState }: Standing): boolean =>
  blocked === 1 ||
  approval !== 'APPROVED' ||
  memberState !== 'ACTIVE' ||
  organizationState !== 'ACTIVE'

const sessionsOfPeople = (tx: Queries) =>
  tx
    .selectFrom('sessions')
    .innerJoin('users', 'users.id', 'sessions.user_id')
    .leftJoin('organization_members', (join) =>
      join
        .onRef('organization_members.organization_id', '=', 'users.active_organization_id')
        .onRef('organization_members.user_id', '=', 'users.id'),
    )
    .leftJoin('organizations', 'organizations.id', 'users.active_organization_id')

export interface SessionTimes {
  accessUntil: number
  idleUntil: number
  absoluteUntil: number
}
export interface IssuedToken extends SessionTimes {
  token: string
  sessionId: string
  userId: number
}
export interface LiveSession {
  sessionId: string
  userId: number
}

const timesFrom = (now: number, absoluteUntil: number): SessionTimes => ({
  accessUntil: Math.min(now + ACCESS_MS, absoluteUntil),
  idleUntil: Math.min(now + IDLE_MS, absoluteUntil),
  absoluteUntil,
})

/** Where a person signed in; shown to them to tell their sessions apart. */
export interface SignInPlace {
  userAgent: string
  address: string
}
const USER_AGENT_LENGTH = 500

export const createSession = async (
  database: Database,
  userId: number,
  publicKey: string | null,
  now: number,
  place: SignInPlace = { userAgent: '', address: '' },
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
    await tx
      .insertInto('session_tokens')
      .values({
        hash: hashOfToken(token),
        session_id: sessionId,
        serial: 1,
        created_on: now,
        used: 0,
      })
      .execute()
  })
  return { token, sessionId, userId, ...times }
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
  if (isOut(row)) throw new Refusal('ACCESS_ENDED')
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
 * Whether the session is still valid; for connections that outlive the token they were opened with.
 */
export const isSessionOpen = async (
  tx: Queries,
  sessionId: string,
  now: number,
): Promise<boolean> => (await findOpen(tx, { sessionId, now })).length > 0

const findOpen = compiledOnce((tx, { sessionId, now }: { sessionId: string; now: number }) =>
  sessionsOfPeople(tx)
    .select('sessions.id')
    .where('sessions.id', '=', sessionId)
    .where('ended_on', 'is', null)
    .where('blocked', '=', 0)
    .where('approval', '=', 'APPROVED')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('organizations.state', '=', 'ACTIVE')
    .where('access_until', '>', now)
    .where('idle_until', '>', now)
    .where('absolute_until', '>', now),
)

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

export interface Renewal {
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
    if (isOut(standing)) return new Refusal('ACCESS_ENDED')
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
    await tx
      .insertInto('session_tokens')
      .values({
        hash: hashOfToken(fresh),
        session_id: sessionId,
        serial: given.serial + 1,
        created_on: now,
        used: 0,
      })
      .execute()
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

/** The sessions among `ids` that are still valid, each with the version of its person's rights. */
export const readOpenSessions = async (
  tx: Queries,
  ids: readonly string[],
  now: number,
): Promise<{ id: string; userId: number; accessVersion: number }[]> =>
  await sessionsOfPeople(tx)
    .select(['sessions.id', 'users.id as userId', 'users.access_version as accessVersion'])
    .where('sessions.id', 'in', ids)
    .where('ended_on', 'is', null)
    .where('blocked', '=', 0)
    .where('approval', '=', 'APPROVED')
    .where('organization_members.state', '=', 'ACTIVE')
    .where('organizations.state', '=', 'ACTIVE')
    .where('idle_until', '>', now)
    .where('absolute_until', '>', now)
    .execute()

export const endSession = (database: Database, sessionId: string, now: number): Promise<void> =>
  database.write(async (tx) => {
    await tx.updateTable('sessions').set({ ended_on: now }).where('id', '=', sessionId).execute()
  })

/**
 * Ends all sessions of a person, only one, or all but one.
 * @returns the ids of the ended sessions, whose sockets the caller closes
 */
export const endSessionsOf = (
  database: Database,
  userId: number,
  now: number,
  which: { only?: string; except?: string } = {},
): Promise<string[]> => database.write((tx) => endSessionsIn(tx, userId, now, which))

export const endSessionsIn = async (
  tx: Queries,
  userId: number,
  now: number,
  { only, except }: { only?: string; except?: string } = {},
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
