const DAY_MS = 86_400_000
const DAY_0 = Date.UTC(1899, 11, 30)
/** Excel counts a 29 February 1900, which never was; earlier days are written as texts. */
const FIRST_MS = Date.UTC(1900, 2, 1)

/** The number by which a spreadsheet knows a day (YYYY-MM-DD); null = it cannot. */
export const daySerial = (day: string): number | null => {
  const ms = Date.parse(`${day}T00:00:00Z`)
  return /^\d{4}-\d{2}-\d{2}$/.test(day) && ms >= FIRST_MS ? (ms - DAY_0) / DAY_MS : null
}
