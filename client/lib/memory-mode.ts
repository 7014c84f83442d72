import { useSyncExternalStore } from 'react'
import type { LastingWorker, LastingWorkerPorts } from './lasting-worker.ts'
import { createEmitter } from './emitter.ts'

/**
 * Where the browser's database can be neither opened nor recreated, the application uses one in the
 * memory of the page: everything works and is sent, nothing outlives the page.
 */
type StartInPage = (ports: LastingWorkerPorts) => LastingWorker

/** The browser's own database, before this page replaces it. */
export const browserDatabases: IDBFactory | undefined = globalThis.indexedDB

const changes = createEmitter<void>()
let start: StartInPage | null = null
/** Tabs do not share a memory: each has a device of its own, under a name of its own. */
const suffix = `-memory-${crypto.randomUUID()}`

/**
 * From now on every database that is opened lives in memory.
 * @param reopen opens what the screens read, before they are drawn again
 */
export const enterMemory = async (reopen: () => void): Promise<void> => {
  start = (await import('./page-device.ts')).startPageDevice
  reopen()
  changes.emit()
}

export const memoryStart = (): StartInPage | null => start
export const inMemoryName = (name: string): string => `${name}${suffix}`
export const useInMemory = (): boolean => useSyncExternalStore(changes.on, () => start !== null)
