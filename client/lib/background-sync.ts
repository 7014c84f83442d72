/**
 * Tag of the background sync, by which a browser that supports it wakes the service worker once it
 * is online, even without an open tab.
 */
export const OUTBOX_TAG = 'tenderbook-outbox'
/** The same for pushes whose texts could not be read. */
export const PUSH_TAG = 'tenderbook-pushes'

interface SyncRegistration {
  readonly sync?: { register(tag: string): Promise<void> }
}
let registration: (ServiceWorkerRegistration & SyncRegistration) | undefined

/**
 * Requests a background sync, for a person who closes the last tab while offline. The browser may
 * refuse; nothing depends on it. The registration is kept so that a closing page can ask
 * synchronously.
 */
export const askBackgroundSync = async (): Promise<void> => {
  registration ??= await navigator.serviceWorker?.getRegistration()
  await registration?.sync?.register(OUTBOX_TAG).catch(() => undefined)
}
