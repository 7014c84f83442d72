import { expect, it } from 'vitest'
import { localSerial, localTime } from './local-time.ts'

it('a time reads in a spreadsheet as on this device', () => {
  const at = new Date(2026, 10, 29, 6, 5, 4).getTime()
  expect(localTime(at)).toBe('2026-11-29 06:05:04')
  expect(localSerial(at)).toBeCloseTo(46_355 + (6 + 5 / 60 + 4 / 3_600) / 24, 9)
})
