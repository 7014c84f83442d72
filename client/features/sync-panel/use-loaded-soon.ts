import { useEffect } from 'react'

/** After the page stands, and out of the way of what it loads itself. */
const SOON_MS = 10_000

/**
 * Loads a part that is needed exactly when nothing can be loaded any more: soon after the first
 * screen, and again until it is there.
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
