import { auth, type Session, type SignedIn } from '#schema/api/users-service/auth.ts'
import { Refusal } from '#schema/refusal.ts'
import { effectivePermissions } from '#schema/rules/access/access.ts'
import { renewalText } from '#schema/rules/account/renewal-proof.ts'
import { settleActiveOrganization } from '../database/access/members.ts'
import { type Person, readPerson } from '../database/access/read-actor.ts'
import { createSession } from '../database/sessions/create-session.ts'
import { endSession } from '../database/sessions/end-sessions.ts'
import { type IssuedToken } from '../database/sessions/issued-token.ts'
import { renewSession } from '../database/sessions/renew-session.ts'
import type { Database, Queries } from '../database/database.ts'
import { ofUsername, saltOf, usernameOf, usernamesOf } from '../identity/accounts.ts'
import { readKnownUser, requireCredentials } from '../identity/credentials.ts'
import { isRequiredOf, requireOtp } from '../identity/second-factor.ts'
import { refuseWaiting } from '../identity/waiting-access.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import { type CallContext, type Handlers, giveBackTry } from '../route.ts'
import { isSignedBy } from '../security/device-key.ts'
import { sealKeys } from '../security/seal-key.ts'
import type { Services } from '../services.ts'

export const authHandlers: Handlers<typeof auth> = {
  prelogin: async ({ body }, { services }) => {
    const username = usernameOf(body.username)
    const found = await services.database.queries
      .selectFrom('users')
      .select(['username', 'salt', 'iterations'])
      .where('username', 'in', usernamesOf(body.username))
      .execute()
    const user = ofUsername(found, body.username)
    if (user === undefined) return saltOf(username, services.meta.saltSecret)
    return { salt: user.salt, iterations: user.iterations }
  },

  authenticate: async ({ body }, context) => {
    const { services, request } = context
    const { database, clock } = services
    const user = await requireCredentials(services, {
      username: body.username,
      hash: body.hash,
      address: request.ip,
    })
    await giveBackTry(context, auth.authenticate)
    if (user.approval === 'WAITING') throw new Refusal('ACCOUNT_WAITING')
    await requireOtp(services, user, { otp: body.otp, address: request.ip })
    await refuseWaiting(database.queries, user.id)
    if ((await isRequiredWhereOpen(database, user.id)) && user.otp_active === 0) {
      throw new Refusal('TWO_FACTOR_REQUIRED')
    }
    const place = { userAgent: request.headers['user-agent'] ?? '', address: request.ip }
    const issued = await createSession(
      database,
      {
        userId: user.id,
        publicKey: body.publicKey === undefined ? null : JSON.stringify(body.publicKey),
        place,
      },
      clock(),
    )
    request.actorId = user.id
    return await signedIn(services, issued)
  },

  renew: async ({ body: { sessionId, token, timestamp, signature } }, { services }) => {
    const proof = { sessionId, token, timestamp }
    const isSigned = (publicKey: string) => isSignedBy(publicKey, renewalText(proof), signature)
    const onCopy = (tx: Queries, userId: number) => tellOfCopy(tx, services, userId)
    const renewal = { ...proof, isSigned, onCopy }
    const issued = await renewSession(services.database, renewal, services.clock())
    return await signedIn(services, issued)
  },

  logout: async (_input, { services, caller }) => {
    await endSession(services.database, caller.sessionId, services.clock())
    services.hub.endSession(caller.sessionId)
  },

  session: async (_input, { person, services, caller }) =>
    sessionOf(person, await accountOf(services, caller.userId)),

  demoAccounts: async (_input, { services }) => {
    if (!services.isDemo) return []
    return await services.database.queries
      .selectFrom('demo_accounts')
      .select(['username', 'password', 'name', 'role', 'organization'])
      .orderBy('position')
      .execute()
  },
}

/** Whether the organization that the sign-in will activate requires a second factor. */
const isRequiredWhereOpen = (database: Database, userId: number): Promise<boolean> =>
  database.write(async (tx) => {
    await settleActiveOrganization(tx, userId)
    return await isRequiredOf(tx, userId)
  })

interface Account {
  username: string
  otp_active: number
}
const accountOf = async ({ database }: Services, userId: number): Promise<Account> =>
  await database.queries
    .selectFrom('users')
    .select(['username', 'otp_active'])
    .where('id', '=', userId)
    .executeTakeFirstOrThrow()

const signedIn = async (
  services: CallContext['services'],
  issued: IssuedToken,
): Promise<SignedIn> => {
  const person = await readPerson(services.database.queries, issued.userId)
  if (person === null) throw new Refusal('BAD_CREDENTIALS')
  return {
    token: issued.token,
    sessionId: issued.sessionId,
    expiresOn: issued.accessUntil,
    idleUntil: issued.idleUntil,
    absoluteUntil: issued.absoluteUntil,
    session: sessionOf(person, await accountOf(services, issued.userId)),
    serverId: services.meta.serverId,
    ...sealKeys(issued.userId, services.meta.sealSecret),
    now: services.clock(),
  }
}

const sessionOf = (person: Person, { username, otp_active }: Account): Session => ({
  userId: person.userId,
  username,
  otpActivated: otp_active === 1,
  name: person.name,
  roles: person.roles,
  organizationId: person.organizationId,
  organizationName: person.organizationName,
  vendorId: person.parentId === null ? null : person.organizationId,
  permissions: effectivePermissions(person.roles, false),
  isPrimaryContact: person.isPrimaryContact,
})

/**
 * Mails the owner that a replaced token was used, which means that a copy of the session exists.
 */
const tellOfCopy = async (
  tx: Queries,
  { baseUrl, clock }: Services,
  userId: number,
): Promise<void> => {
  const { email, language } = await readKnownUser(tx, userId)
  if (email !== '')
    await queueMail(tx, {
      to: email,
      language,
      text: mailText('sessionCopied', language, { url: `${baseUrl}/login` }),
      now: clock(),
    })
}
