import type { Page } from '@playwright/test'

/** The contents of every place where a page of the origin can store something. */
export interface KeptOnDevice {
  localStorage: string[]
  sessionStorage: string[]
  cookies: string
  /** `database/store/key` of each record. */
  records: string[]
  /** Cached responses that are not files of the build. */
  cachedCalls: string[]
  /** Files of the origin's private file system. */
  files: string[]
}

export const listStorage = (page: Page): Promise<KeptOnDevice> =>
  page.evaluate(async () => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const records: string[] = []
    for (const { name } of await indexedDB.databases()) {
      if (name === undefined) continue
      const database = await settled(indexedDB.open(name))
      for (const store of database.objectStoreNames) {
        const keys = await settled(database.transaction(store).objectStore(store).getAllKeys())
        records.push(...keys.map((key) => `${name}/${store}/${JSON.stringify(key)}`))
      }
      database.close()
    }
    const cachedCalls: string[] = []
    for (const name of await caches.keys()) {
      for (const { url } of await (await caches.open(name)).keys()) {
        if (new URL(url).pathname.startsWith('/api/')) cachedCalls.push(url)
      }
    }
    const files: string[] = []
    const root = await navigator.storage.getDirectory().catch(() => null)
    if (root !== null) for await (const name of root.keys()) files.push(name)
    return {
      localStorage: Object.keys(localStorage),
      sessionStorage: Object.keys(sessionStorage),
      cookies: document.cookie,
      records,
      cachedCalls,
      files,
    }
  })
