import { useSyncExternalStore } from 'react'

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
