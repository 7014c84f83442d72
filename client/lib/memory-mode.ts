import { useSyncExternalStore } from 'react'
import type { LastingWorker, LastingWorkerPorts } from './lasting-worker.ts'
import { createEmitter } from './emitter.ts'

/**
 * If the browser's database can be neither opened nor recreated, the application uses one in the
 * page's memory: everything works and is sent, but nothing survives the page.
 */
type StartInPage = (ports: LastingWorkerPorts) => LastingWorker

/** The browser's own IndexedDB, saved before this page replaces it. */
export const browserDatabases: IDBFactory | undefined = globalThis.indexedDB

const changes = createEmitter<void>()
let start: StartInPage | null = null
/** Tabs do not share memory, so each has its own device, with a name of its own. */
const suffix = `-memory-${crypto.randomUUID()}`

/**
 * Opens every later database in memory.
 * @param reopen reopens what the screens read, before they render again
 */
export const enterMemory = async (reopen: () => void): Promise<void> => {
  start = (await import('./page-device.ts')).startPageDevice
  reopen()
  changes.emit()
}

export const memoryStart = (): StartInPage | null => start
export const inMemoryName = (name: string): string => `${name}${suffix}`
export const useInMemory = (): boolean => useSyncExternalStore(changes.on, () => start !== null)
