import { expect, it } from 'vitest'
import { daySerial, localSerial, localTime } from './local-time.ts'

it.each([
  ['1900-03-01', 61],
  ['1970-01-01', 25_569],
  ['2026-11-29', 46_355],
  ['1900-02-28', null],
  ['2026-02-30x', null],
  ['29.11.2026', null],
  ['', null],
])('the day “%s” is number %s in a spreadsheet', (day, serial) => {
  expect(daySerial(day)).toBe(serial)
})

it('a time reads in a spreadsheet as on this device', () => {
  const at = new Date(2026, 10, 29, 6, 5, 4).getTime()
  expect(localTime(at)).toBe('2026-11-29 06:05:04')
  expect(localSerial(at)).toBeCloseTo(46_355 + (6 + 5 / 60 + 4 / 3_600) / 24, 9)
})
