import { ActionIcon, TextInput } from '@mantine/core'
import { useLingui } from '@lingui/react/macro'
import { IconCalendar } from '@tabler/icons-react'
import { Suspense, useEffect, useState, type ReactNode } from 'react'
import { formatDate } from '#schema/rules/format.ts'
import { useFloating } from '../floating/use-floating.ts'
import { parseValue } from '../grid/grid-values.ts'
import { lazyPanel } from '../pages/lazy-part.tsx'

const load = () => import('./date-calendar.tsx')
const DateCalendar = lazyPanel(() => load().then((part) => part.DateCalendar))

interface DateFieldProps {
  id?: string
  label: string
  description?: ReactNode
  /** A date as YYYY-MM-DD. */
  value: string | null
  onChange: (value: string | null) => void
  error?: ReactNode
  min?: string
  required?: boolean
  disabled?: boolean
  isClearable?: boolean
  /** Takes the initial focus of a dialog. */
  isFirst?: boolean
}

/** Parses a date: null = empty text, undefined = not a date. */
const dayOf = (text: string): string | null | undefined => {
  const parsed = parseValue({ kind: 'date' }, text)
  return parsed.ok ? (typeof parsed.value === 'string' ? parsed.value : null) : undefined
}

/** A date field: typed as DD.MM.YYYY or picked from a calendar. */
export function DateField({
  id,
  label,
  description,
  value,
  onChange,
  error,
  min,
  required = false,
  disabled = false,
  isClearable = true,
  isFirst = false,
}: DateFieldProps) {
  const { t } = useLingui()
  const shown = value === null ? '' : formatDate(value)
  const [text, setText] = useState(shown)
  // Keep the text as typed as long as it means the same date.
  useEffect(() => setText((before) => (dayOf(before) === value ? before : shown)), [value, shown])
  const { target, panel, isEver } = useFloating('dialog', load)
  const type = (next: string) => {
    setText(next)
    const day = dayOf(next)
    if (day === undefined || day === value) return
    if (day === null ? isClearable : min === undefined || day >= min) onChange(day)
  }
  return (
    <>
      <TextInput
        {...(id === undefined ? {} : { id })}
        label={label}
        description={description}
        error={error}
        required={required}
        disabled={disabled}
        data-autofocus={isFirst || undefined}
        placeholder={t`DD.MM.YYYY`}
        autoComplete="off"
        value={text}
        onChange={(event) => type(event.currentTarget.value)}
        onBlur={() => setText(shown)}
        onKeyDown={(event) => {
          if (!event.altKey || event.key !== 'ArrowDown') return
          event.preventDefault()
          target.onClick()
        }}
        rightSection={
          <ActionIcon
            {...target}
            size={24}
            aria-label={t`Calendar: ${label}`}
            title={t`Calendar: ${label}`}
            disabled={disabled}
          >
            <IconCalendar size={15} aria-hidden />
          </ActionIcon>
        }
      />
      <Suspense fallback={null}>
        {isEver && (
          <DateCalendar
            panel={panel}
            value={value}
            min={min}
            isClearable={isClearable}
            onPick={onChange}
          />
        )}
      </Suspense>
    </>
  )
}
