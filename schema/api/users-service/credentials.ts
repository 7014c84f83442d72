import * as v from 'valibot'
import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import { LANGUAGES } from '../../tables/languages.ts'

export const Username = v.pipe(
  v.string(),
  v.trim(),
  v.minLength(1),
  v.maxLength(FIELD_LIMITS.username),
)
/**
 * Base64 of PBKDF2-SHA256 over the password, 32 bytes, with the salt and iterations of the
 * prelogin.
 */
export const PasswordHash = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** Six digits of the authenticator, or a recovery code; spaces and dashes do not count. */
export const Otp = v.pipe(v.string(), v.maxLength(40))
/** Of a mail. */
export const LinkToken = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const Email = v.pipe(v.string(), v.trim(), v.maxLength(FIELD_LIMITS.email), v.email())
/** In which mails are written to the person. */
export const MailLanguage = v.optional(v.picklist(LANGUAGES), 'en')

export const MINUTE_MS = 60_000
/**
 * Limits count the network that a public call comes from, and the person of any other. A whole
 * company may come from one address. Failed tries of an account are counted besides.
 */
export const MANY_PEOPLE = { max: 600, windowMs: MINUTE_MS } as const
/** What a sign-in that fails uses up; a right one is given back. */
export const OFFICE_TRIES = { max: 100, windowMs: 5 * MINUTE_MS } as const
/** Tries that a person with the right password has no need of. */
export const FEW_TRIES = { max: 10, windowMs: 5 * MINUTE_MS } as const
/** Calls that cost the server a mail or a hash. */
export const FEW_ASKS = { max: 20, windowMs: 10 * MINUTE_MS } as const
