import { type Writer } from '#sync/engine/outbox/edit.ts'
import { type Surroundings } from '#sync/engine/ports.ts'
import type { FileProgress } from './file-progress.ts'
import type { FileNetwork } from './file-network.ts'
import { type SettlePorts } from './settle-files.ts'

export interface FileSenderPorts extends SettlePorts {
  network: FileNetwork
  surroundings: Surroundings
  writer(): Writer
  /** `isChanged`: the list of waiting files changed. */
  tell(progress: FileProgress | null, isChanged: boolean): void
  /**
   * Removes kept contents that the person may not read any more, and fetches those of pinned
   * projects. Called when no file waits.
   */
  fetchWanted(signal: AbortSignal): Promise<void>
  /** Asks the engine to pull a project that was not on this device. */
  pull(): void
}

export interface FileSender {
  start(): void
  stop(): Promise<void>
  /**
   * A file was added, taken back or paused: the sender looks at it, unless it waits for the server.
   */
  wake(): void
  /**
   * Edits were written or decided. `isRowsChanged`: rows or rights changed too, so that kept
   * contents must be checked.
   */
  heard(isRowsChanged: boolean): void
  /** Another request reached the server. */
  reached(): void
  tryNow(): void
}
