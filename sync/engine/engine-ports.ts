import type { LiveChange } from '#schema/api/sync.ts'
import type { Change } from './change.ts'
import type { Commands } from './outbox/commands.ts'
import type { Author } from './overlay/device-tx.ts'
import type { Network, OutboxEntry, Storage, Surroundings } from './ports.ts'

export type WaitReason = 'offline' | 'blocked' | 'busy' | 'full'

/**
 * waiting, blocked: a portal or proxy answers in place of the server. waiting, full: rows of the
 * server do not fit on this device; edits still leave. paused: the engine sends nothing until the
 * person acts (signs in again, loads the new version).
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
  /**
   * The server answered: `at` by the device's clock, and the server's clock minus the device's, ms.
   */
  onContact?(at: number, clockSkewMs: number): void
  /** Removes copies from a full device before the engine tries again. */
  makeRoom?(): Promise<void>
}

/** An edit that was marked as sent when it was written, because no request was under way. */
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
   * Sends one edit that was marked as sent when it was written, so that the engine need not read
   * it. Resolves when the edit is handed to the network, or at once where it has to wait.
   */
  send(written: SentEdit): Promise<void>
  /**
   * Ends a wait: the network came back, the session was renewed, the person asked, or a project was
   * opened.
   */
  tryNow(): void
  live(change: LiveChange): void
  state(): EngineState
  /** No request is under way: an edit that is written now leaves at once. */
  isReady(): boolean
}
