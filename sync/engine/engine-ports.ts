import type { Change } from './change.ts'
import type { Commands } from './commands.ts'
import type { Person } from './device-tx.ts'
import type { Network, Storage, Surroundings } from './ports.ts'

/**
 * waiting, full: what the server said does not fit on this device; edits still leave.
 * paused: a person has to act (sign in again, load the new version) before anything more is sent.
 */
export type EngineState =
  | { phase: 'idle' | 'working' }
  | { phase: 'waiting'; reason: 'offline' | 'busy' | 'full'; nextTryAt: number }
  | { phase: 'paused'; reason: 'unauthorized' | 'update' }

export interface EnginePorts {
  storage: Storage
  network: Network
  surroundings: Surroundings
  commands: Commands
  person: Person
  onChange(changes: readonly Change[]): void
  onState(state: EngineState): void
  /** The server answered: the device's clock then, and the server's minus it, ms. */
  onContact?(at: number, clockSkewMs: number): void
}
