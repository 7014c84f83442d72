import type { FileRecord } from '#sync/browser/files/file-records.ts'
import type { FileStore } from '#sync/browser/files/file-store.ts'
import { type DiskOrder, Kept } from '../disk-order.ts'

type Records = ReadonlyMap<string, FileRecord>

/**
 * The files of one device, with power cuts: a chosen or removed file is on the disk, later changes
 * of its state may not be.
 */
export interface FileDisk {
  records(): Records
  /** A person chose a file. */
  put(record: FileRecord): void
  /** The store as one process uses it; a dead process waits forever. */
  store(isDead: (kind?: 'read') => boolean): FileStore
  /** @param cut moment in the order of writes; later writes are lost */
  losePower(cut: number): void
  evict(): void
}

const never = (): Promise<never> => new Promise(() => undefined)

export const createFileDisk = (order: DiskOrder): FileDisk => {
  let records: Records = new Map()
  const kept = new Kept<Records>(order, records)
  const write = (isDurable: boolean, work: (next: Map<string, FileRecord>) => void): void => {
    const next = new Map(records)
    work(next)
    records = next
    kept.keep(next, isDurable)
  }
  return {
    records: () => records,
    put: (record) =>
      write(true, (next) => {
        next.set(record.id, record)
      }),
    store(isDead) {
      /** The process may die before the work or after it. */
      const alive = async <T>(work: () => T): Promise<T> => {
        if (isDead()) return never()
        const value = work()
        return isDead() ? never() : value
      }
      const read = async <T>(work: () => T): Promise<T> => (isDead('read') ? never() : work())
      return {
        get: (id) => read(() => records.get(id)),
        count: () => read(() => records.size),
        inStates: (states) =>
          read(() => [...records.values()].filter(({ state }) => states.includes(state))),
        change: (id, change, isStill = () => true) =>
          alive(() => {
            const record = records.get(id)
            if (record === undefined || !isStill(record)) return undefined
            const changed = {
              ...record,
              ...(typeof change === 'function' ? change(record) : change),
            }
            write(false, (next) => {
              next.set(id, changed)
            })
            return changed
          }),
        delete: (id) =>
          alive(() =>
            write(true, (next) => {
              next.delete(id)
            }),
          ),
        keepContent: async () => undefined,
      }
    },
    losePower(cut) {
      records = kept.at(cut)
      kept.keep(records, true)
    },
    evict() {
      records = new Map()
      kept.keep(records, true)
    },
  }
}
