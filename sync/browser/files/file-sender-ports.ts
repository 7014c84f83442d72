import { type Writer } from '#sync/engine/outbox/edit.ts'
import { type Surroundings } from '#sync/engine/ports.ts'
import type { FileProgress } from './file-progress.ts'
import type { FileNetwork } from './file-network.ts'
import { type SettlePorts } from './settle-files.ts'

export interface FileSenderPorts extends SettlePorts {
  network: FileNetwork
  surroundings: Surroundings
  writer(): Writer
  /** `isChanged`: other files wait, or another number of them. */
  tell(progress: FileProgress | null, isChanged: boolean): void
  /**
   * Removes kept files that the person may not read any more and fetches those worth having; called
   * when no file waits.
   */
  fetchWanted(signal: AbortSignal): Promise<void>
  /** Rows of a project are needed that was not on this device. */
  pull(): void
}

export interface FileSender {
  start(): void
  stop(): Promise<void>
  /** A file was added, taken back or paused: looked at unless the server is being waited for. */
  wake(): void
  /**
   * Edits were written or decided. `isRowsChanged`: rows or rights changed too, so that kept files
   * have to be checked.
   */
  heard(isRowsChanged: boolean): void
  /** Another request has come through. */
  reached(): void
  tryNow(): void
}
