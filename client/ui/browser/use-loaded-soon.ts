import { useEffect } from 'react'

/** Late enough not to compete with the page's own loading. */
const SOON_MS = 10_000

/**
 * Loads a part that is needed when nothing can be loaded any more: soon after the first screen,
 * with retries.
 */
export const useLoadedSoon = (load: () => Promise<unknown>): void => {
  useEffect(() => {
    let timer = setTimeout(attempt, SOON_MS)
    function attempt() {
      load().catch(() => {
        timer = setTimeout(attempt, SOON_MS)
      })
    }
    return () => clearTimeout(timer)
  }, [load])
}
