import { OF_PERSON_ON_DEVICE, personKeys } from './form-keys.ts'

/**
 * Removes the person's data from the stores that a page reads by itself: recent places, settings,
 * drafts and forms of every organization, and what the tab keeps. Sealed work lies elsewhere.
 */
export const forgetPerson = (userId: number): void => {
  const prefixes = personKeys(userId)
  for (const key of Object.keys(localStorage)) {
    const isOfPerson = prefixes.some((prefix) => key.startsWith(prefix))
    if (isOfPerson || OF_PERSON_ON_DEVICE.includes(key)) localStorage.removeItem(key)
  }
  sessionStorage.clear()
  // The router remembers where pages were scrolled to and writes it down as the page goes.
  window.addEventListener('pagehide', () => sessionStorage.clear(), { once: true })
}
