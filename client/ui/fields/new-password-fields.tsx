import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { Trans, useLingui } from '@lingui/react/macro'
import { IconCheck, IconPoint } from '@tabler/icons-react'
import { type PasswordProblem, passwordProblems } from '#schema/rules/account/password.ts'
import type { MessageCode } from '#schema/tables/messages.ts'
import { passwordStrength, SAFE_STRENGTH } from '../../lib/password-strength.ts'
import { isStolen } from '../../lib/stolen-password.ts'
import type { FieldError } from './error-summary.tsx'
import { type PasswordOwner, StrengthMeter } from './strength-meter.tsx'
import { codeText } from '../feedback/refusal-text.ts'
import { PasswordField } from './password-field.tsx'
import classes from './new-password-fields.module.css'

export const PASSWORD_INPUT = 'new-password'
const CONFIRMATION_INPUT = 'new-password-again'
const INPUTS = { password: PASSWORD_INPUT, confirmation: CONFIRMATION_INPUT } as const

export interface NewPassword {
  password: string
  confirmation: string
}
export const EMPTY_PASSWORD: NewPassword = { password: '', confirmation: '' }

const MISSING_TEXTS = {
  password: msg`Enter a new password`,
  confirmation: msg`Enter the new password again`,
} as const

/** In the error summary, an empty field gets its own text. */
const asErrors = (problems: readonly PasswordProblem[]): FieldError[] =>
  problems.map(({ field, code, detail }) => ({
    inputId: INPUTS[field],
    text: code === 'validation.required' ? i18n._(MISSING_TEXTS[field]) : codeText(code, detail),
  }))

/**
 * All errors of a new password. Whether it is stolen or easy to guess is checked only if there are
 * no others. Throws OfflineError.
 */
export const newPasswordErrors = async (
  value: NewPassword,
  { username, words }: PasswordOwner,
): Promise<FieldError[]> => {
  const problems = passwordProblems({ ...value, username })
  if (problems.length > 0) return asErrors(problems)
  const [isKnown, strength] = await Promise.all([
    isStolen(value.password),
    passwordStrength(value.password, [username, ...words]),
  ])
  return asErrors(
    passwordProblems({
      ...value,
      username,
      isStolen: isKnown,
      isGuessable: !isKnown && strength !== null && strength < SAFE_STRENGTH,
    }),
  )
}

interface NewPasswordFieldsProps {
  value: NewPassword
  owner: PasswordOwner
  onChange: (value: NewPassword) => void
  errors: readonly FieldError[]
}

/** Two fields for a new password, with the rules; each is ticked once met. */
export function NewPasswordFields({ value, owner, onChange, errors }: NewPasswordFieldsProps) {
  const { t } = useLingui()
  const rules = [
    ['PASSWORD_TOO_SHORT', t`At least 12 characters`],
    ['PASSWORD_NOT_CONTAINS_UPPER_CASE', t`An uppercase letter`],
    ['PASSWORD_NOT_CONTAINS_LOWER_CASE', t`A lowercase letter`],
    ['PASSWORD_NOT_CONTAINS_SPECIAL_CHARACTER_OR_DIGIT', t`A digit and a special character`],
  ] as const satisfies readonly (readonly [MessageCode, string])[]
  const broken = new Set(
    passwordProblems({ password: value.password, username: owner.username }).map(
      ({ code }) => code,
    ),
  )
  const errorOf = (inputId: string) => errors.find((error) => error.inputId === inputId)?.text
  return (
    <>
      <PasswordField
        id={PASSWORD_INPUT}
        label={t`New password`}
        autoComplete="new-password"
        value={value.password}
        aria-describedby="password-rules"
        onChange={(event) => onChange({ ...value, password: event.currentTarget.value })}
        error={errorOf(PASSWORD_INPUT)}
      />
      <ul id="password-rules" className={classes.rules}>
        {rules.map(([code, text]) => {
          const isMet = value.password !== '' && !broken.has(code)
          return (
            <li key={code} data-met={isMet}>
              {isMet ? <IconCheck size={16} aria-hidden /> : <IconPoint size={16} aria-hidden />}{' '}
              {text}{' '}
              {isMet && (
                <span className="visually-hidden">
                  <Trans>met</Trans>
                </span>
              )}
            </li>
          )
        })}
      </ul>
      <StrengthMeter password={value.password} owner={owner} />
      <PasswordField
        id={CONFIRMATION_INPUT}
        label={t`New password again`}
        autoComplete="new-password"
        value={value.confirmation}
        onChange={(event) => onChange({ ...value, confirmation: event.currentTarget.value })}
        error={errorOf(CONFIRMATION_INPUT)}
      />
    </>
  )
}
