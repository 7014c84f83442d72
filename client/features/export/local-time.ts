import { exactText } from '../../lib/time-text.ts'
import { seenDay } from '../../lib/seen-day.ts'

/** YYYY-MM-DD HH:MM:SS in the time zone of this device. */
export const localTime = (ms: number): string => {
  const [, clock = ''] = exactText(ms).split(' ')
  return `${seenDay(ms)} ${clock.padStart(8, '0')}`
}

const DAY_MS = 86_400_000
/** The serial number of 1 January 1970 in a spreadsheet. */
const EPOCH_DAYS = 25_569
const MINUTE_MS = 60_000

/** The number by which a spreadsheet shows a time as this device does. */
export const localSerial = (ms: number): number =>
  (ms - new Date(ms).getTimezoneOffset() * MINUTE_MS) / DAY_MS + EPOCH_DAYS

/** Excel counts a 29 February 1900, which never was; earlier days stay texts. */
const FIRST_MS = Date.UTC(1900, 2, 1)

/** The number of a day (YYYY-MM-DD) in a spreadsheet; null = it has none. */
export const daySerial = (day: string): number | null => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return ms >= FIRST_MS ? ms / DAY_MS + EPOCH_DAYS : null
}
