import type { Deadline } from '../../entities/project.ts'
import { Refusal } from '../../refusal.ts'
import { wallClock } from '../format.ts'

const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS
/** More than the largest difference of any zone from UTC. */
const WINDOW_S = 16 * 3_600

const refuse = (field: string, problem: string): Refusal =>
  new Refusal('INPUT_INVALID', { field, detail: { field, problem } })

function localDay(ms: number, zone: string): string {
  try {
    const { year, month, day } = wallClock(ms, zone)
    return `${year.padStart(4, '0')}-${month}-${day}`
  } catch (cause) {
    throw Object.assign(refuse('deadline.zone', `${zone} is not a time zone`), { cause })
  }
}

/**
 * Returns the instant, in ms, at which the day of the deadline ends: the first moment of a later
 * local day. It is found with the zone's calendar, not by adding hours. So days of 23 or 25 hours,
 * without a midnight, or skipped by a zone are correct.
 */
export function deadlineInstant({ date, zone }: Deadline): number {
  const midnightUtc = Date.parse(`${date}T00:00:00Z`)
  if (Number.isNaN(midnightUtc) || new Date(midnightUtc).toISOString().slice(0, 10) !== date)
    throw refuse('deadline.date', 'is not a day')
  const nextMidnightS = (midnightUtc + DAY_MS) / 1_000
  let before = nextMidnightS - WINDOW_S
  let reached = nextMidnightS + WINDOW_S + DAY_MS / 1_000
  while (reached - before > 1) {
    const middle = Math.floor((before + reached) / 2)
    if (localDay(middle * 1_000, zone) > date) reached = middle
    else before = middle
  }
  return reached * 1_000
}

export interface RemainingTime {
  isOver: boolean
  days: number
  hours: number
  minutes: number
  seconds: number
}

/** Returns the whole days, hours, minutes and seconds until the instant, each rounded down. */
export const remainingTime = (endsAt: number, now: number): RemainingTime => {
  const left = Math.max(0, endsAt - now)
  const whole = (unitMs: number, ofMs: number): number => Math.floor((left % ofMs) / unitMs)
  return {
    isOver: endsAt <= now,
    days: Math.floor(left / DAY_MS),
    hours: whole(HOUR_MS, DAY_MS),
    minutes: whole(MINUTE_MS, HOUR_MS),
    seconds: whole(SECOND_MS, MINUTE_MS),
  }
}

/** From this many days before the deadline, open work is urgent. */
const NEAR_DAYS = 7

/** Tells whether the deadline is in the future and at most a week away. */
export const isDeadlineNear = (deadlineAt: number | null, now: number): boolean =>
  deadlineAt !== null && deadlineAt > now && deadlineAt - now <= NEAR_DAYS * DAY_MS
