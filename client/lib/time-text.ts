import { i18n } from '@lingui/core'
import { msg, plural } from '@lingui/core/macro'
import { formatDate, formatDateTime, wallClock } from '#schema/rules/format.ts'

const MINUTE_MS = 60_000
const HOUR_MS = 60 * MINUTE_MS

/** An instant (ms) as H:mm. */
export const clockText = (at: number): string => {
  const { hour, minute } = wallClock(at)
  return `${Number(hour)}:${minute}`
}

/** An instant (ms) as DD.MM.YYYY H:mm, for sentences and lists. */
export const minuteText = (at: number): string => `${formatDate(at)} ${clockText(at)}`

/**
 * An instant (ms) as DD.MM.YYYY H:mm:ss: receipts, logs, histories and what a `Moment` shows on
 * focus.
 */
export const exactText = (at: number, zone?: string): string => formatDateTime(at, zone)

/** The time of the latest event: H:mm on the day of `now`, DD.MM.YYYY H:mm on any other day. */
export const lastText = (at: number, now: number): string =>
  formatDate(at) === formatDate(now) ? clockText(at) : minuteText(at)

const dayBefore = (now: number): number => {
  const day = new Date(now)
  // Do not subtract 24 hours: a day with a clock change has 23 or 25.
  return day.setDate(day.getDate() - 1)
}

/**
 * The age of an instant (ms), for lists: “just now”, “5 minutes ago”, “today 9:05”, “yesterday
 * 14:05”, else DD.MM.YYYY H:mm. An instant more than a minute in the future is shown as a date.
 */
export const momentText = (at: number, now: number): string => {
  const ago = now - at
  if (Math.abs(ago) < MINUTE_MS) return i18n._(msg`just now`)
  if (ago < 0) return minuteText(at)
  const minutes = Math.floor(ago / MINUTE_MS)
  if (ago < HOUR_MS)
    return i18n._(msg`${plural(minutes, { one: '# minute ago', other: '# minutes ago' })}`)
  const [day, clock] = [formatDate(at), clockText(at)]
  if (day === formatDate(now)) return i18n._(msg`today ${clock}`)
  return day === formatDate(dayBefore(now)) ? i18n._(msg`yesterday ${clock}`) : minuteText(at)
}
