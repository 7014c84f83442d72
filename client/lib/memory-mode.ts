import { useSyncExternalStore } from 'react'
import { createEmitter } from './emitter.ts'

/** The browser's own IndexedDB, saved before this page replaces it. */
export const browserDatabases: IDBFactory | undefined = globalThis.indexedDB

const changes = createEmitter<void>()
/**
 * If the browser's database can be neither opened nor recreated, the application uses one in the
 * page's memory: everything works and is sent, but nothing survives the page.
 */
let isEntered = false
/** Tabs do not share memory, so each has its own device, with a name of its own. */
const suffix = `-memory-${crypto.randomUUID()}`

/**
 * Opens every later database in memory.
 * @param reopen reopens what the screens read, before they render again
 */
export const enterMemory = async (reopen: () => void): Promise<void> => {
  await import('./memory-databases.ts')
  isEntered = true
  reopen()
  changes.emit()
}

export const isInMemory = (): boolean => isEntered
export const inMemoryName = (name: string): string => `${name}${suffix}`
export const useInMemory = (): boolean => useSyncExternalStore(changes.on, isInMemory)
