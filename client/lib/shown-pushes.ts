/** Tag of the one notification of the system that stands for texts that could not be read. */
export const NEUTRAL_TAG = 'neutral'

/** Takes notifications of the system away that this browser shows: all, or those with the tag. */
export const hidePushes = async (tag?: string): Promise<void> => {
  const registration = await navigator.serviceWorker?.getRegistration()
  const shown = await registration?.getNotifications?.(tag === undefined ? {} : { tag })
  for (const notification of shown ?? []) notification.close()
}
