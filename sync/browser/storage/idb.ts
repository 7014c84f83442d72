/** The request's result; rejects with the request's error. Safe to await inside its transaction. */
export const requested = <T>(request: IDBRequest<T>): Promise<T> =>
  new Promise((resolve, reject) => {
    request.onsuccess = () => resolve(request.result)
    request.onerror = () => reject(request.error ?? new Error('The database gave no reason'))
  })

/** Resolves when the transaction is committed (with `strict` durability: on the disk). */
export const committed = (transaction: IDBTransaction): Promise<void> =>
  new Promise((resolve, reject) => {
    transaction.oncomplete = () => resolve()
    transaction.onabort = () =>
      reject(transaction.error ?? new DOMException('The transaction was aborted', 'AbortError'))
  })

/** The range of keys that begin with these parts. */
export const beginningWith = (...parts: string[]): IDBKeyRange =>
  IDBKeyRange.bound(parts, [...parts, []])
