import { useEffect } from 'react'

/**
 * Calls `flush` when the page is hidden or closed, and when the component is unmounted.
 * @param flush the same function in every render
 */
export const useFlush = (flush: () => void): void => {
  useEffect(() => {
    const onHide = () => document.visibilityState === 'hidden' && flush()
    window.addEventListener('pagehide', flush)
    document.addEventListener('visibilitychange', onHide)
    return () => {
      window.removeEventListener('pagehide', flush)
      document.removeEventListener('visibilitychange', onHide)
      flush()
    }
  }, [flush])
}
