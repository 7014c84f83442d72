import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useState } from 'react'
import { codeText } from '../../ui/feedback/refusal-text.ts'

const MOST = 100

/** Checks a whole percentage as typed; null = valid. */
const problemOf = (text: string): string | null => {
  const value = Number(text)
  if (text.trim() === '' || !Number.isInteger(value))
    return i18n._(msg`Enter a whole number from 0 to 100`)
  if (value < 0) return codeText('validation.min_value', { min: 0 })
  return value > MOST ? codeText('validation.max_value', { max: MOST }) : null
}

/** Edits a share of 1 as a whole percentage and saves it once it is valid. */
export function CreditField({
  label,
  value,
  onSave,
}: {
  label: string
  value: number
  onSave: (value: number) => unknown
}) {
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? String(Math.round(value * MOST))
  const problem = problemOf(shown)
  const change = (text: string) => {
    setDraft(text)
    if (problemOf(text) === null) onSave(Number(text) / MOST)
  }
  return (
    <TextInput
      type="number"
      label={label}
      rightSection="%"
      min={0}
      max={MOST}
      step={1}
      value={shown}
      error={problem}
      onChange={(event) => change(event.currentTarget.value)}
      onBlur={() => {
        if (problem === null) setDraft(null)
      }}
    />
  )
}
