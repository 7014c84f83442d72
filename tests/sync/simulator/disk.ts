import {
  createMemoryStorage,
  type MemoryState,
  type MemoryStorage,
} from '#sync/engine/memory-storage.ts'
import type { DeviceMeta, Storage, StorageTx, TransactionKind } from '#sync/engine/ports.ts'
import { bothTx } from './both-tx.ts'
import { type DiskOrder, Kept } from './disk-order.ts'
import { openShippedTabs, type ShippedTabs } from './shipped-tabs.ts'
import { whileTimeStands } from './virtual-time.ts'

export interface Process {
  isDead(kind: TransactionKind): boolean
  /** `before`: the state that the transaction found. */ onCommit(
    state: MemoryState,
    before: MemoryState,
  ): void
}

/**
 * A device's database with power cuts: edits are on the disk, later rows of the server may not be.
 */
export interface Disk {
  memory(): MemoryStorage
  /** The database as one process uses it; a dead process waits forever. */
  storage(process: Process): Storage
  /** @param cut moment in the order of writes; later writes are lost */
  losePower(cut: number): void
  /** Deletes everything; the next start finds an empty database. */
  evict(clientId: string): void
  /** Keeps only the unsent work, as a sign-out does. */
  forgetBase(): void
  /** Closes and deletes the database at the end of the history. */
  close(): Promise<void>
}

/** A new promise each time: a shared one would keep all of its waiters in memory. */
const never = (): Promise<never> => new Promise(() => undefined)

/** Runs the work on the model, and returns the model's storage after it. */
type Around = <T>(
  kind: TransactionKind,
  work: (tx: StorageTx) => Promise<T>,
) => Promise<{ value: T; next: MemoryStorage }>

export interface DiskOptions {
  clientId: string
  order: DiskOrder
  /** Runs on the shipped storage, compared with the model at every read. */
  shipped?: { isShared: boolean; tell: (violation: string) => void } | undefined
}

const withoutKept = ({ kept: _kept, wentBack: _wentBack, ...meta }: DeviceMeta): DeviceMeta => meta

export const createDisk = ({ clientId, order, shipped }: DiskOptions): Disk => {
  let memory = createMemoryStorage(clientId)
  const kept = new Kept<MemoryState>(order, memory.state())
  const opened: ShippedTabs[] = []
  const openTabs = (): ShippedTabs | undefined => {
    if (shipped === undefined) return undefined
    const next = openShippedTabs(memory.state(), shipped.isShared)
    opened.push(next)
    return next
  }
  let tabs = openTabs()
  const replace = (next: MemoryStorage): void => {
    memory = next
    kept.keep(next.state(), true)
    tabs?.close()
    tabs = openTabs()
  }
  const onModel: Around = async (kind, work) => ({
    value: await memory.transaction(kind, work),
    next: memory,
  })
  const onShipped = (isDead: () => boolean): Around => {
    const own = tabs
    if (own === undefined || shipped === undefined) return onModel
    const storage = own.open(isDead)
    return (kind, work) =>
      whileTimeStands(() =>
        storage.transaction(kind, async (tx) => {
          const before = memory
          const next = createMemoryStorage(clientId, memory.state())
          // Dead processes go on with a database that has been replaced: do not compare it.
          const isComparable = () => tabs === own && (kind !== 'read' || memory === before)
          const value = await next.transaction(kind, (model) =>
            work(bothTx(tx, model, { isComparable, tell: shipped.tell })),
          )
          if (kind !== 'read') memory = next
          return { value, next }
        }),
      )
  }
  return {
    memory: () => memory,
    storage({ isDead, onCommit }) {
      const around = onShipped(() => isDead('read'))
      const born = tabs
      return {
        async transaction(kind, run) {
          if (isDead(kind)) return never()
          let isAborted = false
          let before = memory.state()
          const work = around(kind, async (tx) => {
            before = memory.state()
            const value = await run(tx)
            isAborted = isDead(kind)
            if (isAborted) throw new Error('The process died')
            return value
          })
          const { value, next } = await work.catch((error: unknown) => {
            if (isAborted) return never()
            throw error
          })
          // The power was cut after its commit.
          if (born !== tabs) return never()
          if (kind !== 'read') {
            kept.keep(next.state(), kind === 'edit')
            onCommit(next.state(), before)
          }
          return isDead(kind) ? never() : value
        },
      }
    },
    async close() {
      tabs?.close()
      for (const one of opened) await one.dispose()
    },
    losePower: (cut) => replace(createMemoryStorage(clientId, kept.at(cut))),
    evict: (fresh) => replace(createMemoryStorage(fresh)),
    forgetBase: () =>
      replace(
        createMemoryStorage(clientId, {
          ...memory.state(),
          home: undefined,
          cursors: new Map(),
          held: new Map(),
          overlay: new Map(),
          scopes: new Map(),
          steps: new Map(),
          kept: new Map(),
          meta: withoutKept(memory.state().meta),
        }),
      ),
  }
}
