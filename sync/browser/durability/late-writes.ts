import type { HeldStores, Store } from '../storage/stores.ts'

type Write = { store: string; value: object } | { store: string; key: IDBValidKey | IDBKeyRange }

/** Writes held at most; the next one hands all of them to the database. */
const MOST_HELD = 8

/**
 * The stores of a transaction that hold back writes until the work is done or a read needs them, so
 * that the page hears of a change before its rows are copied for the disk, which is the slowest
 * step. A reader of the database waits for the transaction, which has begun. Do not change written
 * values afterwards.
 * @param begin begins the transaction when it is first needed; returns the same one each time
 */
export const lateStores = (begin: () => IDBTransaction): HeldStores => {
  let held: Write[] = []
  const write = (): void => {
    for (const one of held) {
      const store = begin().objectStore(one.store)
      if ('value' in one) store.put(one.value)
      else store.delete(one.key)
    }
    held = []
  }
  const hold = (one: Write): void => {
    held.push(one)
    if (held.length > MOST_HELD) write()
  }
  const written = (name: string): IDBObjectStore => {
    write()
    return begin().objectStore(name)
  }
  const objectStore = (name: string): Store => ({
    get: (key) => written(name).get(key) as IDBRequest<unknown>,
    getAll: (range) => written(name).getAll(range) as IDBRequest<unknown[]>,
    count: () => written(name).count(),
    index: (index) => written(name).index(index),
    put: (value) => hold({ store: name, value: value as object }),
    delete: (key) => hold({ store: name, key }),
  })
  return { stores: { objectStore }, write }
}
