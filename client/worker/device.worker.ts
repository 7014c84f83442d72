import { expose } from 'comlink'
import { createDevice } from '#sync/browser/tabs/device.ts'

/** Exported for a page that runs the device itself: lib/page-device.ts. */
export { createDevice } from '#sync/browser/tabs/device.ts'

const isWorker = typeof document === 'undefined'
// Notes to the worker's own page are posted directly; other tabs get them over the channel.
if (isWorker) expose(createDevice((note) => postMessage({ note })))
