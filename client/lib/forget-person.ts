import { OF_PERSON_ON_DEVICE, personKeys } from './form-keys.ts'

/**
 * Removes the person's data from the page's own stores: recent places, settings, drafts and forms
 * of all organizations, and session storage. Sealed work is stored elsewhere and stays.
 */
export const forgetPerson = (userId: number): void => {
  const prefixes = personKeys(userId)
  for (const key of Object.keys(localStorage)) {
    const isOfPerson = prefixes.some((prefix) => key.startsWith(prefix))
    if (isOfPerson || OF_PERSON_ON_DEVICE.includes(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
  // The router saves scroll positions to session storage as the page unloads: clear it again.
  window.addEventListener('pagehide', () => sessionStorage.clear(), { once: true })
}
