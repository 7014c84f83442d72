/** Ends pushes to this browser, also without a network; the server drops them with the session. */
export const endPush = async (): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  const subscription = await registration?.pushManager?.getSubscription()
  await subscription?.unsubscribe()
}
