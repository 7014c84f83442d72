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

/** An instant (ms) as DD.MM.YYYY H:mm: everywhere in a sentence or a list. */
export const minuteText = (at: number): string => `${formatDate(at)} ${clockText(at)}`

/**
 * An instant (ms) as DD.MM.YYYY H:mm:ss: receipts, logs, histories and what a `Moment` shows on
 * focus.
 */
export const exactText = (at: number, zone?: string): string => formatDateTime(at, zone)

/** H:mm on the day of `now`, DD.MM.YYYY H:mm on any other: what happened last. */
export const lastText = (at: number, now: number): string =>
  formatDate(at) === formatDate(now) ? clockText(at) : minuteText(at)

const dayBefore = (now: number): number => {
  const day = new Date(now)
  // A day is 23 or 25 hours long where the clock is changed.
  return day.setDate(day.getDate() - 1)
}

/**
 * How long ago an instant (ms) was, for lists: “just now”, “5 minutes ago”, “today 9:05”,
 * “yesterday 14:05”, else DD.MM.YYYY H:mm. What lies more than a minute ahead is a date.
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
