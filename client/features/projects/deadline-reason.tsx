import { Textarea } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { FIELD_LIMITS } from '#schema/entities/field-limits.ts'
import { REASON_INPUT } from './deadline-problem.ts'

interface DeadlineReasonProps {
  value: string
  onChange: (value: string) => void
  error: string | undefined
}

export function DeadlineReason({ value, onChange, error }: DeadlineReasonProps) {
  const { t } = useLingui()
  return (
    <Textarea
      id={REASON_INPUT}
      mt="sm"
      label={t`Reason for the new deadline`}
      description={t`Visible to every vendor`}
      required
      autosize
      minRows={2}
      maxRows={8}
      maxLength={FIELD_LIMITS.reason}
      value={value}
      error={error}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
}
