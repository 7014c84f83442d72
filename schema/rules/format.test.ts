import { expect, test } from 'vitest'
import { formatDate, formatDateTime, formatEur } from './format.ts'

const at = Date.parse('2026-07-01T07:05:09Z')

test('[FM1] dates are shown as DD.MM.YYYY', () => {
  expect(formatDate('2026-07-01')).toBe('01.07.2026')
  expect(formatDate(at, 'UTC')).toBe('01.07.2026')
  expect(formatDate(at, 'Pacific/Honolulu')).toBe('30.06.2026')
  expect(formatDate('not a day')).toBe('not a day')
})

test('[FM2] times are shown as DD.MM.YYYY H:mm:ss, midnight as 0', () => {
  expect(formatDateTime(at, 'UTC')).toBe('01.07.2026 7:05:09')
  expect(formatDateTime(Date.parse('2026-07-01T00:00:00Z'), 'UTC')).toBe('01.07.2026 0:00:00')
  expect(formatDateTime(at)).toMatch(/^\d\d\.\d\d\.2026 \d{1,2}:\d\d:\d\d$/)
})

test('[FM3] money is in EUR with two decimals', () => {
  expect(formatEur(1234.5)).toBe('€1,234.50')
})
