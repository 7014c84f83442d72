import { useEffect, useState } from 'react'

export interface StorageUse {
  /** Bytes used and granted by the browser; null = unknown. */
  bytes: number | null
  quota: number | null
  isProtected: boolean
  /**
   * Asks the browser never to clear the storage.
   * @returns whether it agreed
   */
  protect(): Promise<boolean>
}

export const useStorageUse = (): StorageUse => {
  const [use, setUse] = useState<Omit<StorageUse, 'protect'>>({
    bytes: null,
    quota: null,
    isProtected: false,
  })
  useEffect(() => {
    let isCurrent = true
    void Promise.all([navigator.storage.estimate(), navigator.storage.persisted()]).then(
      ([estimate, isProtected]) => {
        if (isCurrent)
          setUse({ bytes: estimate.usage ?? null, quota: estimate.quota ?? null, isProtected })
      },
      () => undefined,
    )
    return () => {
      isCurrent = false
    }
  }, [])
  const protect = async (): Promise<boolean> => {
    const isProtected = await navigator.storage.persist().catch(() => false)
    setUse((known) => ({ ...known, isProtected }))
    return isProtected
  }
  return { ...use, protect }
}
