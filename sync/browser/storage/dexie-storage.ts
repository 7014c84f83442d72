import type { Storage, StorageTx, TransactionKind } from '#sync/engine/ports.ts'
import { DeviceCache } from './device-cache.ts'
import { compactProject } from './compact.ts'
import { createConnection } from './connection.ts'
import { DEVICE_STORES, type DeviceDatabase } from './database.ts'
import { createDexieTx } from './dexie-tx.ts'
import { committed } from './idb.ts'
import { directStores, type HeldStores, type Stores } from './stores.ts'

export type TxWork<T> = (tx: StorageTx, idb: Stores) => Promise<T>

/** How a transaction is carried out. */
export interface Manner {
  /** The same mark as long as no other worker can have written, else null; see SoleWriter. */
  alone: symbol | null
  /** Decides when writes go to the database. */
  hold(begin: () => IDBTransaction): HeldStores
}
const PLAIN: Manner = { alone: null, hold: directStores }

/** `done`: committed; an edit is on the disk then. Rejects where the commit failed. */
export interface Begun<T> {
  value: T
  done: Promise<void>
}

/** What the product uses: the engine's port, and the folding of pages. */
export interface DeviceStorage extends Storage {
  /** Folds single rows into pages where they have become many; true if it did. */
  compact(projectId: string): Promise<boolean>
}

/** The plain storage; `durability/` decides the manner of each transaction. */
export interface DexieStorage extends DeviceStorage {
  /** Resolves with the answer of the work, before the commit. */
  begin<T>(kind: TransactionKind, work: TxWork<T>, manner: Manner): Promise<Begun<T>>
  /** `compact` as the work of a transaction of kind `apply`. */
  folding(projectId: string): TxWork<boolean>
}

/**
 * The engine's storage on IndexedDB. It uses native transactions to choose the durability of each:
 * strict for an edit; relaxed for what the server said, which can be fetched again.
 */
export const createDexieStorage = (database: DeviceDatabase, newId: () => string): DexieStorage => {
  const cache = new DeviceCache()
  const connection = createConnection(database, () => cache.clear())
  /** Why an earlier commit failed that no caller awaited. */
  let failure: Error | undefined
  const throwFailure = (): void => {
    const cause = failure
    failure = undefined
    if (cause !== undefined) throw cause
  }
  const forgetCommit = (kind: TransactionKind, error: unknown): void => {
    if (kind !== 'apply') return cache.forget()
    cache.forgetTold()
    failure = error instanceof Error ? error : new Error('The commit failed', { cause: error })
  }

  const once = async <T>(
    kind: TransactionKind,
    work: TxWork<T>,
    { alone, hold }: Manner,
  ): Promise<Begun<T>> => {
    throwFailure()
    const native = createNative(database, kind)
    // A sole reader may find everything in memory. Whoever writes begins now, because readers of
    // the database wait for a transaction that has begun.
    if (alone === null || kind !== 'read') await connection.use(native.begin)
    else await connection.ensure()
    const held = hold(native.begin)
    const { tx, flush } = createDexieTx({ idb: held.stores, cache, newId, alone })
    try {
      // The cache learns first whether another worker has written.
      await tx.meta()
      const value = await work(tx, held.stores)
      if (kind !== 'read') flush()
      held.write()
      native.commit()
      // A transaction that only reads is over with its answer.
      const done = (kind === 'read' ? Promise.resolve() : native.done()).catch((error: unknown) => {
        forgetCommit(kind, error)
        throw error
      })
      return { value, done }
    } catch (error) {
      cache.forget()
      native.abort()
      throw error
    }
  }
  const begin: DexieStorage['begin'] = async (kind, work, manner) => {
    try {
      return await once(kind, work, manner)
    } catch (error) {
      // A sole reader begins only when it needs the database, and finds the connection lost then.
      if (manner.alone === null || !connection.isLost(error)) throw error
      await connection.reopen()
      return once(kind, work, manner)
    }
  }
  const folding: DexieStorage['folding'] = (projectId) => async (tx, idb) => {
    const isFolded = await compactProject({ idb, tx, cache }, projectId)
    if (isFolded) cache.forget()
    return isFolded
  }
  const run = async <T>(kind: TransactionKind, work: TxWork<T>): Promise<T> => {
    const { value, done } = await begin(kind, work, PLAIN)
    // What the server said is not waited for: a failure reaches the next transaction.
    if (kind === 'edit') await done
    else done.catch(() => undefined)
    return value
  }
  return {
    begin,
    folding,
    transaction: (kind, work) => run(kind, work),
    compact: (projectId) => run('apply', folding(projectId)),
  }
}

interface Native {
  /** Begins the transaction when it is first needed; returns the same one each time. */
  begin(): IDBTransaction
  commit(): void
  abort(): void
  /** Committed; also when it was never begun. */
  done(): Promise<void>
}

const createNative = (database: DeviceDatabase, kind: TransactionKind): Native => {
  let idb: IDBTransaction | undefined
  let done: Promise<void> | undefined
  return {
    begin() {
      if (idb !== undefined) return idb
      idb = database
        .backendDB()
        .transaction(DEVICE_STORES, kind === 'read' ? 'readonly' : 'readwrite', {
          durability: kind === 'edit' ? 'strict' : 'relaxed',
        })
      done = committed(idb)
      // A failure of the work comes first, and reaches the caller by itself.
      done.catch(() => undefined)
      return idb
    },
    commit: () => idb?.commit(),
    abort() {
      try {
        idb?.abort()
      } catch {
        // It has ended by itself.
      }
    },
    done: () => done ?? Promise.resolve(),
  }
}
