import { expose } from 'comlink'
import { createDevice } from '#sync/browser/device.ts'

// The own page hears by the shortest way; the other tabs hear by the channel.
expose(createDevice((note) => postMessage({ note })))
