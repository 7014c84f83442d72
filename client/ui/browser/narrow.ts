import { useSyncExternalStore } from 'react'

/** A phone held upright; the style sheets write the same width. */
export const NARROW = '(max-width: 767px)'

export const useIsNarrow = (): boolean =>
  useSyncExternalStore(onChange, () => matchMedia(NARROW).matches)

const onChange = (tell: () => void): (() => void) => {
  const query = matchMedia(NARROW)
  query.addEventListener('change', tell)
  return () => query.removeEventListener('change', tell)
}
