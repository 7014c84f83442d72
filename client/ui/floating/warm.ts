const WAIT_MS = 1_000
const asked = new Set<() => Promise<unknown>>()

/**
 * Reads a piece in a quiet moment, so that the first press finds it. Only where the service worker
 * has it on this device: a piece that may never be opened costs no network.
 */
export const warm = (load: () => Promise<unknown>): void => {
  if (asked.has(load) || !navigator.serviceWorker?.controller) return
  asked.add(load)
  const read = () => void load().catch(() => undefined)
  if ('requestIdleCallback' in window) setTimeout(() => requestIdleCallback(read), WAIT_MS)
  else setTimeout(read, WAIT_MS)
}
