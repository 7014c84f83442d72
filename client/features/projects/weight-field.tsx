import { i18n } from '@lingui/core'
import { msg } from '@lingui/core/macro'
import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useState } from 'react'
import { weightOfText } from './weight-of-text.ts'

/** The weight of the project, which orders the list of projects; saved once it is valid. */
export function WeightField({
  value,
  onSave,
}: {
  /** Null = no weight. */
  value: number | null
  onSave: (value: number | null) => unknown
}) {
  const { t } = useLingui()
  const [draft, setDraft] = useState<string | null>(null)
  const shown = draft ?? (value === null ? '' : String(value))
  const isValid = weightOfText(shown) !== undefined
  const save = () => {
    const next = weightOfText(shown)
    if (next === undefined) return
    setDraft(null)
    if (next !== value) onSave(next)
  }
  return (
    <TextInput
      label={t`Weight of the project`}
      description={t`Orders your list of projects. Vendors do not see it.`}
      inputMode="decimal"
      maxLength={10}
      value={shown}
      error={isValid ? null : i18n._(msg`Enter a number from 0 to 100`)}
      onChange={(event) => setDraft(event.currentTarget.value)}
      onBlur={save}
      onKeyDown={(event) => {
        if (event.key === 'Enter') save()
        if (event.key === 'Escape') setDraft(null)
      }}
    />
  )
}
