import type { EngineState } from '#sync/engine/engine-ports.ts'

export interface DrainParts {
  /** Edits and files that are still to be sent. */
  countLeft(): Promise<number>
  state(): EngineState
  now(): number
  sleep(ms: number): Promise<unknown>
}
export interface DrainLimits {
  ms: number
  /** Gives up sooner, after so many tries of the engine in vain, or where it waits for a person. */
  tries?: number
}

const LOOK_AGAIN_MS = 100

/** Waits until nothing is left to send, or for as long as the limits say; answers how much is left then. */
export const untilSent = async ({ countLeft, state, now, sleep }: DrainParts, { ms, tries = Infinity }: DrainLimits): Promise<number> => {
  const end = now() + ms
  const inVain = new Set<EngineState>()
  // What it says now is of before.
  const former = state()
  for (;;) {
    const left = await countLeft()
    const current = state()
    // Each failure is a state of its own.
    if (current !== former && current.phase === 'waiting') inVain.add(current)
    const isPaused = tries !== Infinity && current !== former && current.phase === 'paused'
    if (left === 0 || isPaused || inVain.size >= tries || now() >= end) return left
    await sleep(LOOK_AGAIN_MS)
  }
}
