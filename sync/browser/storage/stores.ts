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

/** The stores of one transaction, and what is still to be written when its work is done. */
export interface HeldStores {
  stores: Stores
  /** Hands over the writes that are still held. */
  write(): void
}

/** Nothing is held: each write goes to the database at once. */
export const directStores = (begin: () => IDBTransaction): HeldStores => ({
  stores: begin(),
  write: () => undefined,
})
