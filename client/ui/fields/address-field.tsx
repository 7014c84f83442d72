import { Textarea } from '@mantine/core'
import { msg } from '@lingui/core/macro'
import { i18n } from '@lingui/core'
import { useLingui } from '@lingui/react/macro'
import { MOST_ADDRESSES, readAddresses } from '#schema/rules/account/address-list.ts'
import type { FieldError } from './error-summary.tsx'
import { codeText } from '../feedback/refusal-text.ts'

interface AddressFieldProps {
  id: string
  label: string
  value: string
  onChange: (value: string) => void
  errors: readonly FieldError[]
  isRequired?: boolean
  hasFirstFocus?: boolean
}

/** A field for several e-mail addresses, typed or pasted. */
export function AddressField({
  id,
  label,
  value,
  onChange,
  errors,
  isRequired = false,
  hasFirstFocus = false,
}: AddressFieldProps) {
  const { t } = useLingui()
  const { addresses } = readAddresses(value)
  const count = addresses.length
  const own = errors.filter(({ inputId }) => inputId === id)
  return (
    <Textarea
      id={id}
      label={label}
      required={isRequired}
      autosize
      minRows={1}
      maxRows={8}
      spellCheck={false}
      autoCapitalize="none"
      inputMode="email"
      value={value}
      onChange={(event) => onChange(event.currentTarget.value)}
      description={
        count > 1
          ? t`${count} addresses`
          : t`Several at once: separated by commas, spaces or lines, with or without names.`
      }
      error={own.length === 0 ? undefined : own.map(({ text }) => text).join(' ')}
      {...(hasFirstFocus ? { 'data-autofocus': true } : {})}
    />
  )
}

/** The errors to correct before sending: invalid addresses, or none at all. */
export const addressProblems = (id: string, text: string, isRequired: boolean): FieldError[] => {
  const { addresses, wrong } = readAddresses(text)
  const named = wrong.map((one) => ({
    inputId: id,
    text: i18n._(msg`“${one}” is not an email address.`),
  }))
  if (named.length > 0) return named
  if (addresses.length === 0)
    return isRequired ? [{ inputId: id, text: codeText('validation.email') }] : []
  if (addresses.length <= MOST_ADDRESSES) return []
  return [{ inputId: id, text: i18n._(msg`Invite at most ${MOST_ADDRESSES} people at once.`) }]
}
