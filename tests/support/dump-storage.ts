import type { Page } from '@playwright/test'

/**
 * Returns everything that the page's origin stores on the device as one text: IndexedDB, local and
 * session storage, caches.
 */
export const dumpStorage = (page: Page): Promise<string> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const parts: unknown[] = [{ ...localStorage }, { ...sessionStorage }]
    for (const { name } of await indexedDB.databases()) {
      if (!name) continue
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const source = database.transaction(store).objectStore(store)
        parts.push(name, store, await settled(source.getAllKeys()), await settled(source.getAll()))
      }
      database.close()
    }
    for (const key of await caches.keys()) {
      const cache = await caches.open(key)
      for (const request of await cache.keys())
        if (new URL(request.url).pathname.startsWith('/api/'))
          parts.push(request.url, await (await cache.match(request))?.text())
    }
    const seen = new WeakSet()
    return JSON.stringify(parts, (_key, value: unknown) => {
      if (value instanceof CryptoKey) return 'key'
      if (value instanceof ArrayBuffer) return new TextDecoder().decode(value)
      if (ArrayBuffer.isView(value)) return new TextDecoder().decode(value.buffer)
      if (value instanceof Map) return [...value]
      if (value instanceof Set) return [...value]
      if (typeof value === 'object' && value !== null) {
        if (seen.has(value)) return undefined
        seen.add(value)
      }
      return value
    })
  })
