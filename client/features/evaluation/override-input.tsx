import { NativeSelect, NumberInput, Textarea, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import type { Parameter } from '#schema/entities/parameter.ts'
import { controlOf } from '#schema/rules/definition/controls.ts'
import { DateField } from '#client/ui/fields/date-field.tsx'

interface OverrideInputProps {
  id: string
  field: Parameter
  value: number | string
  error: string | null
  onChange: (value: number | string) => void
}

/** Takes the evaluator's value: a percentage for a statement, else a value of the field's type. */
export function OverrideInput({ id, field, value, error, onChange }: OverrideInputProps) {
  const { t } = useLingui()
  const shared = { id, required: true, error }
  const text = String(value)
  if (field.isStatement === true)
    return (
      <NumberInput
        {...shared}
        label={t`Value in %`}
        min={0}
        max={100}
        clampBehavior="none"
        value={value}
        onChange={onChange}
        hideControls
        data-autofocus
        w="10.8em"
      />
    )
  const plain = { ...shared, label: t`Value`, 'data-autofocus': true }
  const choice = (options: { value: string; label: string }[]) => (
    <NativeSelect
      {...plain}
      value={text}
      data={[{ value: '', label: t`Choose` }, ...options]}
      onChange={(event) => onChange(event.currentTarget.value)}
    />
  )
  switch (controlOf(field)) {
    case 'number':
      return <NumberInput {...plain} value={value} onChange={onChange} hideControls w="14em" />
    case 'date':
      return (
        <DateField
          id={id}
          label={t`Value`}
          required
          isFirst
          error={error}
          value={text === '' ? null : text}
          onChange={(day) => onChange(day ?? '')}
        />
      )
    case 'select':
    case 'radio':
      return choice((field.options ?? []).map(({ key, label }) => ({ value: key, label })))
    case 'checkbox':
    case 'flag':
      return choice([
        { value: 'true', label: t`yes` },
        { value: 'false', label: t`no` },
      ])
    case 'textarea':
      return (
        <Textarea
          {...plain}
          minRows={2}
          autosize
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
    case 'text':
    case 'file':
      return (
        <TextInput
          {...plain}
          value={text}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )
  }
}
