import * as v from 'valibot'
import { endpoints } from '../endpoint.ts'
import {
  Email,
  FEW_ASKS,
  FEW_TRIES,
  LinkToken,
  MailLanguage,
  MINUTE_MS,
  OFFICE_TRIES,
  Otp,
  PasswordHash,
} from './credentials.ts'

export const passwords = endpoints({
  change: {
    method: 'POST',
    path: '/users-service/auth/password-change',
    access: 'user',
    summary: "Change the caller's password; ends every other session",
    body: v.strictObject({ oldHash: PasswordHash, newHash: PasswordHash }),
    errors: ['PASSWORD_NOT_MATCH_CURRENT', 'PASSWORD_ALREADY_USED', 'PASSWORD_IS_SAME_AS_USERNAME'],
    rateLimit: FEW_TRIES,
  },
  resetRequest: {
    method: 'POST',
    path: '/users-service/auth/password-reset-request',
    access: 'public',
    summary:
      'Send a mail with a link for a new password to the address of that username or email; the answer is the same for an unknown one',
    body: v.strictObject({
      username: v.pipe(v.string(), v.trim(), v.minLength(1), v.maxLength(254)),
      language: MailLanguage,
    }),
    rateLimit: OFFICE_TRIES,
  },
  setNew: {
    method: 'POST',
    path: '/users-service/auth/new-password',
    access: 'public',
    summary: 'Set a new password by the link of a mail; ends every session',
    body: v.strictObject({ newPasswordHash: PasswordHash, resetToken: LinkToken }),
    errors: [
      'RESET_PASSWORD_INVALID_LINK',
      'PASSWORD_ALREADY_USED',
      'PASSWORD_IS_SAME_AS_USERNAME',
    ],
    rateLimit: FEW_ASKS,
  },
  check: {
    method: 'POST',
    path: '/users-service/auth/password-check',
    access: 'public',
    summary:
      'Shortened suffixes of the SHA-1 of stolen passwords, for a SHA-1 that begins with these five hexadecimal digits',
    body: v.strictObject({ hash: v.pipe(v.string(), v.regex(/^[0-9a-fA-F]{5}$/)) }),
    reply: v.strictObject({ suffixes: v.array(v.string()) }),
    rateLimit: { max: 120, windowMs: MINUTE_MS },
  },
})

export const emailChange = endpoints({
  request: {
    method: 'POST',
    path: '/users-service/auth/email-change-request',
    access: 'user',
    summary:
      'Request a change of address, with password and one-time code: a mail to the new address, whose link confirms the change, and one to the current address, whose link stops it',
    body: v.strictObject({ email: Email, hash: PasswordHash, otp: v.optional(v.nullable(Otp)) }),
    errors: [
      'PASSWORD_NOT_MATCH_CURRENT',
      'OTP_REQUIRED',
      'OTP_MISSING',
      'OTP_INVALID',
      'session.attempts',
    ],
    rateLimit: FEW_TRIES,
  },
  confirm: {
    method: 'POST',
    path: '/users-service/auth/email-change',
    access: 'public',
    summary: 'Confirm a change of address by the link of a mail',
    body: v.strictObject({ token: LinkToken }),
    errors: ['LINK_INVALID', 'EMAIL_ALREADY_USED'],
    rateLimit: FEW_ASKS,
  },
  undo: {
    method: 'POST',
    path: '/users-service/auth/email-change-undo',
    access: 'public',
    summary:
      'Undo a change of address within a week, by the link sent to the old address: every session and open link ends, and the answer leads to a new password',
    body: v.strictObject({ token: LinkToken }),
    reply: v.strictObject({ resetToken: v.string() }),
    errors: ['LINK_INVALID', 'EMAIL_ALREADY_USED'],
    rateLimit: FEW_ASKS,
  },
})
