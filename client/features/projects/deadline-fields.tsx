import { Select } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo, useState } from 'react'
import type { Deadline } from '#schema/entities/project.ts'
import { DateField } from '../../ui/date-field.tsx'

interface DeadlineFieldsProps {
  value: Deadline | null
  onChange: (value: Deadline | null) => void
  /** Zone of a first date: the organization's, or what this device knows. */
  defaultZone: string
  error?: string | undefined
  min?: string
  disabled?: boolean
}

export const deviceZone = (): string => Intl.DateTimeFormat().resolvedOptions().timeZone

/** A day and the zone whose midnight ends it. */
export function DeadlineFields({ value, onChange, defaultZone, error, min, disabled = false }: DeadlineFieldsProps) {
  const { t } = useLingui()
  const [chosenZone, setChosenZone] = useState(defaultZone)
  const zone = value?.zone ?? chosenZone
  const zones = useMemo(() => [...new Set(['UTC', zone, ...Intl.supportedValuesOf('timeZone')])].toSorted(), [zone])
  return (
    <>
      <DateField
        id="deadline-date" label={t`Deadline`} description={t`Answers are taken until midnight at the end of this day.`}
        value={value?.date ?? null} error={error} disabled={disabled}
        onChange={(date) => onChange(date === null ? null : { date, zone })} {...(min === undefined ? {} : { min })}
      />
      <Select
        label={t`Time zone`} description={t`Whose midnight counts.`} searchable data={zones} value={zone} disabled={disabled}
        nothingFoundMessage={t`No such time zone`} maxDropdownHeight={260}
        onChange={(next) => {
          if (next === null) return
          setChosenZone(next)
          if (value !== null) onChange({ date: value.date, zone: next })
        }}
      />
    </>
  )
}
