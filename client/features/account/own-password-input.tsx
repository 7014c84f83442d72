import { useLingui } from '@lingui/react/macro'
import { PasswordField } from '../../ui/fields/password-field.tsx'

interface OwnPasswordInputProps {
  id: string
  value: string
  onChange: (value: string) => void
  error: string | undefined
  label?: string
}

/** Asks the signed-in person for their own password. */
export function OwnPasswordInput({ id, value, onChange, error, label }: OwnPasswordInputProps) {
  const { t } = useLingui()
  return (
    <PasswordField
      id={id}
      label={label ?? t`Password`}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
    />
  )
}
