import type { Device } from '#sync/browser/tabs/device-api.ts'
import { createDevice } from '../worker/device.worker.ts'
import type { LastingWorkerPorts, Method, Opened } from './lasting-worker.ts'

/**
 * Opens the device in the page instead of a worker: where the database is in memory, which threads
 * do not share, and in WebKit, which cannot end a worker that uses IndexedDB. Values are cloned as
 * between threads.
 * @param over ends the device
 */
export const openInPage = async (
  { options, hear }: Pick<LastingWorkerPorts, 'options' | 'hear'>,
  over: AbortSignal,
): Promise<Opened> => {
  over.throwIfAborted()
  const device = createDevice((note) => {
    const copy = structuredClone(note)
    setTimeout(() => {
      if (!over.aborted) hear(copy)
    })
  })
  const opened = await device.open(options())
  // A device that is ended while it opens would lead later.
  if (over.aborted) device.sleep()
  else over.addEventListener('abort', () => device.sleep())
  const methodOf = (name: keyof Device): Method => {
    const method = device[name] as Method
    return async (...args) => structuredClone(await method(...structuredClone(args)))
  }
  return { methodOf, ...opened }
}
