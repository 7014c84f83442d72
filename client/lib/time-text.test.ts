import { i18n } from '@lingui/core'
import { beforeAll, describe, expect, test } from 'vitest'
import { clockText, exactText, lastText, minuteText, momentText } from './time-text.ts'

beforeAll(() => {
  i18n.loadAndActivate({ locale: 'en', messages: {} })
})

/** An instant by the local time zone of the machine that runs the test. */
const at = (day: number, hour: number, minute: number, second = 0): number =>
  new Date(2026, 10, day, hour, minute, second).getTime()
const NOW = at(23, 14, 5, 30)
const MINUTE = 60_000

describe('the time of an event', () => {
  test.each([
    ['the same instant', NOW, 'just now'],
    ['59 seconds before', NOW - 59_000, 'just now'],
    ['a clock that is some seconds ahead', NOW + 59_000, 'just now'],
    ['a minute before', NOW - MINUTE, '1 minute ago'],
    ['just under an hour before', NOW - 60 * MINUTE + 1, '59 minutes ago'],
    ['an hour before', NOW - 60 * MINUTE, 'today 13:05'],
    ['in the morning', at(23, 9, 5), 'today 9:05'],
    ['the first moment of the day', at(23, 0, 0), 'today 0:00'],
    ['the last moment of the day before', at(22, 23, 59, 59), 'yesterday 23:59'],
    ['the first moment of the day before', at(22, 0, 0), 'yesterday 0:00'],
    ['two days before', at(21, 23, 59, 59), '21.11.2026 23:59'],
    ['a future time', NOW + 2 * MINUTE, '23.11.2026 14:07'],
    ['tomorrow', at(24, 9, 0), '24.11.2026 9:00'],
  ])('%s', (_what, time, words) => {
    expect(momentText(time, NOW)).toBe(words)
  })

  test('minutes count across midnight, and yesterday is a calendar day', () => {
    expect(momentText(at(22, 23, 50), at(23, 0, 10))).toBe('20 minutes ago')
    expect(momentText(at(22, 23, 0), at(23, 0, 10))).toBe('yesterday 23:00')
  })

  test('only exact times have seconds', () => {
    expect(clockText(at(3, 9, 5, 7))).toBe('9:05')
    expect(minuteText(at(3, 9, 5, 7))).toBe('03.11.2026 9:05')
    expect(exactText(at(3, 9, 5, 7))).toBe('03.11.2026 9:05:07')
    expect([lastText(at(23, 9, 5), NOW), lastText(at(22, 9, 5), NOW)]).toEqual([
      '9:05',
      '22.11.2026 9:05',
    ])
  })
})
