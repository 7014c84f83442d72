import type { LiveChange } from '#schema/api/sync.ts'
import type { Change } from './change.ts'
import type { Commands } from './outbox/commands.ts'
import type { Author } from './overlay/device-tx.ts'
import type { Network, OutboxEntry, Storage, Surroundings } from './ports.ts'

export type WaitReason = 'offline' | 'blocked' | 'busy' | 'full'

/**
 * waiting, blocked: a portal or proxy answers in the place of the server.
 * waiting, full: what the server said does not fit on this device; edits still leave.
 * paused: a person has to act (sign in again, load the new version) before anything more is sent.
 */
export type EngineState =
  | { phase: 'idle' | 'working' }
  | { phase: 'waiting'; reason: WaitReason; nextTryAt: number }
  | { phase: 'paused'; reason: 'unauthorized' | 'update' }

export interface EnginePorts {
  storage: Storage
  network: Network
  surroundings: Surroundings
  commands: Commands
  person: Author
  onChange(changes: readonly Change[]): void
  onState(state: EngineState): void
  /** The server answered: the device's clock then, and the server's minus it, ms. */
  onContact?(at: number, clockSkewMs: number): void
  /** Removes copies from a full device before the engine tries again. */
  makeRoom?(): Promise<void>
}

/** An edit that was written as sent, because nothing was on its way. */
export interface SentEdit {
  serverId: string | null
  clientId: string
  entry: OutboxEntry
}

export interface Engine {
  /** Runs until `stop`; one engine per database may run. */
  start(): void
  stop(): Promise<void>
  /**
   * Edits were written: they leave with the next request, at once unless the engine waits for the
   * server.
   */
  wake(): void
  /**
   * The same for one edit that was written as sent, which the engine need not read again. Resolves
   * when the edit is handed to the network, or at once where it has to wait.
   */
  send(written: SentEdit): Promise<void>
  /**
   * The network, the session or the person says that it may work now; also after a project was
   * opened.
   */
  tryNow(): void
  live(change: LiveChange): void
  state(): EngineState
  /** Nothing is on its way: an edit that is written now leaves at once. */
  isReady(): boolean
}
