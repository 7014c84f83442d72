import { hidePushes } from './shown-pushes.ts'

/**
 * Ends pushes to this browser and takes the shown ones away, also without a network; the server
 * drops them with the session.
 */
export const endPush = async (): Promise<void> => {
  await hidePushes().catch(() => undefined)
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
