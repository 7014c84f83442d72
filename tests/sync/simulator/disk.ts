import {
  createMemoryStorage,
  type MemoryState,
  type MemoryStorage,
} from '#sync/engine/memory-storage.ts'
import type { Storage, TransactionKind } from '#sync/engine/ports.ts'
import { type DiskOrder, Kept } from './disk-order.ts'

export interface Process {
  isDead(kind: TransactionKind): boolean
  /** `before`: what the transaction found. */ onCommit(
    state: MemoryState,
    before: MemoryState,
  ): void
}

/**
 * A device's database with what a power cut does to it: what a person wrote is on the disk, what
 * the server said since may not be.
 */
export interface Disk {
  memory(): MemoryStorage
  /** The database as one process uses it; a dead one waits for ever. */
  storage(process: Process): Storage
  /** @param cut of the order: what was written later is lost */
  losePower(cut: number): void
  /** Everything goes, and the next start finds a new database. */
  evict(clientId: string): void
  /** Signed out with unsent work: only that stays. */
  forgetBase(): void
}

/** One promise for all would hold whatever waits for it, run after run. */
const never = (): Promise<never> => new Promise(() => undefined)

export const createDisk = (clientId: string, order: DiskOrder): Disk => {
  let memory = createMemoryStorage(clientId)
  const kept = new Kept<MemoryState>(order, memory.state())
  const replace = (next: MemoryStorage): void => {
    memory = next
    kept.keep(next.state(), true)
  }
  return {
    memory: () => memory,
    storage: ({ isDead, onCommit }) => ({
      async transaction(kind, run) {
        if (isDead(kind)) return never()
        let isAborted = false
        let before = memory.state()
        const work = memory.transaction(kind, async (tx) => {
          before = memory.state()
          const value = await run(tx)
          isAborted = isDead(kind)
          if (isAborted) throw new Error('The process died')
          return value
        })
        const result = await work.catch((error: unknown) => {
          if (isAborted) return never()
          throw error
        })
        if (kind !== 'read') {
          kept.keep(memory.state(), kind === 'edit')
          onCommit(memory.state(), before)
        }
        return isDead(kind) ? never() : result
      },
    }),
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
        }),
      ),
  }
}
