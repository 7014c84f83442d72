import type { Storage, StorageTx, TransactionKind } from '#sync/engine/ports.ts'
import { DeviceCache } from './device-cache.ts'
import { compactProject } from './compact.ts'
import { type Connection, createConnection } from './connection.ts'
import { DEVICE_STORES, type DeviceDatabase, type DeviceRecord } from './database.ts'
import { createDexieTx } from './dexie-tx.ts'
import { committed, requested } from './idb.ts'
import { directStores, type HeldStores, type Stores } from './stores.ts'

export type TxWork<T> = (tx: StorageTx, idb: Stores) => Promise<T>

/** How a transaction is carried out. */
export interface Manner {
  /** The same symbol as long as no other worker can have written, else null; see SoleWriter. */
  alone: symbol | null
  /** The stores of the transaction, which decide when writes go to the database. */
  hold(begin: () => IDBTransaction): HeldStores
}
const PLAIN: Manner = { alone: null, hold: directStores }

/**
 * A transaction whose work is done. `done` resolves at the commit, with an edit on the disk, and
 * rejects where the commit failed.
 */
export interface Begun<T> {
  value: T
  done: Promise<void>
}

/** The engine's storage port, with the folding of pages. */
export interface DeviceStorage extends Storage {
  /** Folds single rows into pages where they have become many; true if it did. */
  compact(projectId: string): Promise<boolean>
}

interface Written<T> extends Begun<T> {
  /** The device record's `rev` after it; undefined where it wrote nothing. */
  rev: number | undefined
}

/** The plain storage; `durability/` decides the manner of each transaction. */
export interface DexieStorage extends DeviceStorage {
  /**
   * Resolves when the work is done, before the commit; an edit resolves after it, because its work
   * runs again where the connection was lost.
   */
  begin<T>(kind: TransactionKind, work: TxWork<T>, manner: Manner): Promise<Begun<T>>
  /** `compact` as the work of a transaction of kind `apply`. */
  folding(projectId: string): TxWork<boolean>
}

/**
 * The engine's storage on IndexedDB. Native transactions allow a durability for each kind: strict
 * for an edit, relaxed for the server's rows, which can be fetched again.
 */
export const createDexieStorage = (database: DeviceDatabase, newId: () => string): DexieStorage => {
  const cache = new DeviceCache()
  const connection = createConnection(database)
  // Dexie also opens the database on its own, for a read. Each time it may be empty or another one.
  database.on('ready', () => cache.clear(), true)
  const writer = crypto.randomUUID()
  /** The error of an earlier commit that no caller awaited; meant for the engine, not for an edit. */
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
  ): Promise<Written<T>> => {
    const native = createNative(database, kind)
    // A sole writer may find everything in the cache, so its reads begin no transaction yet. A
    // writing transaction begins now, because readers of the database wait for a transaction that
    // has begun.
    if (alone === null || kind !== 'read') await connection.use(native.begin)
    else await connection.ensure()
    const held = hold(native.begin)
    const { tx, flush } = createDexieTx({ idb: held.stores, cache, newId, alone, writer })
    try {
      // Let the cache notice first whether another worker has written.
      await tx.meta()
      const value = await work(tx, held.stores)
      const rev = kind === 'read' ? undefined : flush()
      held.write()
      native.commit()
      // A reading transaction needs no commit.
      const done = (kind === 'read' ? Promise.resolve() : native.done()).catch((error: unknown) => {
        forgetCommit(kind, error)
        throw error
      })
      return { value, done, rev }
    } catch (error) {
      cache.forget()
      native.abort()
      throw error
    }
  }
  const repeats = createRepeats({ connection, writer, once })
  const begin: DexieStorage['begin'] = async (kind, work, manner) => {
    if (kind === 'edit') return repeats.committed(work, manner)
    throwFailure()
    return repeats.twice(kind, work, manner)
  }
  const folding: DexieStorage['folding'] = (projectId) => async (tx, idb) => {
    const isFolded = await compactProject({ idb, tx, cache }, projectId)
    if (isFolded) cache.forget()
    return isFolded
  }
  const run = async <T>(kind: TransactionKind, work: TxWork<T>): Promise<T> => {
    const { value, done } = await begin(kind, work, PLAIN)
    // Do not wait for the server's rows: a failure reaches the next transaction.
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

type Once = <T>(kind: TransactionKind, work: TxWork<T>, manner: Manner) => Promise<Written<T>>
interface RepeatPorts {
  connection: Connection
  writer: string
  once: Once
}

/** Transactions that survive the loss of the connection. */
const createRepeats = ({ connection, writer, once }: RepeatPorts) => {
  /** Begins again if the connection was lost before the commit. */
  const twice: Once = async (kind, work, manner) => {
    try {
      return await once(kind, work, manner)
    } catch (error) {
      if (!connection.mayBeLost(error)) throw error
      await connection.reopen()
      return once(kind, work, manner)
    }
  }
  const isCommitted = async (rev: number | undefined): Promise<boolean> => {
    const read: TxWork<unknown> = (_tx, idb) => requested(idb.objectStore('meta').get('device'))
    const record = (await (await twice('read', read, PLAIN)).value) as DeviceRecord | undefined
    return record?.key === 'device' && record.rev === rev && record.writer === writer
  }
  /** Resolves when the edit is on the disk; repeats it if the connection was lost and it is not. */
  const committed = async <T>(work: TxWork<T>, manner: Manner): Promise<Begun<T>> => {
    const begun = await twice('edit', work, manner)
    try {
      await begun.done
      return begun
    } catch (error) {
      if (!connection.mayBeLost(error)) throw error
      await connection.reopen()
      if (await isCommitted(begun.rev)) return { ...begun, done: Promise.resolve() }
      const again = await twice('edit', work, manner)
      await again.done
      return again
    }
  }
  return { twice, committed }
}

interface Native {
  /** Begins the transaction when it is first needed; returns the same one each time. */
  begin(): IDBTransaction
  commit(): void
  abort(): void
  /** Resolves at the commit, and at once where the transaction never began. */
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
      // Prevent an unhandled rejection: the caller first gets a failure of the work itself.
      done.catch(() => undefined)
      return idb
    },
    commit: () => idb?.commit(),
    abort() {
      try {
        idb?.abort()
      } catch {
        // The transaction has ended.
      }
    },
    done: () => done ?? Promise.resolve(),
  }
}
