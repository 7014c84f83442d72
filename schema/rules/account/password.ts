import { FIELD_LIMITS } from '../../entities/field-limits.ts'
import type { MessageCode } from '../../tables/messages.ts'
import { LIMITS } from '../../tables/limits.ts'

export interface PasswordAttempt {
  password: string
  username: string
  /** The repeated password; absent = the form asks once. */
  confirmation?: string | undefined
  /** The server's answer whether the password is leaked; absent = not asked yet. */
  isStolen?: boolean | undefined
  /** The result of the strength estimate for this person; absent = not estimated yet. */
  isGuessable?: boolean | undefined
}
export interface PasswordProblem {
  field: 'password' | 'confirmation'
  code: MessageCode
  detail: Record<string, string | number>
}

const SPECIAL_CHARACTER = /[^\p{L}\p{Nd} ]/u
/**
 * Normalizes accented letters, so that length and character classes do not depend on the keyboard.
 */
const normal = (text: string): string => text.normalize('NFC')
const lengthOf = (text: string): number => [...text].length
const sameName = (password: string, username: string): boolean =>
  password.toLowerCase() === normal(username).toLowerCase()

type Check = readonly [
  code: MessageCode,
  isBroken: (password: string, attempt: PasswordAttempt) => boolean,
]
const CHECKS: readonly Check[] = [
  ['PASSWORD_TOO_SHORT', (password) => lengthOf(password) < LIMITS.passwordLength],
  ['validation.maxlength', (password) => lengthOf(password) > FIELD_LIMITS.password],
  ['PASSWORD_NOT_CONTAINS_UPPER_CASE', (password) => !/\p{Lu}/u.test(password)],
  ['PASSWORD_NOT_CONTAINS_LOWER_CASE', (password) => !/\p{Ll}/u.test(password)],
  [
    'PASSWORD_NOT_CONTAINS_SPECIAL_CHARACTER_OR_DIGIT',
    (password) => !/\p{Nd}/u.test(password) || !SPECIAL_CHARACTER.test(password),
  ],
  ['PASSWORD_IS_SAME_AS_USERNAME', (password, { username }) => sameName(password, username)],
  ['PASSWORD_STOLEN', (_password, { isStolen }) => isStolen === true],
  ['PASSWORD_GUESSABLE', (_password, { isGuessable }) => isGuessable === true],
]

/**
 * Returns all problems of a new password in the order of the rule; empty = valid. The server sees
 * only hashes; it adds whether the password is leaked, was used before or is the current one.
 */
export function passwordProblems(attempt: PasswordAttempt): PasswordProblem[] {
  const password = normal(attempt.password)
  const problem = (
    field: PasswordProblem['field'],
    code: MessageCode,
    detail: PasswordProblem['detail'] = {},
  ): PasswordProblem => ({ field, code, detail })
  if (password === '') return [problem('password', 'validation.required')]
  const broken = CHECKS.filter(([, isBroken]) => isBroken(password, attempt)).map(([code]) =>
    problem(
      'password',
      code,
      code === 'validation.maxlength' ? { field: 'Password', length: FIELD_LIMITS.password } : {},
    ),
  )
  if (attempt.confirmation === undefined || normal(attempt.confirmation) === password) return broken
  return [
    ...broken,
    problem(
      'confirmation',
      attempt.confirmation === '' ? 'validation.required' : 'PASSWORD_CONFIRMATION',
    ),
  ]
}
