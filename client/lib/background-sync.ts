/**
 * By this name the browser wakes the service worker once there is a network, whether or not a tab
 * is open. Only some browsers have it.
 */
export const OUTBOX_TAG = 'tenderbook-outbox'

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}
let registration: (ServiceWorkerRegistration & SyncRegistration) | undefined

/**
 * Helps a person who closes the last tab before the network is back. It may be refused, and nothing
 * depends on it. The registration is kept, so that a closing page asks at once.
 */
export const askBackgroundSync = async (): Promise<void> => {
  registration ??= await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register(OUTBOX_TAG).catch(() => undefined)
}
