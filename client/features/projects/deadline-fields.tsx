import { TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useId, useMemo, useState } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { DateField } from '../../ui/fields/date-field.tsx'

interface DeadlineFieldsProps {
  value: Deadline | null
  onChange: (value: Deadline | null) => void
  /** Time zone for the first date: the organization's, else the device's. */
  defaultZone: string
  error?: string | undefined
  min?: string
  /** Takes the initial focus of a dialog. */
  isFirst?: boolean
  disabled?: boolean
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** Edits a deadline: a day, and the time zone in which its midnight ends it. */
export function DeadlineFields({
  value,
  onChange,
  defaultZone,
  error,
  min,
  disabled = false,
  isFirst = false,
}: DeadlineFieldsProps) {
  const { t } = useLingui()
  const [chosenZone, setChosenZone] = useState(defaultZone)
  const zone = value?.zone ?? chosenZone
  const zones = useMemo(
    () => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].toSorted(),
    [zone],
  )
  const listId = useId()
  /** Text that is not a valid time zone (yet). Until it is, the last valid zone stays in effect. */
  const [typed, setTyped] = useState<string | null>(null)
  const choose = (next: string) => {
    if (!zones.includes(next)) return setTyped(next)
    setTyped(null)
    setChosenZone(next)
    if (value !== null && next !== value.zone) onChange({ date: value.date, zone: next })
  }
  return (
    <>
      <DateField
        id="deadline-date"
        label={t`Deadline`}
        description={t`Vendors can answer until midnight at the end of this day.`}
        value={value?.date ?? null}
        error={error}
        disabled={disabled}
        isFirst={isFirst}
        onChange={(date) => onChange(date === null ? null : { date, zone })}
        {...(min === undefined ? {} : { min })}
      />
      <TextInput
        label={t`Time zone`}
        description={t`The deadline ends at midnight in this time zone.`}
        list={listId}
        autoComplete="off"
        disabled={disabled}
        value={typed ?? zone}
        error={typed === null ? undefined : t`Choose a time zone from the list`}
        onFocus={(event) => event.currentTarget.select()}
        onBlur={() => setTyped(null)}
        onChange={(event) => choose(event.currentTarget.value)}
      />
      <datalist id={listId}>
        {zones.map((one) => (
          <option key={one} value={one} />
        ))}
      </datalist>
    </>
  )
}
