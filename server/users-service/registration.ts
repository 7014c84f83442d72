import type { EndpointReply } from '#schema/api/endpoint.ts'
import type { LinkFacts, registration } from '#schema/api/users-service/registration.ts'
import { Refusal } from '#schema/refusal.ts'
import type { LinkState } from '#schema/tables/link-purposes.ts'
import type { Queries } from '../database/database.ts'
import { acceptInvitation } from '../identity/accept-invitation.ts'
import {
  createAccount,
  refuseUsernameAsPassword,
  requireName,
  requireUsername,
  saltOf,
  usernameOf,
} from '../identity/accounts.ts'
import { emailOf, type FoundInvitation, readInvitation } from '../identity/invite.ts'
import { createLink, isMailedEnough, readLink, takeLink } from '../identity/mail-links.ts'
import { queueMail } from '../mail/queue-mail.ts'
import { mailText } from '../mail/texts.ts'
import type { Handlers } from '../route.ts'
import { storedHash } from '../security/password-hash.ts'
import type { Services } from '../services.ts'

const NOTHING: Omit<LinkFacts, 'state' | 'purpose'> = {
  email: null,
  organizationName: null,
  hasAccount: false,
  account: null,
}

export const registrationHandlers: Handlers<typeof registration> = {
  request: async ({ body }, { services }) => {
    const { database, clock, baseUrl } = services
    const email = emailOf(body.email)
    const now = clock()
    await database.write(async (tx) => {
      const owner = await tx
        .selectFrom('users')
        .select('id')
        .where('email', '=', email)
        .executeTakeFirst()
      const isEnough = await isMailedEnough(tx, database.dialect, { email, now })
      // Write the same rows in all cases; a person with an account gets a mail without the token.
      const token = await createLink(tx, {
        purpose: 'register',
        userId: owner?.id ?? null,
        email,
        now,
      })
      const text =
        owner === undefined
          ? mailText('register', body.language, { url: `${baseUrl}/email-verification#${token}` })
          : mailText('accountExists', body.language, { url: `${baseUrl}/login` })
      await queueMail(tx, { to: email, language: body.language, text, now, isDecoy: isEnough })
    })
    services.wakeMails()
  },

  checkToken: async ({ params }, { services }) => await factsOf(services, params.token),

  usernameCheck: async ({ body }, { services }) => {
    const { queries } = services.database
    const isHolder = body.token !== undefined && (await isForRegistering(services, body.token))
    const owner = await queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', usernameOf(body.username))
      .executeTakeFirst()
    return { isFree: isHolder ? owner === undefined : null }
  },

  create: async ({ body }, { services }) => {
    const username = usernameOf(body.username)
    if (!(await isForRegistering(services, body.token))) throw new Refusal('LINK_INVALID')
    requireUsername(username)
    const firstname = requireName(body.firstname, 'firstname')
    const lastname = requireName(body.lastname, 'lastname')
    const salting = saltOf(username, services.meta.saltSecret)
    await refuseUsernameAsPassword(body.hash, [username, body.username.trim()], salting)
    const password = await storedHash(body.hash, services.meta.pepper)
    const { language } = body
    const account = {
      username,
      firstname,
      lastname,
      language,
      password,
      ...salting,
      now: services.clock(),
    }
    return await services.database.write(
      async (tx): Promise<EndpointReply<typeof registration.create>> => {
        const invitation = await readInvitation(tx, body.token, account.now)
        if (invitation === null) {
          const link = await takeLink(tx, { token: body.token, purpose: 'register' }, account.now)
          if (link === null) throw new Refusal('LINK_INVALID')
          await createAccount(tx, {
            ...account,
            email: link.email,
            requestedOrganization: body.organization.trim(),
          })
          return { state: 'WAITING', isTwoFactorRequired: false }
        }
        const userId = await createAccount(tx, {
          ...account,
          email: invitedAddress(invitation, body.email),
          requestedOrganization: null,
        })
        const state = await acceptInvitation(tx, invitation, { userId, now: account.now })
        if (state === null) throw new Refusal('LINK_INVALID')
        return {
          state,
          isTwoFactorRequired:
            state === 'READY' && (await isTwoFactorRequired(tx, invitation.organizationId)),
        }
      },
    )
  },
}

/** A person invited by mail keeps the address that the mail was sent to. */
const invitedAddress = ({ email }: FoundInvitation, chosen: string | undefined): string => {
  if (email !== '') return email
  if (chosen === undefined) throw new Refusal('validation.required', { field: 'email' })
  return emailOf(chosen)
}

const isTwoFactorRequired = async (tx: Queries, organizationId: number): Promise<boolean> =>
  (
    await tx
      .selectFrom('organizations')
      .select('two_factor_required')
      .where('id', '=', organizationId)
      .executeTakeFirstOrThrow()
  ).two_factor_required === 1

/** Whether the token belongs to an invitation or registration link that is still valid. */
const isForRegistering = async ({ database, clock }: Services, token: string): Promise<boolean> => {
  const invitation = await readInvitation(database.queries, token, clock())
  if (invitation !== null) return invitation.state === 'valid'
  const link = await readLink(database.queries, token, clock())
  return link !== null && link.purpose === 'register' && link.state === 'valid'
}

const factsOf = async (
  { database: { queries }, clock }: Services,
  token: string,
): Promise<LinkFacts> => {
  const hasAccount = async (email: string): Promise<boolean> =>
    email !== '' &&
    (await queries
      .selectFrom('users')
      .select('id')
      .where('email', '=', email)
      .executeTakeFirst()) !== undefined
  const only = (state: LinkState, purpose: LinkFacts['purpose']): LinkFacts => ({
    state,
    purpose,
    ...NOTHING,
  })
  const invitation = await readInvitation(queries, token, clock())
  if (invitation !== null) {
    const { state, email, organizationName } = invitation
    return state === 'valid'
      ? {
          ...only(state, 'invitation'),
          email,
          organizationName,
          hasAccount: await hasAccount(email),
        }
      : only(state, 'invitation')
  }
  const link = await readLink(queries, token, clock())
  if (link === null) return only('unknown', null)
  const { state, purpose, email, userId } = link
  if (state !== 'valid') return only(state, purpose)
  if (purpose !== 'reset-password')
    return { ...only(state, purpose), email, hasAccount: await hasAccount(email) }
  const account =
    userId === null
      ? undefined
      : await queries
          .selectFrom('users')
          .select(['username', 'salt', 'iterations'])
          .where('id', '=', userId)
          .executeTakeFirst()
  return account === undefined
    ? only('unknown', null)
    : { ...only(state, purpose), hasAccount: true, account }
}
