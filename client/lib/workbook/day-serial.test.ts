import { expect, it } from 'vitest'
import { daySerial } from './day-serial.ts'

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
