import type { Storage, StorageTx, TransactionKind } from '#sync/engine/ports.ts'
import { type Stores } from '../durability/late-writes.ts'

export interface DexieStorage extends Storage {
  /**
   * A transaction of kind `edit`. After `isBegun`, every reader of the database, in any tab, sees
   * what was written.
   */
  edit<T>(work: (tx: StorageTx) => Promise<T>): Promise<{ value: T; isBegun: Promise<void> }>
  /** Folds rows kept one by one into pages where they have become many; true if it did. */
  compact(projectId: string): Promise<boolean>
  /** Writes what a crash kept from the database; true if there was anything. */
  catchUp(): Promise<boolean>
  /** To be called when this worker may write, before it does. */
  entered(alone: symbol | null): Promise<boolean>
  /** To be called just before it may write no more. */
  left(): void
  /** Everything is durable in the database afterwards, and nothing of it left beside it. */
  removeJournal(): Promise<void>
}

export const isLost = (error: unknown): boolean =>
  error instanceof Error &&
  (error.name === 'InvalidStateError' || error.name === 'DatabaseClosedError')

/** later: an edit that the database may get after others were told of it. */
export type Manner = TransactionKind | 'later'

export type Work<T> = (tx: StorageTx, idb: Stores) => Promise<T>

/**
 * `durable`: what the person did is on the disk. `done`: the database has it too, or will have it
 * before the next transaction; rejects where the commit failed.
 */
export interface Attempt<T> {
  value: T
  durable: Promise<void>
  done: Promise<void>
}
