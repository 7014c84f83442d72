import 'fake-indexeddb/auto'
import { Dexie } from 'dexie'
import type { Remote } from 'comlink'
import type { Device } from '#sync/browser/tabs/device-api.ts'
import { createDevice } from '../worker/device.worker.ts'
import type { LastingWorker, LastingWorkerPorts } from './lasting-worker.ts'

// Dexie read the browser's IndexedDB when its module was loaded; replace it there too.
Dexie.dependencies.indexedDB = indexedDB
Dexie.dependencies.IDBKeyRange = IDBKeyRange

/**
 * Runs the device in the page instead of a worker, because threads do not share memory. Values are
 * cloned as between threads.
 */
export const startPageDevice = ({ options, hear, after }: LastingWorkerPorts): LastingWorker => {
  let isOver = false
  const device = createDevice((note) => {
    const copy = structuredClone(note)
    setTimeout(() => {
      if (!isOver) hear(copy)
    })
  })
  const isReady = after.then(() => device.open(options()))
  const call = async (name: keyof Device, args: unknown[]): Promise<unknown> => {
    await isReady
    const method = device[name] as (...values: unknown[]) => unknown
    return structuredClone(await method(...structuredClone(args)))
  }
  const methodOf = (_none: object, name: string | symbol): unknown =>
    name === 'then' ? undefined : (...args: unknown[]) => call(name as keyof Device, args)
  return {
    calls: new Proxy({}, { get: methodOf }) as Remote<Device>,
    isReady,
    end() {
      isOver = true
      // A device that is ended while it opens would lead later.
      isReady.then(() => device.sleep()).catch(() => undefined)
    },
  }
}
