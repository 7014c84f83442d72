const WAIT_MS = 1_000
const asked = new Set<() => Promise<unknown>>()

/**
 * Loads a module while the browser is idle, so that the first press finds it. Only if a service
 * worker has it cached: a module that may never be needed must not use the network.
 */
export const warm = (load: () => Promise<unknown>): void => {
  if (asked.has(load) || !navigator.serviceWorker?.controller) return
  asked.add(load)
  const read = () => void load().catch(() => undefined)
  if ('requestIdleCallback' in window) setTimeout(() => requestIdleCallback(read), WAIT_MS)
  else setTimeout(read, WAIT_MS)
}
