import type { MailWay } from '../../tables/notice-groups.ts'
import { wallClock } from '../format.ts'

/** When a person wants to be reached. Hours are whole hours of the local day, 0 to 23. */
export interface NoticeTimes {
  /** An IANA zone. */
  zone: string
  /** The hour of the daily digest. */
  digestHour: number
  /** From this hour to that one nothing is sent but urgent notifications; null = no such hours. */
  quiet: { from: number; to: number } | null
}

const HOUR_MS = 3_600_000
const DAY_MS = 24 * HOUR_MS
/** More than the largest difference of any zone from UTC. */
const WINDOW_MS = 16 * HOUR_MS
const SECOND_MS = 1_000

/** The local day and hour, as text that sorts by time: 'YYYY-MM-DD HH'. */
const localHour = (ms: number, zone: string): string => {
  const { year, month, day, hour } = wallClock(ms, zone)
  return `${year.padStart(4, '0')}-${month}-${day} ${hour}`
}

/**
 * The first instant, in ms, at which the local clock shows the hour of the day or a later one. It
 * is found with the zone's calendar: a skipped hour gives the end of the gap, a repeated one its
 * first pass.
 */
const instantOf = (day: string, hour: number, zone: string): number => {
  const text = `${day} ${String(hour).padStart(2, '0')}`
  const utc = Date.parse(`${day}T00:00:00Z`) + hour * HOUR_MS
  let before = (utc - WINDOW_MS) / SECOND_MS
  let reached = (utc + WINDOW_MS) / SECOND_MS
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (localHour(middle * SECOND_MS, zone) >= text) reached = middle
    else before = middle
  }
  return reached * SECOND_MS
}

/** The first instant after `now` at which the local hour begins. */
const nextHour = (hour: number, now: number, zone: string): number => {
  const today = Date.parse(`${localHour(now, zone).slice(0, 10)}T00:00:00Z`)
  for (const days of [0, 1, 2]) {
    const day = new Date(today + days * DAY_MS).toISOString().slice(0, 10)
    const at = instantOf(day, hour, zone)
    if (at > now) return at
  }
  return now + DAY_MS
}

/** The end of the person's quiet hours; `now` outside of them. */
export const quietEnd = (now: number, { zone, quiet }: NoticeTimes): number => {
  if (quiet === null || quiet.from === quiet.to) return now
  const { from, to } = quiet
  const hour = Number(wallClock(now, zone).hour)
  const isQuiet = from < to ? hour >= from && hour < to : hour >= from || hour < to
  return isQuiet ? nextHour(to, now, zone) : now
}

/** When the mail of a notification of `now` is due; null = never. */
export const mailDueAt = (
  way: MailWay,
  now: number,
  { times, isUrgent }: { times: NoticeTimes; isUrgent: boolean },
): number | null => {
  const held = (at: number): number => (isUrgent ? at : quietEnd(at, times))
  switch (way) {
    case 'now':
      return held(now)
    case 'hourly':
      return held((Math.floor(now / HOUR_MS) + 1) * HOUR_MS)
    case 'daily':
      return nextHour(times.digestHour, now, times.zone)
    case 'never':
      return null
  }
}
