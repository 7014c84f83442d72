import type { Endpoint } from '#schema/api/endpoint.ts'
import { twoFactor } from '#schema/api/users-service/two-factor.ts'
import { Refusal } from '#schema/refusal.ts'
import {
  organizationDenial,
  type OrganizationSubject,
} from '#schema/rules/access/access-organization.ts'
import { refuse } from '#schema/rules/access/denial.ts'
import { rankDenial } from '#schema/rules/access/role-assignment.ts'
import { readMember } from '../database/access/members.ts'
import type { Queries } from '../database/database.ts'
import { writeAccountEvent } from '../database/events/account-events.ts'
import { endSessionsOf } from '../database/sessions/end-sessions.ts'
import {
  type KnownUser,
  readKnownUser,
  requireCredentials,
  requireOwnPassword,
} from '../identity/credentials.ts'
import { endLinksOfAccount } from '../identity/mail-links.ts'
import { subjectOfPerson } from '../identity/subject-of-person.ts'
import {
  isRequiredOf,
  keepPending,
  OTP_PENDING_MS,
  replaceRecoveryCodes,
  requireOtp,
  turnOff,
  turnOn,
} from '../identity/second-factor.ts'
import { newOtpSecret, otpUrl, plainOtp, stepOf } from '../identity/totp.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import { type CallContext, type Handlers, giveBackTry } from '../route.ts'
import { decryptOtpSecret, encryptOtpSecret } from '../security/otp-cipher.ts'
import type { Services } from '../services.ts'

export const twoFactorHandlers: Handlers<typeof twoFactor> = {
  check: async ({ body }, context) => {
    const { services, caller, request } = context
    const user = await readKnownUser(services.database.queries, caller.userId)
    // Without a second factor every code is wrong.
    if (user.otp_active === 0) throw new Refusal('OTP_INVALID', { field: 'otp' })
    await requireOtp(services, user, { otp: body.otp, address: request.ip })
    await giveBackTry(context, twoFactor.check, caller)
  },

  init: async ({ body }, context) => {
    const user = await identified(context, twoFactor.init, body)
    if (user.otp_active === 1) throw new Refusal('TWO_FACTOR_ACTIVE')
    return await newSecret(context.services, user)
  },

  reset: async ({ body }, context) => {
    const user = await identified(context, twoFactor.reset, body)
    await requireOtp(context.services, user, { otp: body.otp, address: context.request.ip })
    return await newSecret(context.services, user)
  },

  enable: async ({ body }, context) => {
    const { services } = context
    const user = await identified(context, twoFactor.enable, body)
    if (plainOtp(body.otp) === '') throw new Refusal('OTP_MISSING', { field: 'otp' })
    const key = ['first one-time code', user.id] as const
    await services.rateLimit.take(key, FIRST_LIMIT)
    const { clock, meta } = services
    const secret = pendingOf(user, clock())
    const step =
      secret === null
        ? null
        : stepOf(decryptOtpSecret(secret, user.id, meta), plainOtp(body.otp), clock())
    const isWrong = step === null || secret === null
    const codes = isWrong
      ? null
      : await services.database.write(async (tx) => {
          const made = await turnOn(tx, user.id, { secret, step })
          if (made === null) return null
          // Ends all links that were requested with the password alone.
          await endLinksOfAccount(tx, user, clock())
          await tell(tx, services, { user, name: 'twoFactorOn' })
          return made
        })
    if (codes === null) throw new Refusal('OTP_INVALID', { field: 'otp' })
    await services.rateLimit.giveBack(key)
    services.wakeMails()
    return { recoveryCodes: codes }
  },

  disable: async ({ body }, context) => {
    const { services, caller, request } = context
    const user = await requireOwnPassword(services, caller.userId, body.hash)
    if (await isRequiredOf(services.database.queries, user.id))
      throw new Refusal('TWO_FACTOR_REQUIRED')
    await requireOtp(services, user, { otp: body.otp, address: request.ip })
    await giveBackTry(context, twoFactor.disable, caller)
    await services.database.write(async (tx) => {
      await turnOff(tx, user.id)
      await tell(tx, services, { user, name: 'twoFactorOff' })
    })
    services.wakeMails()
  },

  newCodes: async ({ body }, context) => {
    const { services, caller, request } = context
    const user = await requireOwnPassword(services, caller.userId, body.hash)
    // Without a second factor there is nothing to recover.
    if (user.otp_active === 0) throw new Refusal('OTP_INVALID', { field: 'otp' })
    await requireOtp(services, user, { otp: body.otp, address: request.ip })
    await giveBackTry(context, twoFactor.newCodes, caller)
    return {
      recoveryCodes: await services.database.write(
        async (tx) => await replaceRecoveryCodes(tx, user.id),
      ),
    }
  },

  disableFor: async ({ params }, { services, person }) => {
    const { database, clock } = services
    // Turning off one's own second factor needs password and code, by `disable`.
    if (params.id === person.userId) throw new Refusal('NOT_ALLOWED')
    const ended = await database.write(async (tx) => {
      const place = await subjectOfPerson(tx, person, {
        userId: params.id,
        action: 'user.disableTwoFactor',
      })
      refuse(organizationDenial(person, 'user.disableTwoFactor', place))
      const member = await readMember(tx, place.organizationId, params.id)
      refuse(rankDenial(person, member?.roles ?? []))
      await turnOff(tx, params.id)
      await services.failedTries.resetPerson(tx, params.id, 'otp')
      await tell(tx, services, {
        user: await readKnownUser(tx, params.id),
        name: 'twoFactorOff',
      })
      return await endSessionsOf(tx, { userId: params.id }, clock())
    })
    for (const id of ended) services.hub.endSession(id)
    services.wakeMails()
  },

  setPolicy: async ({ params, body }, { services, person }) => {
    const { database, clock } = services
    const ended = await database.write(async (tx) => {
      refuse(organizationDenial(person, 'organization.edit', await subjectOf(tx, params.id)))
      if (body.isRequired && (await readKnownUser(tx, person.userId)).otp_active === 0)
        throw new Refusal('TWO_FACTOR_FIRST')
      await tx
        .updateTable('organizations')
        .set({ two_factor_required: Number(body.isRequired) })
        .where('id', '=', params.id)
        .execute()
      return body.isRequired ? await endSessionsWithout(tx, params.id, clock()) : []
    })
    for (const id of ended) services.hub.endSession(id)
  },

  policy: async ({ params }, { services, person }) => {
    const { queries } = services.database
    const subject = await subjectOf(queries, params.id)
    refuse(organizationDenial(person, 'organization.viewTwoFactor', subject))
    const { two_factor_required } = await queries
      .selectFrom('organizations')
      .select('two_factor_required')
      .where('id', '=', params.id)
      .executeTakeFirstOrThrow()
    return { isRequired: two_factor_required === 1 }
  },
}

/** Limit for the first code after a new secret. */
const FIRST_LIMIT = { max: 10, windowMs: 5 * 60_000, code: 'session.attempts' } as const

const identified = async (
  context: CallContext,
  row: Endpoint,
  body: { username: string; hash: string },
): Promise<KnownUser> => {
  const { services, request } = context
  const user = await requireCredentials(services, { ...body, address: request.ip })
  await giveBackTry(context, row)
  request.actorId = user.id
  return user
}

const newSecret = async ({ database, meta, clock }: Services, user: KnownUser) => {
  const secret = newOtpSecret()
  const pending = { secret: encryptOtpSecret(secret, user.id, meta), now: clock() }
  const isKept = await database.write((tx) => keepPending(tx, user, pending))
  if (!isKept) throw new Refusal(user.otp_active === 0 ? 'TWO_FACTOR_ACTIVE' : 'OTP_INVALID')
  return { secret, url: otpUrl(secret, user.username) }
}

/** The stored pending secret; null if there is none or it has expired. */
const pendingOf = ({ otp_pending, otp_pending_on }: KnownUser, now: number): string | null =>
  now < otp_pending_on + OTP_PENDING_MS ? otp_pending : null

const tell = async (
  tx: Queries,
  { baseUrl, clock }: Services,
  {
    user: { id, email, language },
    name,
  }: { user: KnownUser; name: 'twoFactorOn' | 'twoFactorOff' },
): Promise<void> => {
  await writeAccountEvent(tx, `account.${name}`, { userId: id, now: clock() })
  if (email !== '')
    await queueMail(tx, {
      to: email,
      language,
      text: mailText(name, language, { url: baseUrl }),
      now: clock(),
    })
}

const subjectOf = async (tx: Queries, organizationId: number): Promise<OrganizationSubject> => {
  const row = await tx
    .selectFrom('organizations')
    .select('parent_id')
    .where('id', '=', organizationId)
    .executeTakeFirst()
  if (row === undefined) throw new Refusal('NOT_FOUND')
  return { organizationId, parentId: row.parent_id }
}

/** Ends the sessions of people who work in the organization without a second factor. */
const endSessionsWithout = async (
  tx: Queries,
  organizationId: number,
  now: number,
): Promise<string[]> => {
  const people = await tx
    .selectFrom('users')
    .select('id')
    .where('active_organization_id', '=', organizationId)
    .where('otp_active', '=', 0)
    .execute()
  const ended: string[] = []
  for (const { id } of people) ended.push(...(await endSessionsOf(tx, { userId: id }, now)))
  return ended
}
