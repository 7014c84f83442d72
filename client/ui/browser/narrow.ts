import { useSyncExternalStore } from 'react'

/** Matches a phone in portrait; the style sheets use the same width. */
export const NARROW = '(max-width: 767px)'

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(onChange, () => matchMedia(NARROW).matches)

const onChange = (tell: () => void): (() => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
