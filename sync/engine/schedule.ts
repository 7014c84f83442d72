import type { EngineState } from './engine-ports.ts'
import type { Surroundings } from './ports.ts'

/**
 * What the engine does next. States:
 *
 *   idle ──work──▶ working ──finish──▶ idle
 *                  working ──fail────▶ waiting ──(after 1 to 60 s, or tryNow)──▶ working
 *                  working ──fail────▶ paused ──(tryNow)──▶ working
 *
 * While working it rests between a push and the pull of its verdicts; an edit written then leaves
 * at once.
 */
export interface Schedule {
  state: EngineState
  isRunning: boolean
  /** There are edits to send or changes to pull. */
  isWanted: boolean
  isResting: boolean
  /** Failed cycles in a row. */
  failures: number
}

export type ScheduleEvent =
  | { type: 'start' | 'stop' | 'want' | 'push' | 'rest' | 'rested' | 'work' | 'finish' }
  | { type: 'fail'; state: Extract<EngineState, { phase: 'waiting' | 'paused' }> }

export const FIRST_SCHEDULE: Schedule = {
  state: { phase: 'idle' },
  isRunning: false,
  isWanted: true,
  isResting: false,
  failures: 0,
}

export const nextSchedule = (schedule: Schedule, event: ScheduleEvent): Schedule => {
  switch (event.type) {
    case 'start':
      return { ...schedule, isRunning: true }
    case 'stop':
      return { ...schedule, isRunning: false }
    case 'want':
      return { ...schedule, isWanted: true }
    case 'push':
      return { ...schedule, isWanted: false }
    case 'rest':
      return { ...schedule, isResting: true }
    case 'rested':
      return { ...schedule, isResting: false }
    case 'work':
      return { ...schedule, state: { phase: 'working' } }
    case 'finish':
      return { ...schedule, state: { phase: 'idle' }, failures: 0 }
    case 'fail':
      return {
        ...schedule,
        state: event.state,
        failures: schedule.failures + (event.state.phase === 'waiting' ? 1 : 0),
      }
    default:
      return event satisfies never
  }
}

/** Holds the engine's schedule, and sleeps between its steps. */
export class Scheduler {
  readonly #surroundings: Pick<Surroundings, 'sleep'>
  readonly #onState: (state: EngineState) => void
  #schedule = FIRST_SCHEDULE
  #nap: { done: Promise<void>; interrupt(): void } | null = null

  constructor(surroundings: Pick<Surroundings, 'sleep'>, onState: (state: EngineState) => void) {
    this.#surroundings = surroundings
    this.#onState = onState
  }

  get state(): EngineState {
    return this.#schedule.state
  }
  get isRunning(): boolean {
    return this.#schedule.isRunning
  }
  get isWanted(): boolean {
    return this.#schedule.isWanted
  }
  get failures(): number {
    return this.#schedule.failures
  }
  /** No request is under way: an edit that is written now leaves at once. */
  get isReadyToSend(): boolean {
    return this.state.phase === 'idle' || this.#schedule.isResting
  }

  tell(event: ScheduleEvent): void {
    const { state } = this
    this.#schedule = nextSchedule(this.#schedule, event)
    if (this.state !== state) this.#onState(this.state)
  }

  /** Resolves after the time or, earlier, when `interrupt` is called. */
  async sleep(ms: number): Promise<void> {
    this.#nap = this.#surroundings.sleep(ms)
    await this.#nap.done
    this.#nap = null
  }
  interrupt(): void {
    this.#nap?.interrupt()
  }
}
