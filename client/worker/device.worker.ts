import { expose } from 'comlink'
import { createDevice } from '#sync/browser/device.ts'

// The own page hears by the shortest way; the other tabs hear by the channel.
const device = createDevice((note) => postMessage(note))
addEventListener('message', (event: MessageEvent<MessagePort>) => expose(device, event.data), { once: true })
