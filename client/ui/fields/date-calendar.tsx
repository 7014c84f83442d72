import '@mantine/dates/styles.layer.css'
import { Button } from '@mantine/core'
import { DatePicker } from '@mantine/dates'
import { useLingui } from '@lingui/react/macro'
import { PopoverPanel } from '../floating/popover-panel.tsx'
import type { FloatingPanel } from '../floating/use-floating.ts'
import classes from './date-calendar.module.css'

interface DateCalendarProps {
  panel: FloatingPanel
  /** A date as YYYY-MM-DD. */
  value: string | null
  min?: string | undefined
  isClearable: boolean
  onPick: (value: string | null) => void
}

/** The calendar of a date field, loaded when the pointer or focus reaches it. */
export function DateCalendar({ panel, value, min, isClearable, onPick }: DateCalendarProps) {
  const { i18n, t } = useLingui()
  const pick = (next: string | null) => {
    onPick(next)
    panel.close()
  }
  return (
    <PopoverPanel panel={panel} label={t`Calendar`} className={classes.panel}>
      <DatePicker
        value={value}
        onChange={(next) => pick(next)}
        defaultDate={value ?? min}
        minDate={min}
        locale={i18n.locale}
        firstDayOfWeek={1}
        weekendDays={[]}
        highlightToday
        hideOutsideDates
        getDayProps={(day) => (day === value ? { 'data-autofocus': true } : {})}
        ariaLabels={{
          nextMonth: t`Next month`,
          previousMonth: t`Previous month`,
          nextYear: t`Next year`,
          previousYear: t`Previous year`,
          nextDecade: t`Next decade`,
          previousDecade: t`Previous decade`,
        }}
      />
      {isClearable && value !== null && (
        <Button
          variant="subtle"
          size="compact-xs"
          onClick={() => pick(null)}
        >{t`Clear date`}</Button>
      )}
    </PopoverPanel>
  )
}
