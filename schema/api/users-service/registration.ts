import * as v from 'valibot'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { filledText, personName, rowId, text } from '../../entities/fields.ts'
import { LINK_PURPOSES, LINK_STATES } from '../../tables/link-purposes.ts'
import { ROLE_IDS } from '../../tables/role-permissions.ts'
import { NumberId, NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import {
  Email,
  FEW_ASKS,
  LinkToken,
  MailLanguage,
  MINUTE_MS,
  PasswordHash,
  Username,
} from './credentials.ts'

/**
 * The facts about a link in a mail. All except `state` and `purpose` are present only while the
 * link is valid.
 */
export const LinkFacts = v.strictObject({
  state: v.picklist(LINK_STATES),
  purpose: v.nullable(v.picklist([...LINK_PURPOSES, 'invitation'])),
  /** Null in an invitation from the console: the person chooses the address. */
  email: v.nullable(v.string()),
  organizationName: v.nullable(v.string()),
  /** True = an account with this address exists, and the person signs in instead of registering. */
  hasAccount: v.boolean(),
  /** For a new password: how the account's passwords are hashed before sending. */
  account: v.nullable(
    v.strictObject({ username: v.string(), salt: v.string(), iterations: v.number() }),
  ),
})
export type LinkFacts = v.InferOutput<typeof LinkFacts>

export const registration = endpoints({
  request: {
    method: 'POST',
    path: '/users-service/users/register-request',
    access: 'public',
    summary:
      'Send a mail with a link for registering; an address with an account gets a mail that says so, and the answer is the same',
    body: v.strictObject({ email: Email, language: MailLanguage }),
    rateLimit: FEW_ASKS,
  },
  checkToken: {
    method: 'POST',
    path: '/users-service/users/check-token/{token}',
    access: 'public',
    summary: 'The facts about the link of a mail; does not use it up',
    params: v.strictObject({ token: LinkToken }),
    reply: LinkFacts,
    rateLimit: { max: 60, windowMs: MINUTE_MS },
  },
  usernameCheck: {
    method: 'POST',
    path: '/users-service/users/username-check',
    access: 'public',
    summary: 'Whether a username is free; null unless the caller has a link for registering',
    body: v.strictObject({ username: Username, token: v.optional(LinkToken) }),
    reply: v.strictObject({ isFree: v.nullable(v.boolean()) }),
    rateLimit: { max: 60, windowMs: MINUTE_MS },
  },
  create: {
    method: 'POST',
    path: '/users-service/users/create',
    access: 'public',
    summary:
      'Register, with the link of an invitation or of register-request; WAITING = an administrator, or the requestor of a vendor that invites, has to approve it first',
    body: v.strictObject({
      token: LinkToken,
      username: Username,
      hash: PasswordHash,
      firstname: personName,
      lastname: personName,
      email: v.optional(Email),
      organization: v.optional(text(FIELD_LIMITS.title), ''),
      language: MailLanguage,
    }),
    reply: v.strictObject({
      state: v.picklist(['READY', 'WAITING']),
      isTwoFactorRequired: v.boolean(),
    }),
    errors: [
      'LINK_INVALID',
      'USERNAME_INVALID',
      'USERNAME_LOOKALIKE',
      'USERNAME_ADDRESS',
      'USERNAME_SIGNS',
      'USERNAME_SCRIPTS',
      'NAME_SIGNS',
      'EMAIL_ALREADY_USED',
      'PASSWORD_IS_SAME_AS_USERNAME',
    ],
    rateLimit: FEW_ASKS,
  },
})

const Role = v.picklist(ROLE_IDS)
/** The limit per person; INVITATION_MAILS limits the mails to one address. */
const MANY_INVITATIONS = { max: 100, windowMs: 10 * MINUTE_MS } as const

export const invitations = endpoints({
  invite: {
    method: 'POST',
    path: '/users-service/users/invite-user',
    access: 'user',
    summary: "Invite a person by email into the caller's organization, or a contact of a vendor",
    body: v.strictObject({
      email: Email,
      organizationId: NumberId,
      roles: v.pipe(v.array(Role), v.maxLength(FIELD_LIMITS.roles)),
      isPrimaryContact: v.optional(v.boolean(), false),
      restrictions: v.optional(
        v.pipe(
          v.array(
            v.strictObject({
              project: rowId,
              packageIds: v.nullable(v.pipe(v.array(rowId), v.maxLength(FIELD_LIMITS.packageIds))),
            }),
          ),
          v.maxLength(FIELD_LIMITS.organizations),
        ),
      ),
      language: MailLanguage,
    }),
    reply: v.strictObject({ id: v.string() }),
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'ENTITY_ALREADY_EXISTS', 'BOTH_SIDES', 'INVITATION_LIMIT'],
    rateLimit: MANY_INVITATIONS,
  },
  sendAgain: {
    method: 'POST',
    path: '/users-service/users/send-invitation-again',
    access: 'user',
    summary:
      "Send the open invitation of an address again, with a new link and expiry; the older link stops working. For the caller's organization unless another is named",
    body: v.strictObject({
      emailTo: Email,
      organizationId: v.optional(NumberId),
      language: MailLanguage,
    }),
    reply: v.strictObject({ sentOn: v.number(), expiresOn: v.number() }),
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'ENTITY_ALREADY_EXISTS', 'BOTH_SIDES', 'INVITATION_LIMIT'],
    rateLimit: MANY_INVITATIONS,
  },
  cancel: {
    method: 'POST',
    path: '/users-service/users/cancel-invitation',
    access: 'user',
    summary:
      "Withdraw the open invitations of an address, for the caller's organization unless another is named",
    body: v.strictObject({ emailTo: Email, organizationId: v.optional(NumberId) }),
    errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  },
  accept: {
    method: 'POST',
    path: '/users-service/users/accept-invitation',
    access: 'user',
    summary:
      'Join an organization with an existing account; it becomes the active one. WAITING = a contact whom a vendor invited has to be approved first',
    body: v.strictObject({ token: LinkToken }),
    reply: v.strictObject({ state: v.picklist(['READY', 'WAITING']) }),
    errors: ['LINK_INVALID', 'NOT_ALLOWED', 'TWO_FACTOR_REQUIRED', 'BOTH_SIDES_SELF'],
  },
  checkByEmail: {
    method: 'POST',
    path: '/users-service/users/check-by-email',
    access: 'user',
    summary:
      "The member of the caller's organization or of its vendors with this address, for people who may invite",
    body: v.strictObject({ email: Email }),
    reply: v.strictObject({ id: v.number(), name: v.string(), organizationId: v.number() }),
    errors: ['NOT_ALLOWED', 'EMAIL_DOESNT_EXIST'],
  },
  approve: {
    method: 'PUT',
    path: '/users-service/users/approve/{id}',
    access: 'user',
    summary:
      'Approve a contact whom a vendor invited; or a person who registered without an invitation, into the named organization, else into a new one of their own',
    params: NumberIdInPath,
    body: v.strictObject({
      organizationId: v.optional(NumberId),
      roles: v.optional(v.pipe(v.array(Role), v.maxLength(FIELD_LIMITS.roles)), []),
      name: v.optional(filledText(FIELD_LIMITS.title)),
    }),
    errors: [
      'NOT_ALLOWED',
      'NOT_FOUND',
      'ENTITY_ALREADY_EXISTS',
      'BOTH_SIDES',
      'CONTACT_OWN_INVITATION',
    ],
  },
})
