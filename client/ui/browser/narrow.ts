import { useCallback, useSyncExternalStore } from 'react'

/** Matches a phone in portrait; the style sheets use the same width. */
export const NARROW = '(max-width: 767px)'
/** Matches a screen without room for a column of facts beside the main one. */
const ONE_COLUMN = '(max-width: 1023px)'
/** Matches a page at high zoom or in a low window; the style sheets use the same height. */
const LOW = '(max-height: 480px)'
/** Matches a screen whose main pointer is a finger. */
const TOUCH = '(pointer: coarse)'

export const useIsNarrow = (): boolean => useMatches(NARROW)
export const useIsOneColumn = (): boolean => useMatches(ONE_COLUMN)
export const useIsLow = (): boolean => useMatches(LOW)
export const useIsTouch = (): boolean => useMatches(TOUCH)

const useMatches = (media: string): boolean =>
  useSyncExternalStore(
    useCallback(
      (tell: () => void) => {
        const query = matchMedia(media)
        query.addEventListener('change', tell)
        return () => query.removeEventListener('change', tell)
      },
      [media],
    ),
    () => matchMedia(media).matches,
  )
