/** What is used of a transaction's stores. */
export interface Store {
  get(key: IDBValidKey): IDBRequest<unknown>
  getAll(range?: IDBValidKey | IDBKeyRange): IDBRequest<unknown[]>
  count(): IDBRequest<number>
  index(name: string): Pick<IDBIndex, 'getAll'>
  put(value: unknown): void
  delete(key: IDBValidKey | IDBKeyRange): void
}
export interface Stores {
  objectStore(name: string): Store
}

export type Write =
  | { store: string; value: object }
  | { store: string; key: IDBValidKey | IDBKeyRange }

export const carryOut = (idb: IDBTransaction, writes: readonly Write[]): void => {
  for (const write of writes) {
    const store = idb.objectStore(write.store)
    if ('value' in write) store.put(write.value)
    else store.delete(write.key)
  }
}

/** With more than these, the disk may as well begin. */
const MOST_HELD = 8
/** Transactions with more writes than this are not journalled. */
const MOST_LISTED = 64

export interface LateWrites {
  stores: Stores
  /** Everything that was written; null: too much for a list. */
  list(): readonly Write[] | null
  /** Hands over what is still held. */
  write(): void
}

/**
 * The stores of a transaction whose writes wait until the work is done or something is read, so
 * that the page hears of a change before its rows are copied for the disk, the slowest step. A
 * reader of the database waits for the transaction, which has begun. Written values must not be
 * changed afterwards.
 *
 * @param begin begins the transaction when it is first needed; returns the same one each time
 */
export const withLateWrites = (begin: () => IDBTransaction): LateWrites => {
  let held: Write[] = []
  let listed: Write[] | null = []
  const write = (): void => {
    if (held.length === 0) return
    carryOut(begin(), held)
    held = []
  }
  const hold = (one: Write): void => {
    held.push(one)
    if (listed !== null && listed.push(one) > MOST_LISTED) listed = null
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
  return { stores: { objectStore }, list: () => listed, write }
}
