import { useState } from 'react'

/**
 * True once `is` has been true: a dialog that is loaded for its first opening stays mounted, so
 * that it can animate its closing and return the focus.
 */
export const useEver = (is: boolean): boolean => {
  const [ever, setEver] = useState(is)
  if (is && !ever) setEver(true)
  return is || ever
}
