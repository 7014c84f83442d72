import fc from 'fast-check'
import { expect, test } from 'vitest'
import { Refusal } from '../../refusal.ts'
import { deadlineInstant, remainingTime } from './deadline.ts'
import { wallClock } from '../format.ts'

const end = (date: string, zone: string): string =>
  new Date(deadlineInstant({ date, zone })).toISOString()

test.each([
  ['2026-06-30', 'UTC', '2026-07-01T00:00:00.000Z'],
  ['2026-06-30', 'Europe/Bratislava', '2026-06-30T22:00:00.000Z'],
  ['2026-12-31', 'America/New_York', '2027-01-01T05:00:00.000Z'],
  ['2028-02-28', 'Asia/Kathmandu', '2028-02-28T18:15:00.000Z'],
  ['2026-05-01', 'Pacific/Kiritimati', '2026-05-01T10:00:00.000Z'],
  ['2026-05-01', 'Etc/GMT+12', '2026-05-02T12:00:00.000Z'],
])(
  '[DL1] the deadline of %s in %s ends at the first moment of the next local day',
  (date, zone, expected) => {
    expect(end(date, zone)).toBe(expected)
  },
)

test.each([
  [
    '2026-03-28',
    'Europe/Bratislava',
    '2026-03-28T23:00:00.000Z',
    'the day before clocks go forward',
  ],
  ['2026-03-29', 'Europe/Bratislava', '2026-03-29T22:00:00.000Z', 'a day of 23 hours'],
  ['2026-10-24', 'Europe/Bratislava', '2026-10-24T22:00:00.000Z', 'the day before clocks go back'],
  ['2026-10-25', 'Europe/Bratislava', '2026-10-25T23:00:00.000Z', 'a day of 25 hours'],
  [
    '2018-02-17',
    'America/Sao_Paulo',
    '2018-02-18T03:00:00.000Z',
    'clocks go back at midnight, so the day has 25 hours',
  ],
])('[DL2] %s in %s ends at %s: %s', (date, zone, expected) => {
  expect(end(date, zone)).toBe(expected)
})

test.each([
  ['2018-11-03', 'America/Sao_Paulo', '2018-11-04T03:00:00.000Z'],
  ['2023-04-27', 'Africa/Cairo', '2023-04-27T22:00:00.000Z'],
  ['2024-03-30', 'Asia/Beirut', '2024-03-30T22:00:00.000Z'],
])(
  '[DL3] where the next day has no midnight the deadline of %s in %s ends with its first moment',
  (date, zone, expected) => {
    expect(end(date, zone)).toBe(expected)
  },
)

test('[DL3] a day that a zone skips is stepped over', () => {
  expect(end('2011-12-29', 'Pacific/Apia')).toBe('2011-12-30T10:00:00.000Z')
})

test('[DL6] in every zone and on every day the deadline is the first millisecond of a later local day', () => {
  const zones = Intl.supportedValuesOf('timeZone')
  const days = fc
    .integer({
      min: Date.parse('1990-01-01') / 86_400_000,
      max: Date.parse('2039-12-31') / 86_400_000,
    })
    .map((day) => new Date(day * 86_400_000).toISOString().slice(0, 10))
  const localDay = (ms: number, zone: string): string => {
    const { year, month, day } = wallClock(ms, zone)
    return `${year}-${month}-${day}`
  }
  fc.assert(
    fc.property(fc.constantFrom(...zones), days, (zone, date) => {
      const instant = deadlineInstant({ date, zone })
      expect(localDay(instant - 1, zone) <= date).toBe(true)
      expect(localDay(instant, zone) > date).toBe(true)
    }),
    { numRuns: 300 },
  )
})

test.each([
  ['2026-02-30', 'UTC'],
  ['soon', 'UTC'],
  ['2026-02-28', 'Europe/Atlantis'],
])('[DL4] %s in %s is refused', (date, zone) => {
  expect(() => deadlineInstant({ date, zone })).toThrow(Refusal)
})

test('[DL5] the time left is rounded down in every unit and ends at 0', () => {
  const at = Date.parse('2026-07-01T00:00:00Z')
  const left = (ms: number) => remainingTime(at, at - ms)
  expect(left(38 * 86_400_000 + 15 * 3_600_000 + 59_999)).toEqual({
    isOver: false,
    days: 38,
    hours: 15,
    minutes: 0,
    seconds: 59,
  })
  expect(left(1)).toEqual({ isOver: false, days: 0, hours: 0, minutes: 0, seconds: 0 })
  expect(left(0)).toEqual({ isOver: true, days: 0, hours: 0, minutes: 0, seconds: 0 })
  expect(left(-5)).toEqual(left(0))
})

test('[DL5] the units together are the time left, to the second', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 4_000 * 86_400_000 }), (ms) => {
      const { days, hours, minutes, seconds } = remainingTime(ms, 0)
      expect(((days * 24 + hours) * 60 + minutes) * 60 + seconds).toBe(Math.floor(ms / 1_000))
      expect([hours < 24, minutes < 60, seconds < 60]).toEqual([true, true, true])
    }),
  )
})
