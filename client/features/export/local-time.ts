import { exactText } from '../../lib/time-text.ts'
import { seenDay } from '../../lib/seen-day.ts'
import { timeSerial } from '../../lib/workbook/day-serial.ts'

/** YYYY-MM-DD HH:MM:SS in the time zone of this device. */
export const localTime = (ms: number): string => {
  const [, clock = ''] = exactText(ms).split(' ')
  return `${seenDay(ms)} ${clock.padStart(8, '0')}`
}

const MINUTE_MS = 60_000

/** The number by which a spreadsheet shows a time as this device does. */
export const localSerial = (ms: number): number =>
  timeSerial(ms - new Date(ms).getTimezoneOffset() * MINUTE_MS)
