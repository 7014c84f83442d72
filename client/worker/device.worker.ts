import { expose } from 'comlink'
import { createDevice } from '#sync/browser/tabs/device.ts'

/** For a page that has to run the device itself: lib/page-device.ts. */
export { createDevice } from '#sync/browser/tabs/device.ts'

const isWorker = typeof document === 'undefined'
// The own page hears by the shortest way; the other tabs hear by the channel.
if (isWorker) expose(createDevice((note) => postMessage({ note })))
