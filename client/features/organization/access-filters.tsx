import { Select, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { useMemo, type ReactNode } from 'react'
import { DateField } from '../../ui/fields/date-field.tsx'
import { ACCESS_WORDS } from './access-words.ts'
import classes from './organization.module.css'

/** Filters of the access log; null and '' = no filter. Dates are days in the local time zone. */
export interface ChosenFilters {
  who: string
  what: string | null
  result: 'success' | 'failure' | null
  from: string | null
  to: string | null
}
export const EVERYTHING: ChosenFilters = { who: '', what: null, result: null, from: null, to: null }

const DAY_MS = 86_400_000
const startOf = (date: string): number => Date.parse(`${date}T00:00:00`)

/** The filters as query parameters: times in ms, including the whole end day. */
export const filtersOf = ({ who, what, result, from, to }: ChosenFilters) => ({
  ...(who.trim() === '' ? {} : { who: who.trim() }),
  ...(what === null ? {} : { what }),
  ...(result === null ? {} : { result }),
  ...(from === null ? {} : { from: startOf(from) }),
  ...(to === null ? {} : { to: startOf(to) + DAY_MS }),
})

interface AccessFiltersProps {
  chosen: ChosenFilters
  onChange: (patch: Partial<ChosenFilters>) => void
  /** Stands after the filters. */
  children: ReactNode
}

export function AccessFilters({ chosen, onChange, children }: AccessFiltersProps) {
  const { t, i18n } = useLingui()
  const { who, what, result, from, to } = chosen
  const choices = useMemo(
    () =>
      Object.entries(ACCESS_WORDS)
        .map(([value, words]) => ({ value, label: i18n._(words) }))
        .toSorted((one, other) => one.label.localeCompare(other.label)),
    [i18n],
  )
  return (
    <div role="search" className={classes.filters} data-even>
      <TextInput
        label={t`Who`}
        value={who}
        onChange={(event) => onChange({ who: event.currentTarget.value })}
      />
      <Select
        w="20em"
        label={t`What`}
        searchable
        nothingFoundMessage={t`No results`}
        value={what ?? 'ALL'}
        onChange={(value) => onChange({ what: value === 'ALL' ? null : value })}
        data={[{ value: 'ALL', label: t`Anything` }, ...choices]}
      />
      <Select
        w="10em"
        label={t`Result`}
        value={result ?? 'ALL'}
        onChange={(value) =>
          onChange({ result: value === 'success' || value === 'failure' ? value : null })
        }
        data={[
          { value: 'ALL', label: t`All` },
          { value: 'success', label: t({ message: 'Done', context: 'result of an action' }) },
          { value: 'failure', label: t`Refused` },
        ]}
      />
      <DateField label={t`From`} value={from} onChange={(date) => onChange({ from: date })} />
      <DateField label={t`To`} value={to} onChange={(date) => onChange({ to: date })} />
      {children}
    </div>
  )
}
