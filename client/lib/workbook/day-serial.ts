const DAY_MS = 86_400_000
/** The serial number of 1 January 1970 in a spreadsheet. */
const EPOCH_DAYS = 25_569
/** Excel counts a 29 February 1900, which never was; earlier days stay texts. */
const FIRST_MS = Date.UTC(1900, 2, 1)

/** The number of a time (ms, UTC) in a spreadsheet, in days. */
export const timeSerial = (ms: number): number => ms / DAY_MS + EPOCH_DAYS

/** The number of a day (YYYY-MM-DD) in a spreadsheet; null = it has none. */
export const daySerial = (day: string): number | null => {
  const ms = /^\d{4}-\d{2}-\d{2}$/.test(day) ? Date.parse(`${day}T00:00:00Z`) : Number.NaN
  return ms >= FIRST_MS ? timeSerial(ms) : null
}
