import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { wallClock } from '../format.ts'
import { mailDueAt, type NoticeTimes, quietEnd } from './notice-times.ts'

const BRATISLAVA: NoticeTimes = { zone: 'Europe/Bratislava', digestHour: 8, quiet: null }
const NIGHT = { from: 22, to: 7 }
const utc = (text: string): number => Date.parse(`${text}Z`)
const shown = (at: number | null): string | null =>
  at === null ? null : new Date(at).toISOString().slice(0, 16)
const due = (way: Parameters<typeof mailDueAt>[0], now: string, times = BRATISLAVA) =>
  shown(mailDueAt(way, utc(now), { times, isUrgent: false }))

describe('[NW4] when a mail is due', () => {
  test('[NW4] the daily digest comes at 8:00 local time, on both sides of each change of time', () => {
    expect(due('daily', '2029-06-01T05:59:59')).toBe('2029-06-01T06:00')
    expect(due('daily', '2029-06-01T06:00:00')).toBe('2029-06-02T06:00')
    // Summer time begins on 25 March 2029 and ends on 28 October 2029, at 01:00 UTC.
    expect(due('daily', '2029-03-24T07:00:00')).toBe('2029-03-25T06:00')
    expect(due('daily', '2029-03-24T06:59:00')).toBe('2029-03-24T07:00')
    expect(due('daily', '2029-10-27T06:00:00')).toBe('2029-10-28T07:00')
    expect(due('daily', '2029-10-28T07:00:00')).toBe('2029-10-29T07:00')
  })

  test('[NW4] an hour that is skipped gives the end of the gap, a repeated one its first pass', () => {
    const at = (digestHour: number) => ({ ...BRATISLAVA, digestHour })
    expect(due('daily', '2029-03-25T00:00:00', at(2))).toBe('2029-03-25T01:00')
    expect(due('daily', '2029-10-27T23:00:00', at(2))).toBe('2029-10-28T00:00')
    expect(due('daily', '2029-10-28T00:30:00', at(2))).toBe('2029-10-29T01:00')
  })

  test('[NW4] hourly mails come at the next full hour, and never means never', () => {
    expect(due('hourly', '2029-06-01T10:00:00')).toBe('2029-06-01T11:00')
    expect(due('hourly', '2029-06-01T10:59:59')).toBe('2029-06-01T11:00')
    expect(due('now', '2029-06-01T10:59:59')).toBe('2029-06-01T10:59')
    expect(due('never', '2029-06-01T10:59:59')).toBe(null)
  })

  test('[NW5] quiet hours hold mails until their end, also over a change of time', () => {
    const times = { ...BRATISLAVA, quiet: NIGHT }
    expect(due('now', '2029-06-01T19:59:00', times)).toBe('2029-06-01T19:59')
    expect(due('now', '2029-06-01T20:00:00', times)).toBe('2029-06-02T05:00')
    expect(due('hourly', '2029-06-01T19:30:00', times)).toBe('2029-06-02T05:00')
    expect(due('now', '2029-03-24T22:00:00', times)).toBe('2029-03-25T05:00')
    expect(due('now', '2029-10-27T22:00:00', times)).toBe('2029-10-28T06:00')
    expect(shown(mailDueAt('now', utc('2029-06-01T20:00:00'), { times, isUrgent: true }))).toBe(
      '2029-06-01T20:00',
    )
    const noon = { ...times, quiet: { from: 12, to: 14 } }
    expect(due('now', '2029-06-01T10:30:00', noon)).toBe('2029-06-01T12:00')
    expect(due('now', '2029-06-01T12:00:00', noon)).toBe('2029-06-01T12:00')
    expect(quietEnd(5, { ...times, quiet: { from: 7, to: 7 } })).toBe(5)
  })

  test('[NW4] in every zone a digest is due within 25 hours, when its hour or a later one begins', () => {
    const hour = fc.integer({ min: 0, max: 23 })
    const zone = fc.constantFrom(
      'UTC',
      'Europe/Bratislava',
      'America/St_Johns',
      'Australia/Lord_Howe',
      'Pacific/Apia',
      'Asia/Kathmandu',
      'America/Santiago',
    )
    const now = fc.integer({ min: utc('2026-01-01T00:00:00'), max: utc('2031-01-01T00:00:00') })
    fc.assert(
      fc.property(hour, zone, now, (digestHour, inZone, at) => {
        const times = { zone: inZone, digestHour, quiet: null }
        const next = mailDueAt('daily', at, { times, isUrgent: false }) ?? 0
        expect(next).toBeGreaterThan(at)
        expect(next - at).toBeLessThanOrEqual(25 * 3_600_000)
        const local = Number(wallClock(next, inZone).hour)
        expect([digestHour, (digestHour + 1) % 24]).toContain(local)
      }),
      { numRuns: 60 },
    )
  })
})
