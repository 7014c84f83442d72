import * as v from 'valibot'
import { NumberIdInPath } from '../common.ts'
import { endpoints } from '../endpoint.ts'
import { FEW_TRIES, OFFICE_TRIES, Otp, PasswordHash, Username } from './credentials.ts'

/** The secret for an authenticator application, to type or to scan. */
export const OtpSecret = v.strictObject({ secret: v.string(), url: v.string() })
export type OtpSecret = v.InferOutput<typeof OtpSecret>

/**
 * A person who sets up the second factor while signing in has no session yet, and therefore sends
 * name and password.
 */
const Credentials = { username: Username, hash: PasswordHash }
const WRONG = ['BAD_CREDENTIALS', 'TOO_MANY_REQUESTS', 'session.attempts'] as const

export const twoFactor = endpoints({
  check: {
    method: 'POST',
    path: '/users-service/auth/otp-check',
    access: 'user',
    summary: 'Whether a code of the authenticator is right; uses the code up',
    body: v.strictObject({ otp: Otp }),
    errors: ['OTP_MISSING', 'OTP_INVALID', 'session.attempts'],
    rateLimit: FEW_TRIES,
  },
  init: {
    method: 'POST',
    path: '/users-service/auth/init-2fa',
    access: 'public',
    summary: 'A secret for the authenticator; takes effect when enable-2fa gets its first code',
    body: v.strictObject(Credentials),
    reply: OtpSecret,
    errors: [...WRONG, 'TWO_FACTOR_ACTIVE'],
    rateLimit: OFFICE_TRIES,
  },
  reset: {
    method: 'POST',
    path: '/users-service/auth/reset-2fa',
    access: 'public',
    summary:
      'A secret for a new authenticator, with a code of the old one or a recovery code; the old one counts until enable-2fa',
    body: v.strictObject({ ...Credentials, otp: v.optional(v.nullable(Otp)) }),
    reply: OtpSecret,
    errors: [...WRONG, 'OTP_REQUIRED', 'OTP_MISSING', 'OTP_INVALID'],
    rateLimit: OFFICE_TRIES,
  },
  enable: {
    method: 'POST',
    path: '/users-service/auth/enable-2fa',
    access: 'public',
    summary:
      'Turns two-factor sign-in on with the first code of the new secret; returns the recovery codes, once',
    body: v.strictObject({ ...Credentials, otp: Otp }),
    reply: v.strictObject({ recoveryCodes: v.array(v.string()) }),
    errors: [...WRONG, 'OTP_MISSING', 'OTP_INVALID'],
    rateLimit: OFFICE_TRIES,
  },
  disable: {
    method: 'POST',
    path: '/users-service/auth/disable-2fa',
    access: 'user',
    summary: "Turns the caller's two-factor sign-in off, with password and code",
    body: v.strictObject({ hash: PasswordHash, otp: Otp }),
    errors: [
      'PASSWORD_NOT_MATCH_CURRENT',
      'OTP_MISSING',
      'OTP_INVALID',
      'TWO_FACTOR_REQUIRED',
      'session.attempts',
    ],
    rateLimit: FEW_TRIES,
  },
  newCodes: {
    method: 'POST',
    path: '/users-service/auth/recovery-codes',
    access: 'user',
    summary: 'Replaces the recovery codes, with password and code; returns the new ones once',
    body: v.strictObject({ hash: PasswordHash, otp: Otp }),
    reply: v.strictObject({ recoveryCodes: v.array(v.string()) }),
    errors: ['PASSWORD_NOT_MATCH_CURRENT', 'OTP_MISSING', 'OTP_INVALID', 'session.attempts'],
    rateLimit: FEW_TRIES,
  },
  disableFor: {
    method: 'POST',
    path: '/users-service/auth/disable-2fa/{id}',
    access: 'user',
    summary:
      'Turns two-factor sign-in off for a person who lost the authenticator; ends their sessions',
    params: NumberIdInPath,
    errors: ['NOT_ALLOWED', 'NOT_FOUND'],
  },
  setPolicy: {
    method: 'PUT',
    path: '/users-service/organizations/{id}/two-factor',
    access: 'user',
    summary:
      'Set whether the organization requires two-factor sign-in; people without it are signed out and set it up at the next sign-in',
    params: NumberIdInPath,
    body: v.strictObject({ isRequired: v.boolean() }),
    errors: ['NOT_ALLOWED', 'NOT_FOUND', 'TWO_FACTOR_FIRST'],
  },
  policy: {
    method: 'GET',
    path: '/users-service/organizations/{id}/two-factor',
    access: 'user',
    summary: "Whether the caller's organization requires two-factor sign-in",
    params: NumberIdInPath,
    reply: v.strictObject({ isRequired: v.boolean() }),
    errors: ['NOT_FOUND', 'NOT_ALLOWED'],
  },
})
