import type { TransactionKind } from '#sync/engine/ports.ts'
import { compactProject } from './compact.ts'
import { DEVICE_STORES, type DeviceDatabase, type DeviceRecord } from './database.ts'
import { DeviceCache } from '../tabs/device-cache.ts'
import { createDeviceTx } from './dexie-tx.ts'
import { committed, requested } from './idb.ts'
import { type Journal, noJournal } from '../durability/journal.ts'
import { withLateWrites } from '../durability/late-writes.ts'
import { createPending } from '../durability/pending-writes.ts'
import { replay } from '../durability/replay.ts'
import { isFull } from './room.ts'
import { neverAlone, type SoleWriter } from '../durability/sole-writer.ts'
import {
  type DexieStorage,
  isLost,
  type Manner,
  type Work,
  type Attempt,
} from './storage-attempt.ts'

/**
 * The engine's storage on IndexedDB. It uses native transactions to choose the durability of each.
 */
export const createDexieStorage = (
  database: DeviceDatabase,
  newId: () => string,
  sole: SoleWriter = neverAlone,
  journal: Journal = noJournal,
): DexieStorage => {
  const cache = new DeviceCache()
  /** Why an earlier commit failed that no caller awaited. */
  let failure: Error | undefined
  /** The journal has what the database could not take. */
  let isBehind = false

  const open = async (): Promise<void> => {
    await database.open()
    // The database may have been emptied or recreated while it was closed.
    cache.clear()
  }
  const reopen = (): Promise<void> => {
    database.close()
    return open()
  }
  /**
   * The browser may take the connection away (eviction of memory, a frozen tab); the data is still
   * there.
   */
  const connected = async <T>(work: () => T): Promise<Awaited<T>> => {
    if (!database.isOpen()) await open()
    try {
      return await work()
    } catch (error) {
      if (!isLost(error)) throw error
      await reopen()
      return await work()
    }
  }
  const begin = (
    mode: IDBTransactionMode,
    durability: IDBTransactionDurability,
  ): IDBTransaction => {
    const idb = database
      .backendDB()
      .transaction(DEVICE_STORES, pending.isEmpty() ? mode : 'readwrite', { durability })
    pending.carry(idb)
    return idb
  }
  const fallBehind = (): void => {
    cache.forget()
    isBehind = true
  }
  /** In its turn: nothing is built on what may not get there. */
  const pending = createPending(() => {
    sole
      .inTurn(async () => ({
        value: undefined,
        done: pending.isEmpty() ? Promise.resolve() : writePending(),
      }))
      .catch(fallBehind)
  })
  const writePending = async (): Promise<void> => {
    try {
      const idb = begin('readwrite', 'relaxed')
      idb.commit()
      await committed(idb)
    } catch {
      fallBehind()
    }
  }

  const catchUp = async (): Promise<boolean> => {
    const again = async (): Promise<boolean> => {
      const records = await journal.records()
      return connected(() => replay(database, records))
    }
    isBehind = true
    pending.drop()
    const isReplayed = await again().catch(async (error: unknown) => {
      if (!isFull(error)) throw error
      // An edit counts more than what is kept for reading only.
      journal.yieldRoom()
      await database.content.clear()
      return again()
    })
    if (isReplayed) cache.clear()
    isBehind = false
    return isReplayed
  }
  /** Everything that was committed before is on the disk after this. */
  const settle = async (): Promise<void> => {
    const idb = await connected(() => begin('readwrite', 'strict'))
    const done = committed(idb)
    done.catch(() => undefined)
    const device = (await requested(idb.objectStore('meta').get('device'))) as
      | DeviceRecord
      | undefined
    if (device !== undefined) idb.objectStore('meta').put(device)
    idb.commit()
    await done
    if (device !== undefined) journal.settled(device.rev)
  }
  const lose = (kind: Manner, error: unknown): void => {
    if (kind !== 'apply') return cache.forget()
    cache.forgetTold()
    journal.uncover()
    failure = error instanceof Error ? error : new Error('The commit failed', { cause: error })
  }

  const once = async <T>(
    kind: Manner,
    work: Work<T>,
    alone: symbol | null,
  ): Promise<Attempt<T>> => {
    if (failure !== undefined) {
      const cause = failure
      failure = undefined
      throw cause
    }
    if (isBehind) await catchUp()
    const isJournalled =
      kind !== 'read' && alone !== null && journal.covers(alone, cache.recordOf(alone)?.rev)
    const isEdit = kind === 'edit' || kind === 'later'
    const isStrict = isEdit && !isJournalled
    const began: { idb?: IDBTransaction; done?: Promise<void>; hasCarried?: boolean } = {}
    const beginOnce = (): IDBTransaction => {
      if (began.idb !== undefined) return began.idb
      began.hasCarried = !pending.isEmpty()
      began.idb = begin(kind === 'read' ? 'readonly' : 'readwrite', isStrict ? 'strict' : 'relaxed')
      began.done = committed(began.idb)
      // Awaited by the caller; a failure of `work` comes first.
      began.done.catch(() => {
        if (began.hasCarried === true) fallBehind()
      })
      return began.idb
    }
    // Begin now where readers have to wait for the transaction: they are told of the server's rows
    // before the commit, and of an edit after it has begun.
    if (alone === null || kind === 'apply' || isStrict) await connected(beginOnce)
    else if (!database.isOpen()) await open()
    // Write an edit at once that only the database makes durable: the disk works while the rest is
    // computed.
    const late = isStrict
      ? { stores: beginOnce(), list: () => null, write: () => undefined }
      : withLateWrites(beginOnce)
    const { tx, flush } = createDeviceTx({ idb: late.stores, cache, newId, alone })
    try {
      // The cache learns first whether another tab has written.
      await tx.meta()
      const value = await work(tx, late.stores)
      const mark = kind === 'read' ? null : flush()
      const writes = late.list()
      const addTo = (isFlushed: boolean): boolean =>
        isJournalled &&
        mark !== null &&
        writes !== null &&
        journal.add({ ...mark, writes }, isFlushed)
      if (isEdit && addTo(true) && writes !== null) {
        pending.add(writes)
        return {
          value,
          durable: Promise.resolve(),
          done: kind === 'later' ? Promise.resolve() : writePending(),
        }
      }
      late.write()
      began.idb?.commit()
      // What the server said is there for the sake of the edits after it.
      if (!isEdit) addTo(false)
      // Of a transaction that only reads the answer is all.
      const stored = (
        kind === 'read' && began.hasCarried !== true
          ? Promise.resolve()
          : (began.done ?? Promise.resolve())
      ).then(() => {
        if (isStrict && mark !== null) journal.settled(mark.rev)
      })
      const done = (isEdit && isJournalled && mark !== null ? stored.then(settle) : stored).catch(
        (error: unknown) => {
          lose(kind, error)
          throw error
        },
      )
      return { value, durable: done, done }
    } catch (error) {
      cache.forget()
      isBehind ||= began.hasCarried === true
      try {
        began.idb?.abort()
      } catch {
        // It has ended by itself.
      }
      throw error
    }
  }

  const attempt = async <T>(
    kind: Manner,
    work: Work<T>,
    alone: symbol | null,
  ): Promise<Attempt<T>> => {
    try {
      return await once(kind, work, alone)
    } catch (error) {
      // Begun only when it was needed, so only then the connection was found to be gone.
      if (alone === null || !isLost(error)) throw error
      await reopen()
      return once(kind, work, alone)
    }
  }
  const inTurn = async <T>(kind: Manner, work: Work<T>): Promise<Attempt<T>> => {
    if (kind === 'read' && !sole.isAlone()) return attempt(kind, work, null)
    return sole.inTurn(async (alone) => {
      const one = await attempt(kind, work, alone)
      one.done.catch(() => undefined)
      return { value: one, done: one.done }
    })
  }
  const run = async <T>(kind: TransactionKind, work: Work<T>): Promise<T> => {
    const { value, durable } = await inTurn(kind, work)
    // Do not wait for what the server said: it can be fetched again. The next transaction waits
    // behind this commit and hears if it failed.
    if (kind === 'edit') await durable
    return value
  }

  return {
    transaction: (kind, work) => run(kind, work),
    async edit(work) {
      const { value, durable } = await inTurn('later', work)
      await durable
      return { value, isBegun: pending.isBegun() }
    },
    compact(projectId) {
      return run('apply', async (tx, idb) => {
        const isFolded = await compactProject(idb, tx, cache, projectId)
        if (isFolded) cache.forget()
        return isFolded
      })
    },
    catchUp,
    async entered(alone) {
      const isReplayed = await catchUp()
      // Until it is open the database does without.
      if (alone !== null) void journal.open(alone)
      return isReplayed
    },
    left() {
      if (!pending.isEmpty() && sole.isAlone()) void writePending()
      else if (!pending.isEmpty()) {
        pending.drop()
        fallBehind()
      }
      journal.close()
    },
    removeJournal: () =>
      sole.inTurn(async () => {
        if (isBehind) await catchUp()
        await settle()
        await journal.remove()
        return { value: undefined, done: Promise.resolve() }
      }),
  }
}
