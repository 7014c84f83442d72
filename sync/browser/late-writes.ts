/** What is used of a transaction's stores. */
export interface Store {
  get(key: IDBValidKey): IDBRequest<unknown>
  getAll(range?: IDBValidKey | IDBKeyRange): IDBRequest<unknown[]>
  count(): IDBRequest<number>
  index(name: string): Pick<IDBIndex, 'getAll'>
  put(value: unknown): void
  delete(key: IDBValidKey | IDBKeyRange): void
}
export interface Stores { objectStore(name: string): Store }

/** With more than these, the disk may as well begin. */
const MOST_HELD = 8

/**
 * The stores of a transaction with writes that wait until the work is done, or something is read: what one row of the server's changes can be told to
 * the page before it is copied for the disk, which takes longer than all else. Whoever reads the database after that waits for the transaction, which
 * has begun. What is written must not be changed afterwards.
 */
export const withLateWrites = (idb: IDBTransaction): { stores: Stores; write: () => void } => {
  const held: (() => unknown)[] = []
  const write = (): void => {
    for (const run of held.splice(0)) run()
  }
  const hold = (run: () => unknown): void => {
    held.push(run)
    if (held.length > MOST_HELD) write()
  }
  const written = <T>(read: () => T): T => {
    write()
    return read()
  }
  const objectStore = (name: string): Store => {
    const store = idb.objectStore(name)
    return {
      get: (key) => written(() => store.get(key) as IDBRequest<unknown>),
      getAll: (range) => written(() => store.getAll(range) as IDBRequest<unknown[]>),
      count: () => written(() => store.count()),
      index: (index) => written(() => store.index(index)),
      put: (value) => hold(() => store.put(value)),
      delete: (key) => hold(() => store.delete(key)),
    }
  }
  return { stores: { objectStore }, write }
}
