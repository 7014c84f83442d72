import type { EngineState } from '#sync/engine/engine-ports.ts'

export interface DrainParts {
  /** Number of edits and files that are still to be sent. */
  countLeft(): Promise<number>
  state(): EngineState
  /** Ends the engine's wait, which grows with each failure. */
  tryNow(): void
  now(): number
  sleep(ms: number): Promise<unknown>
}
export interface DrainLimits {
  ms: number
  /** Gives up after this many failed tries of the engine, or where it waits for a person. */
  tries?: number
}

const LOOK_AGAIN_MS = 100
const TRY_AGAIN_MS = 1_000

/**
 * Waits until no work is left to send, or for as long as the limits allow.
 * @returns how much is left
 */
export const untilSent = async (
  { countLeft, state, tryNow, now, sleep }: DrainParts,
  { ms, tries = Infinity }: DrainLimits,
): Promise<number> => {
  const end = now() + ms
  const inVain = new Set<EngineState>()
  let nextTryAt = Infinity
  // Ignore the state left over from before this call.
  const former = state()
  for (;;) {
    const left = await countLeft()
    const current = state()
    // Each failure is a new state object.
    if (current !== former && current.phase === 'waiting' && !inVain.has(current)) {
      inVain.add(current)
      nextTryAt = now() + TRY_AGAIN_MS
    }
    const isPaused = tries !== Infinity && current !== former && current.phase === 'paused'
    if (left === 0 || isPaused || inVain.size >= tries || now() >= end) return left
    if (tries !== Infinity && now() >= nextTryAt) {
      nextTryAt = Infinity
      tryNow()
    }
    await sleep(LOOK_AGAIN_MS)
  }
}
