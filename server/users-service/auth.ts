import { auth, type Session, type SignedIn } from '#schema/api/users-service/auth.ts'
import { Refusal } from '#schema/refusal.ts'
import { effectivePermissions } from '#schema/rules/access.ts'
import { type Person, readPerson } from '../database/access/read-actor.ts'
import { createSession, endSession, type IssuedToken, renewSession } from '../database/sessions/sessions.ts'
import { type CallContext, type Handlers, limitKey } from '../route.ts'
import { isSignedBy } from '../security/device-key.ts'
import { decoySalt, isRightHash, needsRehash, PBKDF2_ITERATIONS, spendSameTime, storedHash } from '../security/password-hash.ts'
import { sealKey } from '../security/seal-key.ts'
import type { Services } from '../services.ts'

/** Wrong passwords from one address, whatever the account, in the window. */
const TRIES_PER_ADDRESS = 100
const TRIES_WINDOW_MS = 300_000

const nameOf = (username: string): string => username.trim().toLowerCase()

export const authHandlers: Handlers<typeof auth> = {
  prelogin: async ({ body }, { services }) => {
    const username = nameOf(body.username)
    const user = await services.database.queries.selectFrom('users').select(['salt', 'iterations']).where('username', '=', username).executeTakeFirst()
    return user ?? { salt: decoySalt(username, services.meta.saltSecret), iterations: PBKDF2_ITERATIONS }
  },

  authenticate: async ({ body }, { services, request }) => {
    const { database, meta, clock, rateLimit } = services
    const addressKey = `tries from ${request.ip}`
    rateLimit.take(addressKey, TRIES_PER_ADDRESS, TRIES_WINDOW_MS)
    const user = await database.queries.selectFrom('users').select(['id', 'password', 'blocked', 'approval']).where('username', '=', nameOf(body.username)).executeTakeFirst()
    if (user === undefined) {
      await spendSameTime(body.hash, meta.pepper)
      throw new Refusal('BAD_CREDENTIALS')
    }
    if (!await isRightHash(user.password, body.hash, meta.pepper) || user.blocked === 1) throw new Refusal('BAD_CREDENTIALS')
    // Only failures count.
    rateLimit.giveBack(addressKey)
    rateLimit.giveBack(limitKey(auth.authenticate, request))
    if (user.approval === 'WAITING') throw new Refusal('ACCOUNT_WAITING')
    if (needsRehash(user.password)) await rehash(services, user.id, body.hash)
    const issued = await createSession(database, user.id, body.publicKey === undefined ? null : JSON.stringify(body.publicKey), clock(), { userAgent: request.headers['user-agent'] ?? '', address: request.ip })
    request.actorId = user.id
    return await signedIn(services, issued)
  },

  renew: async ({ body: { sessionId, token, timestamp, signature } }, { services }) => {
    const isSigned = (publicKey: string) => isSignedBy(publicKey, `${sessionId}.${timestamp}`, signature)
    return await signedIn(services, await renewSession(services.database, { sessionId, token, isSigned }, services.clock()))
  },

  logout: async (_input, { services, caller }) => {
    await endSession(services.database, caller.sessionId, services.clock())
    services.hub.endSession(caller.sessionId)
  },

  session: async (_input, { person, services, caller }) => sessionOf(person, await accountOf(services, caller.userId)),

  demoAccounts: async (_input, { services }) => {
    if (!services.isDemo) return []
    return await services.database.queries.selectFrom('demo_accounts').select(['username', 'password', 'name', 'role', 'organization']).orderBy('position').execute()
  },
}

interface Account { username: string; otp_active: number }
const accountOf = async ({ database }: Services, userId: number): Promise<Account> =>
  await database.queries.selectFrom('users').select(['username', 'otp_active']).where('id', '=', userId).executeTakeFirstOrThrow()

const signedIn = async (services: CallContext['services'], issued: IssuedToken): Promise<SignedIn> => {
  const person = await readPerson(services.database.queries, issued.userId)
  if (person === null) throw new Refusal('BAD_CREDENTIALS')
  return {
    token: issued.token, sessionId: issued.sessionId, expiresOn: issued.accessUntil, idleUntil: issued.idleUntil, absoluteUntil: issued.absoluteUntil,
    session: sessionOf(person, await accountOf(services, issued.userId)), serverId: services.meta.serverId, sealKey: sealKey(issued.userId, services.meta.sealSecret), now: services.clock(),
  }
}

const sessionOf = (person: Person, { username, otp_active }: Account): Session => ({
  userId: person.userId, username, otpActivated: otp_active === 1, name: person.name, roles: person.roles, organizationId: person.organizationId, organizationName: person.organizationName,
  vendorId: person.parentId === null ? null : person.organizationId, permissions: effectivePermissions(person.roles, false), isPrimaryContact: person.isPrimaryContact,
})

const rehash = async ({ database, meta, clock }: Services, userId: number, sent: string): Promise<void> => {
  const password = await storedHash(sent, meta.pepper)
  await database.write(async (tx) => {
    await tx.updateTable('users').set({ password, updated_on: clock() }).where('id', '=', userId).execute()
  })
}
