import { createMemoryStorage, type MemoryState, type MemoryStorage } from '#sync/engine/memory-storage.ts'
import type { Storage, TransactionKind } from '#sync/engine/ports.ts'
import type { Random } from './random.ts'

export interface Process { isDead(kind: TransactionKind): boolean; /** `before`: what the transaction found. */ onCommit(state: MemoryState, before: MemoryState): void }

/** A device's database with what a power cut does to it: what a person wrote is on the disk, what the server said since may not be. */
export interface Disk {
  memory(): MemoryStorage
  /** The database as one process uses it; a dead one waits for ever. */
  storage(process: Process): Storage
  losePower(): void
  /** Another part of the same database was written down for certain, and with it all that came before. */
  flush(): void
  /** Everything goes, and the next start finds a new database. */
  evict(clientId: string): void
  /** Signed out with unsent work: only that stays. */
  forgetBase(): void
}

/** One promise for all would hold whatever waits for it, run after run. */
const never = (): Promise<never> => new Promise(() => undefined)
const KEPT_STATES = 12

export const createDisk = (clientId: string, random: Random): Disk => {
  let memory = createMemoryStorage(clientId)
  /** States that the disk may be in after a power cut: the last one that is certain, and those after it. */
  let possible: MemoryState[] = [memory.state()]
  const keep = (kind: TransactionKind): void => {
    possible = kind === 'edit' ? [memory.state()] : [...possible.slice(-KEPT_STATES), memory.state()]
  }
  const replace = (next: MemoryStorage): void => {
    memory = next
    possible = [next.state()]
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
        const result = await work.catch((error: unknown) => { if (isAborted) return never(); throw error })
        if (kind !== 'read') {
          keep(kind)
          onCommit(memory.state(), before)
        }
        return isDead(kind) ? never() : result
      },
    }),
    flush() { possible = [memory.state()] },
    losePower: () => replace(createMemoryStorage(clientId, random.pick(possible))),
    evict: (fresh) => replace(createMemoryStorage(fresh)),
    forgetBase: () => replace(createMemoryStorage(clientId, { ...memory.state(), home: undefined, cursors: new Map(), held: new Map(), overlay: new Map(), scopes: new Map(), steps: new Map() })),
  }
}
