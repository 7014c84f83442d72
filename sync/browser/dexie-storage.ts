import type { Storage, StorageTx, TransactionKind } from '#sync/engine/ports.ts'
import { compactProject } from './compact.ts'
import { DEVICE_STORES, type DeviceDatabase } from './database.ts'
import { DeviceCache } from './device-cache.ts'
import { createDeviceTx } from './dexie-tx.ts'
import { committed } from './idb.ts'
import { type Stores, withLateWrites } from './late-writes.ts'
import { neverAlone, type SoleWriter } from './sole-writer.ts'

export interface DexieStorage extends Storage {
  /** Folds rows kept one by one into pages where they have become many; true if it did. */
  compact(projectId: string): Promise<boolean>
}

const isLost = (error: unknown): boolean => error instanceof Error && (error.name === 'InvalidStateError' || error.name === 'DatabaseClosedError')

type Work<T> = (tx: StorageTx, idb: Stores) => Promise<T>

/** The engine's storage on IndexedDB. Transactions are native ones: their durability is chosen for each. */
export const createDexieStorage = (database: DeviceDatabase, newId: () => string, sole: SoleWriter = neverAlone): DexieStorage => {
  const cache = new DeviceCache()
  /** Why the commit of an earlier transaction failed that nobody waited for. */
  let failure: Error | undefined

  const begin = async (kind: TransactionKind): Promise<IDBTransaction> => {
    if (!database.isOpen()) {
      await database.open()
      // It may have been emptied or made anew while it was closed.
      cache.clear()
    }
    const start = (): IDBTransaction =>
      database.backendDB().transaction(DEVICE_STORES, kind === 'read' ? 'readonly' : 'readwrite', { durability: kind === 'edit' ? 'strict' : 'relaxed' })
    try {
      return start()
    } catch (error) {
      // The browser may take the connection away (eviction of memory, a frozen tab); the data is still there.
      if (!isLost(error)) throw error
      database.close()
      await database.open()
      cache.clear()
      return start()
    }
  }

  const lose = (kind: TransactionKind, error: unknown): void => {
    cache.forget()
    if (kind === 'edit') return
    failure = error instanceof Error ? error : new Error('The commit failed', { cause: error })
  }

  const attempt = async <T>(kind: TransactionKind, work: Work<T>, alone: symbol | null): Promise<{ value: T; done: Promise<void> }> => {
    if (failure !== undefined) {
      const cause = failure
      failure = undefined
      throw cause
    }
    const idb = await begin(kind)
    const done = committed(idb)
    // Awaited by the caller; a failure of `work` comes first.
    done.catch(() => undefined)
    const { stores, write } = kind === 'apply' ? withLateWrites(idb) : { stores: idb, write: () => undefined }
    const { tx, flush } = createDeviceTx({ idb: stores, cache, newId, alone })
    try {
      // The cache learns first whether another tab has written.
      await tx.meta()
      const value = await work(tx, stores)
      if (kind !== 'read') flush()
      write()
      idb.commit()
      return { value, done }
    } catch (error) {
      cache.forget()
      try {
        idb.abort()
      } catch {
        // It has ended by itself.
      }
      throw error
    }
  }

  const run = async <T>(kind: TransactionKind, work: Work<T>): Promise<T> => {
    if (kind === 'read' && !sole.isAlone()) return (await attempt(kind, work, null)).value
    const { value, done } = await sole.inTurn(async (alone) => {
      const begun = await attempt(kind, work, alone)
      // Of a transaction that only reads the answer is all.
      const committing = kind === 'read' ? Promise.resolve() : begun.done
      const ended = committing.catch((error: unknown) => lose(kind, error))
      return { value: { value: begun.value, done: committing }, done: ended }
    })
    // What the server said can be asked for again: whoever comes next waits behind this commit, and hears if it failed.
    if (kind === 'edit') await done
    return value
  }

  return {
    transaction: (kind, work) => run(kind, work),
    compact(projectId) {
      return run('apply', async (tx, idb) => {
        const isFolded = await compactProject(idb, tx, cache, projectId)
        if (isFolded) cache.forget()
        return isFolded
      })
    },
  }
}
