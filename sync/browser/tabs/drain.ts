import type { EngineState } from '#sync/engine/engine-ports.ts'

export interface DrainParts {
  /** Edits and files that are still to be sent. */
  countLeft(): Promise<number>
  state(): EngineState
  /** By itself the engine waits the longer, the longer there has been no network. */
  tryNow(): void
  now(): number
  sleep(ms: number): Promise<unknown>
}
export interface DrainLimits {
  ms: number
  /** Gives up sooner, after so many tries of the engine in vain, or where it waits for a person. */
  tries?: number
}

const LOOK_AGAIN_MS = 100
const TRY_AGAIN_MS = 1_000

/**
 * Waits until nothing is left to send, or for as long as the limits say; answers how much is left.
 */
export const untilSent = async (
  { countLeft, state, tryNow, now, sleep }: DrainParts,
  { ms, tries = Infinity }: DrainLimits,
): Promise<number> => {
  const end = now() + ms
  const inVain = new Set<EngineState>()
  let nextTryAt = Infinity
  // What it says now is of before.
  const former = state()
  for (;;) {
    const left = await countLeft()
    const current = state()
    // Each failure is a state of its own.
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
