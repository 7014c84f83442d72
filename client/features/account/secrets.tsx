import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { FieldError } from '../../ui/fields/error-summary.tsx'
import { codeText } from '../../ui/feedback/refusal-text.ts'
import { OwnPasswordInput } from './own-password-input.tsx'

export interface Secrets {
  password: string
  otp: string
}
export const NO_SECRETS: Secrets = { password: '', otp: '' }

/** Ids of the two inputs of a form, by the field names that a refusal uses. */
export const secretInputs = (form: string) => ({ password: `${form}-password`, otp: `${form}-otp` })

interface SecretFieldsProps {
  form: string
  value: Secrets
  onChange: (value: Secrets) => void
  errorOf: (inputId: string) => string | undefined
  /** Also ask for a code of the current authenticator. */
  isCodeAsked: boolean
}

/** Asks for password and code before the ways to sign in change. */
export function SecretFields({ form, value, onChange, errorOf, isCodeAsked }: SecretFieldsProps) {
  const { t } = useLingui()
  const inputs = secretInputs(form)
  return (
    <>
      <OwnPasswordInput
        id={inputs.password}
        value={value.password}
        onChange={(password) => onChange({ ...value, password })}
        error={errorOf(inputs.password)}
      />
      {isCodeAsked && (
        <TextInput
          id={inputs.otp}
          label={t`2FA code`}
          description={t`From your authenticator app, or a recovery code`}
          autoComplete="one-time-code"
          autoCapitalize="none"
          spellCheck={false}
          value={value.otp}
          onChange={(event) => onChange({ ...value, otp: event.currentTarget.value })}
          error={errorOf(inputs.otp)}
        />
      )}
    </>
  )
}

export const missingSecrets = (
  form: string,
  { password, otp }: Secrets,
  isCodeAsked: boolean,
): FieldError[] => [
  ...(password === ''
    ? [{ inputId: secretInputs(form).password, text: i18n._(msg`Enter your password`) }]
    : []),
  ...(isCodeAsked && otp.trim() === ''
    ? [{ inputId: secretInputs(form).otp, text: codeText('OTP_MISSING') }]
    : []),
]
