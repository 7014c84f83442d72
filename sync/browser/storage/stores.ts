/** The part of a transaction's stores that the storage uses. */
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

/** The stores of one transaction, which may hold back writes. */
export interface HeldStores {
  stores: Stores
  /** Writes what is still held back. */
  write(): void
}

/** Stores that hold nothing back: each write goes to the database at once. */
export const directStores = (begin: () => IDBTransaction): HeldStores => ({
  stores: begin(),
  write: () => undefined,
})
