import { useState } from 'react'

/**
 * True once `is` has been true: a lazily loaded dialog stays mounted, so that it can animate its
 * closing and return the focus.
 */
export const useEver = (is: boolean): boolean => {
  const [ever, setEver] = useState(is)
  if (is && !ever) setEver(true)
  return is || ever
}
