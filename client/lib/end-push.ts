/**
 * Ends pushes to this browser, also without a network, and takes away what it shows of them. The
 * server drops them with the session.
 */
export const endPush = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  for (const shown of (await registration?.getNotifications?.()) ?? []) shown.close()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
