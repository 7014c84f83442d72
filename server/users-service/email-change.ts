import { randomUUID } from 'node:crypto'
import { sql } from 'kysely'
import { emailChange } from '#schema/api/users-service/passwords.ts'
import { Refusal } from '#schema/refusal.ts'
import type { Database, Queries } from '../database/database.ts'
import { writeAccountEvent } from '../database/events/account-events.ts'
import { endSessionsOf } from '../database/sessions/end-sessions.ts'
import { type KnownUser, readKnownUser, requireOwnPassword } from '../identity/credentials.ts'
import { emailOf } from '../identity/invite.ts'
import {
  createLink,
  endLinks,
  endLinksSince,
  isMailedEnough,
  type MailLink,
  readLink,
  takeLink,
} from '../identity/mail-links.ts'
import { replacePassword } from '../identity/new-password.ts'
import { requireOtp } from '../identity/second-factor.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { type MailName, mailText } from '../mail/texts.ts'
import { giveBackTry, type Handlers } from '../route.ts'
import { storedHash } from '../security/password-hash.ts'
import type { Services } from '../services.ts'

export const emailChangeHandlers: Handlers<typeof emailChange> = {
  request: async ({ body }, context) => {
    const { services, caller, request } = context
    const user = await requireOwnPassword(services, caller.userId, body.hash)
    await requireOtp(services, user, { otp: body.otp, address: request.ip })
    await giveBackTry(context, emailChange.request, caller)
    const [email, now] = [emailOf(body.email), services.clock()]
    await services.database.write(async (tx) => {
      await requireSamePassword(tx, user, now)
      await endLinks(tx, 'change-email', { userId: user.id, now })
      await mailNewAddress(tx, services, { user, email, now })
      await tellFormerAddress(tx, services, { name: 'emailChangeAsked', user, email, now })
    })
    services.wakeMails()
  },

  confirm: async ({ body }, { services, request }) => {
    const now = services.clock()
    await services.database.write(async (tx) => {
      const link = await takeLink(tx, { token: body.token, purpose: 'change-email' }, now)
      if (link === null || link.userId === null) throw new Refusal('LINK_INVALID')
      await requireFreeAddress(tx, services.database, { email: link.email, userId: link.userId })
      const user = await readKnownUser(tx, link.userId)
      request.actorId = user.id
      await tx
        .updateTable('users')
        .set({ email: link.email, updated_on: now })
        .where('id', '=', user.id)
        .execute()
      await writeAccountEvent(tx, 'account.address', { userId: user.id, now })
      await tellFormerAddress(tx, services, { name: 'emailChanged', user, email: link.email, now })
    })
    services.wakeMails()
  },

  undo: async ({ body }, { services, request }) => {
    const { database, clock, hub, meta } = services
    const found = await readLink(database.queries, body.token, clock())
    const isValid = found?.state === 'valid' && found.purpose === 'undo-email-change'
    if (!isValid) throw new Refusal('LINK_INVALID')
    // Replace the password too, because the person who requested the change knows the current one.
    const password = await storedHash(randomUUID(), meta.pepper)
    const { ended, resetToken } = await database.write(async (tx) => {
      const link = await takeLink(tx, { token: body.token, purpose: 'undo-email-change' }, clock())
      if (link === null || link.userId === null) throw new Refusal('LINK_INVALID')
      request.actorId = link.userId
      return await takeBack(tx, services, { link: { ...link, userId: link.userId }, password })
    })
    for (const id of ended) hub.endSession(id)
    services.wakeMails()
    return { resetToken }
  },
}

/** Refuses if the password has changed since it was checked. */
const requireSamePassword = async (tx: Queries, user: KnownUser, now: number): Promise<void> => {
  const same = await tx
    .updateTable('users')
    .set({ updated_on: now })
    .where('id', '=', user.id)
    .where('password', '=', user.password)
    .returning('id')
    .executeTakeFirst()
  if (same === undefined) throw new Refusal('PASSWORD_NOT_MATCH_CURRENT', { field: 'password' })
}

interface Address {
  email: string
  userId: number
}
/**
 * Refuses an address that another account has. The lock lets only one of several parallel changes
 * take the address.
 */
const requireFreeAddress = async (
  tx: Queries,
  { dialect }: Pick<Database, 'dialect'>,
  { email, userId }: Address,
): Promise<void> => {
  const key = `address ${email}`
  if (dialect === 'postgres') await sql`select pg_advisory_xact_lock(hashtext(${key}))`.execute(tx)
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .where('id', '<>', userId)
    .executeTakeFirst()
  if (owner !== undefined) throw new Refusal('EMAIL_ALREADY_USED')
}

interface Change {
  user: KnownUser
  email: string
  now: number
}

const mailNewAddress = async (
  tx: Queries,
  { database, baseUrl }: Services,
  { user, email, now }: Change,
): Promise<void> => {
  const { language, name } = user
  const owner = await tx
    .selectFrom('users')
    .select('id')
    .where('email', '=', email)
    .executeTakeFirst()
  const isDecoy = await isMailedEnough(tx, database.dialect, { email, now })
  const token = await createLink(tx, { purpose: 'change-email', userId: user.id, email, now })
  // If the address already has an account, its owner learns of it by mail; the person who requested
  // the change does not.
  const url = `${baseUrl}/email-change-confirmation#${token}`
  const text =
    owner === undefined
      ? mailText('changeEmail', language, { url, name })
      : mailText('accountExists', language, { url: `${baseUrl}/login` })
  await queueMail(tx, { to: email, language, text, now, isDecoy })
}

/**
 * Mails the former address a link that undoes the change, whether or not the change is already
 * confirmed.
 */
const tellFormerAddress = async (
  tx: Queries,
  { baseUrl }: Services,
  { name, user, email, now }: Change & { name: 'emailChangeAsked' | 'emailChanged' },
): Promise<void> => {
  if (user.email === '') return
  const link = { purpose: 'undo-email-change', userId: user.id, email: user.email, now } as const
  const url = `${baseUrl}/email-change-undo#${await createLink(tx, link)}`
  const text = mailText(name, user.language, { url, email })
  await queueMail(tx, { to: user.email, language: user.language, text, now })
}

interface TakeBack {
  link: MailLink & { userId: number }
  password: string
}
/** @returns the ended sessions, and the token of a link for a new password */
const takeBack = async (
  tx: Queries,
  services: Services,
  { link, password }: TakeBack,
): Promise<{ ended: string[]; resetToken: string }> => {
  const [{ userId, email }, now] = [link, services.clock()]
  await requireFreeAddress(tx, services.database, link)
  // Locks the account, so that its current password is read.
  await tx.updateTable('users').set({ updated_on: now }).where('id', '=', userId).execute()
  const user = await readKnownUser(tx, userId)
  await tx.updateTable('users').set({ email }).where('id', '=', userId).execute()
  await replacePassword(tx, user, { password, now })
  await writeAccountEvent(tx, 'account.address', { userId, now })
  await endLinksSince(tx, link, now)
  for (const to of new Set([user.email, email])) {
    const name: MailName = 'emailChangeUndone'
    const url = `${services.baseUrl}/forgotten-password`
    const text = mailText(name, user.language, { url, email })
    if (to !== '') await queueMail(tx, { to, language: user.language, text, now })
  }
  const resetToken = await createLink(tx, { purpose: 'reset-password', userId, email, now })
  return { ended: await endSessionsOf(tx, { userId }, now), resetToken }
}
