import { useSyncExternalStore } from 'react'
import { isAppleTouch } from '../../ui/browser/apple-touch.ts'

interface InstallPrompt extends Event {
  prompt(): Promise<unknown>
}

let waiting: InstallPrompt | null = null
const listeners = new Set<() => void>()

const keep = (prompt: InstallPrompt | null) => {
  waiting = prompt
  for (const listener of listeners) listener()
}
addEventListener('beforeinstallprompt', (event) => {
  event.preventDefault()
  keep(event as InstallPrompt)
})
addEventListener('appinstalled', () => keep(null))

/** True while the browser offers to install the application. */
export const useCanInstall = (): boolean =>
  useSyncExternalStore(
    (listener) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    () => waiting !== null,
  )

export const installApplication = async (): Promise<void> => {
  const prompt = waiting
  keep(null)
  await prompt?.prompt()
}

/** Other browsers of iOS name themselves as well. */
const OTHER_BROWSER = /CriOS|FxiOS|EdgiOS|OPiOS|OPT\/|DuckDuckGo|GSA\//
/**
 * True in Safari on iOS, where a page cannot offer its installation: the person adds it to the Home
 * Screen. False once it is opened from there.
 */
export const isInstalledByHand = (): boolean =>
  isAppleTouch() &&
  navigator.userAgent.includes('Safari/') &&
  !OTHER_BROWSER.test(navigator.userAgent) &&
  !matchMedia('(display-mode: standalone)').matches
