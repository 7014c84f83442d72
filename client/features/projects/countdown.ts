const SECOND_MS = 1_000
const MINUTE_MS = 60 * SECOND_MS
const HOUR_MS = 60 * MINUTE_MS
const DAY_MS = 24 * HOUR_MS

/** Whole days, hours, minutes and seconds of a span; nothing below zero. */
export const countdownParts = (leftMs: number): { days: number; hours: number; minutes: number; seconds: number } => {
  const left = Math.max(0, leftMs)
  return {
    days: Math.floor(left / DAY_MS), hours: Math.floor((left % DAY_MS) / HOUR_MS), minutes: Math.floor((left % HOUR_MS) / MINUTE_MS),
    seconds: Math.floor((left % MINUTE_MS) / SECOND_MS),
  }
}
