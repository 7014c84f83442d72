import { Checkbox, Radio, Switch } from '@mantine/core'
import { Trans } from '@lingui/react/macro'
import type { ReactNode } from 'react'
import type { ParameterValue } from '#schema/entities/parameter.ts'
import classes from './answer-form.module.css'

interface ChoiceFieldProps {
  kind: 'RADIO' | 'CHECKBOX' | 'FLAG'
  id: string
  label: ReactNode
  error: ReactNode
  isRequired: boolean
  isReadOnly: boolean
  options: readonly { key: string; label: string }[]
  value: ParameterValue
  onBlur: () => void
  onChange: (value: ParameterValue) => void
}

/**
 * Fields with choices, loaded only if a requirement needs one: their code is large and rarely
 * needed.
 */
export function ChoiceField({
  kind,
  id,
  label,
  error,
  isRequired,
  isReadOnly,
  options,
  value,
  onBlur,
  onChange,
}: ChoiceFieldProps) {
  if (kind === 'RADIO') {
    const text = typeof value === 'string' ? value : ''
    return (
      <Radio.Group
        id={id}
        label={label}
        error={error}
        onBlur={onBlur}
        withAsterisk={isRequired}
        value={text}
        onChange={(next) => onChange(next === '' ? null : next)}
      >
        <div className={classes.radios}>
          {options.map((option) => (
            <Radio key={option.key} value={option.key} label={option.label} disabled={isReadOnly} />
          ))}
          {text !== '' && !isReadOnly && (
            <button type="button" className={classes.clear} onClick={() => onChange(null)}>
              <Trans>Clear</Trans>
            </button>
          )}
        </div>
      </Radio.Group>
    )
  }
  const Box = kind === 'CHECKBOX' ? Checkbox : Switch
  return (
    <Box
      id={id}
      label={label}
      error={error}
      disabled={isReadOnly}
      onBlur={onBlur}
      checked={value === true}
      onChange={(event) => onChange(event.currentTarget.checked)}
    />
  )
}
