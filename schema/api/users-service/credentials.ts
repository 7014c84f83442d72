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
 * Base64 of PBKDF2-SHA256 over the password, 32 bytes, with salt and iterations of the prelogin.
 */
export const PasswordHash = v.pipe(v.string(), v.minLength(1), v.maxLength(200))
/** Six digits of the authenticator, or a recovery code; spaces and dashes are ignored. */
export const Otp = v.pipe(v.string(), v.maxLength(40))
/** The token of a link in a mail. */
export const LinkToken = v.pipe(v.string(), v.minLength(1), v.maxLength(100))
export const Email = v.pipe(v.string(), v.trim(), v.maxLength(FIELD_LIMITS.email), v.email())
/** The language of mails to the person. */
export const MailLanguage = v.optional(v.picklist(LANGUAGES), 'en')

export const MINUTE_MS = 60_000
/**
 * Limits of public calls count by network, all others by person. A whole company may share one
 * address. Failed tries of an account are counted separately.
 */
export const MANY_PEOPLE = { max: 600, windowMs: MINUTE_MS } as const
/** Used up only by failed sign-ins; a successful one is given back. */
export const OFFICE_TRIES = { max: 100, windowMs: 5 * MINUTE_MS } as const
/** For tries that a person with the right password does not need. */
export const FEW_TRIES = { max: 10, windowMs: 5 * MINUTE_MS } as const
/** For calls that make the server send a mail or compute a hash. */
export const FEW_ASKS = { max: 20, windowMs: 10 * MINUTE_MS } as const
