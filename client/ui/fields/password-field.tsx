import { InputWrapperContext, PasswordInput, type PasswordInputProps } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { type ReactNode, use } from 'react'

/**
 * A password field whose input is marked as invalid and described by its error and by its owner's
 * text, as other fields are: Mantine marks no password input, and drops its `aria-describedby`.
 */
export function PasswordField({
  'aria-describedby': describedBy,
  label,
  ...props
}: Omit<PasswordInputProps, 'visibilityToggleButtonProps' | 'inputContainer' | 'label'> & {
  label: string
}) {
  const { t } = useLingui()
  return (
    <PasswordInput
      {...props}
      label={label}
      aria-invalid={Boolean(props.error) || undefined}
      inputContainer={(input) => <Described by={describedBy}>{input}</Described>}
      visibilityToggleButtonProps={{
        'aria-label': t`Show or hide: ${label}`,
        tabIndex: 0,
      }}
    />
  )
}

/** Adds a description to the one that the field around passes to its input. */
function Described({ by, children }: { by: string | undefined; children: ReactNode }) {
  const around = use(InputWrapperContext)
  if (around === null || by === undefined) return children
  const describedBy = around.describedBy === undefined ? by : `${around.describedBy} ${by}`
  return <InputWrapperContext value={{ ...around, describedBy }}>{children}</InputWrapperContext>
}
