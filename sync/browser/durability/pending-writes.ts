import { carryOut, type Write } from './late-writes.ts'

/**
 * After this delay the edit is on other screens, which is more urgent; often another transaction
 * has taken the writes along by then.
 */
const WRITE_AFTER_MS = 25

/**
 * Writes that the journal has made durable and that the database gets soon, at the latest with the
 * worker's next transaction.
 */
export interface PendingWrites {
  isEmpty(): boolean
  add(writes: readonly Write[]): void
  /** With the transaction that was just begun, before anything else in it. */
  carry(idb: IDBTransaction): void
  /** They are written again from the journal. */
  drop(): void
  /** Resolves when what is pending now has been handed to the database, or given up. */
  isBegun(): Promise<void>
}

/** @param write begins a transaction, after a while in which no other one did */
export const createPending = (write: () => void): PendingWrites => {
  let writes: Write[] = []
  let begun: PromiseWithResolvers<void> | undefined
  let timer: ReturnType<typeof setTimeout> | undefined

  const drop = (): void => {
    writes = []
    clearTimeout(timer)
    timer = undefined
    begun?.resolve()
    begun = undefined
  }
  return {
    isEmpty: () => writes.length === 0,
    add(more) {
      writes.push(...more)
      begun ??= Promise.withResolvers()
      timer ??= setTimeout(write, WRITE_AFTER_MS)
    },
    carry(idb) {
      if (writes.length === 0) return
      carryOut(idb, writes)
      drop()
    },
    drop,
    isBegun: () => begun?.promise ?? Promise.resolve(),
  }
}
