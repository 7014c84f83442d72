import { useRef } from 'react'

/**
 * True from the first time on: a dialog that was loaded for its first opening stays, so that it can
 * close in peace and give the focus back.
 */
export const useEver = (is: boolean): boolean => {
  const ever = useRef(false)
  if (is) ever.current = true
  return ever.current
}
