import { PasswordInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'

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
    <PasswordInput
      id={id}
      label={label ?? t`Password`}
      autoComplete="current-password"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      error={error}
      visibilityToggleButtonProps={{ 'aria-label': t`Show or hide password`, tabIndex: 0 }}
    />
  )
}
