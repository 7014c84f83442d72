export const ACCESS_MS = 15 * 60_000
export const IDLE_MS = 4 * 3_600_000
export const ABSOLUTE_MS = 30 * 86_400_000

export interface SessionTimes {
  accessUntil: number
  idleUntil: number
  absoluteUntil: number
}

export const timesFrom = (now: number, absoluteUntil: number): SessionTimes => ({
  accessUntil: Math.min(now + ACCESS_MS, absoluteUntil),
  idleUntil: Math.min(now + IDLE_MS, absoluteUntil),
  absoluteUntil,
})
