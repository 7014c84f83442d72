import type { EngineState } from './engine-ports.ts'

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
  /** There is something to send or to ask for. */
  isWanted: boolean
  isResting: boolean
  /** Failed cycles since the last that succeeded. */
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

/** Whether nothing is on its way, so that an edit leaves at once. */
export const isReadyToSend = ({ state, isResting }: Schedule): boolean =>
  state.phase === 'idle' || isResting
