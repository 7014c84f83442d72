import type { passwords } from '#schema/api/users-service/passwords.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Queries } from '../database/database.ts'
import { writeAccountEvent } from '../database/events/account-events.ts'
import { endSessionsOf } from '../database/sessions/end-sessions.ts'
import { readKnownUser, requireOwnPassword } from '../identity/credentials.ts'
import { ofUsername, usernamesOf } from '../identity/accounts.ts'
import { emailOf } from '../identity/invite.ts'
import {
  createLink,
  endLinksOfAccount,
  isMailedEnough,
  readLink,
  takeLink,
} from '../identity/mail-links.ts'
import { acceptedPassword, replacePassword } from '../identity/new-password.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers } from '../route.ts'

export const passwordHandlers: Handlers<typeof passwords> = {
  change: async ({ body }, { services, caller }) => {
    const user = await requireOwnPassword(services, caller.userId, body.oldHash)
    const password = await acceptedPassword(services, user, body.newHash)
    const now = services.clock()
    const ended = await services.database.write(async (tx) => {
      if (!(await replacePassword(tx, user, { password, now })))
        throw new Refusal('PASSWORD_NOT_MATCH_CURRENT')
      await endLinksOfAccount(tx, user, now)
      await queueMail(tx, {
        to: user.email,
        language: user.language,
        text: mailText('passwordChanged', user.language, { url: services.baseUrl }),
        now,
      })
      await writeAccountEvent(tx, 'account.password', { userId: user.id, now })
      return await endSessionsOf(tx, { userId: user.id, except: caller.sessionId }, now)
    })
    for (const id of ended) services.hub.endSession(id)
    services.wakeMails()
  },

  resetRequest: async ({ body }, { services }) => {
    const now = services.clock()
    await services.database.write(async (tx) => {
      const user = await findAddressee(tx, body.username)
      const isReachable = user !== undefined && user.blocked === 0 && user.email !== ''
      const email = isReachable ? user.email : emailOf(body.username)
      const isEnough = await isMailedEnough(tx, services.database.dialect, { email, now })
      const token = await createLink(tx, {
        purpose: 'reset-password',
        userId: isReachable ? user.id : null,
        email,
        now,
      })
      const language = user?.language ?? body.language
      const text = mailText('resetPassword', language, {
        url: `${services.baseUrl}/reset-password#${token}`,
        name: user?.name ?? '',
      })
      await queueMail(tx, { to: email, language, text, now, isDecoy: !isReachable || isEnough })
    })
    services.wakeMails()
  },

  setNew: async ({ body }, { services }) => {
    const { database, clock } = services
    const link = await readLink(database.queries, body.resetToken, clock())
    if (
      link === null ||
      link.purpose !== 'reset-password' ||
      link.state !== 'valid' ||
      link.userId === null
    )
      throw new Refusal('RESET_PASSWORD_INVALID_LINK')
    const user = await readKnownUser(database.queries, link.userId)
    const password = await acceptedPassword(services, user, body.newPasswordHash)
    const now = clock()
    const ended = await database.write(async (tx) => {
      const isTaken =
        (await takeLink(tx, { token: body.resetToken, purpose: 'reset-password' }, now)) !== null &&
        (await replacePassword(tx, user, { password, now }))
      if (!isTaken) throw new Refusal('RESET_PASSWORD_INVALID_LINK')
      await endLinksOfAccount(tx, user, now)
      await services.failedTries.reset(tx, user.username, 'password')
      await queueMail(tx, {
        to: user.email,
        language: user.language,
        text: mailText('passwordChanged', user.language, { url: services.baseUrl }),
        now,
      })
      await writeAccountEvent(tx, 'account.password', { userId: user.id, now })
      return await endSessionsOf(tx, { userId: user.id }, now)
    })
    for (const id of ended) services.hub.endSession(id)
    services.wakeMails()
  },

  check: async ({ body }, { services }) => ({
    suffixes: await services.stolenPasswords.suffixesOf(body.hash.toUpperCase()),
  }),
}

/**
 * Finds the account for a new password. An email address takes precedence over an equal username:
 * older accounts may use the address of another person as their username.
 */
const findAddressee = async (tx: Queries, written: string) => {
  const found = await tx
    .selectFrom('users')
    .select(['id', 'email', 'name', 'language', 'blocked', 'username'])
    .where((eb) =>
      eb.or([eb('username', 'in', usernamesOf(written)), eb('email', '=', emailOf(written))]),
    )
    .orderBy('id')
    .execute()
  const ofAddress = found.find(({ email }) => email === emailOf(written))
  return ofAddress ?? ofUsername(found, written)
}
