import type { WaitReason } from './engine-ports.ts'
import { SyncFailure } from './ports.ts'

const FIRST_MS = 1_000
const LONGEST_MS = 60_000

/**
 * Wait after the given number of failures in a row, ms: doubles from 1 s to 60 s, with a random
 * part so that devices do not return together.
 */
export const backoffMs = (failures: number, random: number): number => {
  const ceiling = Math.min(LONGEST_MS, FIRST_MS * 2 ** Math.min(failures, 10))
  return Math.round(Math.max(FIRST_MS, ceiling / 2 + (ceiling / 2) * random))
}

/** The wait after an error: `backoffMs`, but never shorter than the server asked for. */
export const delayAfter = (error: unknown, failures: number, random: number): number =>
  Math.max(
    error instanceof SyncFailure ? (error.retryAfterMs ?? 0) : 0,
    backoffMs(failures, random),
  )

/** The device has no room for a write. */
export const isFull = (error: unknown): boolean =>
  error instanceof Error && error.name === 'QuotaExceededError'

export const waitingFor = (error: unknown): WaitReason => {
  if (error instanceof SyncFailure) {
    return error.kind === 'offline' || error.kind === 'blocked' ? error.kind : 'busy'
  }
  return isFull(error) ? 'full' : 'busy'
}
