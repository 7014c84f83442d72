import { CURRENCY, LIMITS } from '../tables/limits.ts'

const formatters = new Map<string, Intl.DateTimeFormat>()

function formatterOf(zone: string | undefined): Intl.DateTimeFormat {
  const key = zone ?? ''
  const known = formatters.get(key)
  if (known !== undefined) return known
  const made = new Intl.DateTimeFormat('en-GB', {
    ...(zone === undefined ? {} : { timeZone: zone }),
    hourCycle: 'h23',
    calendar: 'gregory',
    numberingSystem: 'latn',
    year: 'numeric',
    month: '2-digit',
    day: '2-digit',
    hour: '2-digit',
    minute: '2-digit',
    second: '2-digit',
  })
  formatters.set(key, made)
  return made
}

/** Returns the local date and time in the zone, or in the machine's zone if none is given. */
export function wallClock(
  ms: number,
  zone?: string,
): Record<'year' | 'month' | 'day' | 'hour' | 'minute' | 'second', string> {
  const shown = { year: '', month: '', day: '', hour: '', minute: '', second: '' }
  for (const { type, value } of formatterOf(zone).formatToParts(ms))
    if (type in shown) shown[type as keyof typeof shown] = value
  return shown
}

/**
 * Formats a day ('YYYY-MM-DD') or an instant (ms) as DD.MM.YYYY; returns any other text unchanged.
 */
export function formatDate(value: string | number, zone?: string): string {
  if (typeof value === 'string') return value.replace(/^(\d{4})-(\d{2})-(\d{2})$/, '$3.$2.$1')
  const { day, month, year } = wallClock(value, zone)
  return `${day}.${month}.${year}`
}

/** Formats an instant (ms) as DD.MM.YYYY H:mm:ss. */
export function formatDateTime(ms: number, zone?: string): string {
  const { hour, minute, second } = wallClock(ms, zone)
  return `${formatDate(ms, zone)} ${Number(hour)}:${minute}:${second}`
}

const { currencyDecimals } = LIMITS
const eur = new Intl.NumberFormat('en', {
  style: 'currency',
  currency: CURRENCY,
  minimumFractionDigits: currencyDecimals,
  maximumFractionDigits: currencyDecimals,
})
export const formatEur = (amount: number): string => eur.format(amount)
