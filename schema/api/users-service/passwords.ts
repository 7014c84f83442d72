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
    summary: 'Change the own password; ends every other session',
    body: v.strictObject({ oldHash: PasswordHash, newHash: PasswordHash }),
    errors: ['PASSWORD_NOT_MATCH_CURRENT', 'PASSWORD_ALREADY_USED', 'PASSWORD_IS_SAME_AS_USERNAME'],
    rateLimit: FEW_TRIES,
  },
  resetRequest: {
    method: 'POST',
    path: '/users-service/auth/password-reset-request',
    access: 'public',
    summary:
      'A mail with a link for a new password, to the address of that username or email; answers alike whether there is one',
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
    summary: 'A new password by the link of a mail; ends every session',
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
      'Beginnings of the rest of every stolen password whose SHA-1 begins with these five hexadecimal digits',
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
      'Another address, with password and one-time code: a mail to the new address, which counts once its link is used, and one to the present address, which can stop it',
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
    summary: 'The address of the link becomes the one of the account',
    body: v.strictObject({ token: LinkToken }),
    errors: ['LINK_INVALID', 'EMAIL_ALREADY_USED'],
    rateLimit: FEW_ASKS,
  },
  undo: {
    method: 'POST',
    path: '/users-service/auth/email-change-undo',
    access: 'public',
    summary:
      'The former address takes a change back within a week: every session and open link ends, and the answer leads to a new password',
    body: v.strictObject({ token: LinkToken }),
    reply: v.strictObject({ resetToken: v.string() }),
    errors: ['LINK_INVALID', 'EMAIL_ALREADY_USED'],
    rateLimit: FEW_ASKS,
  },
})
