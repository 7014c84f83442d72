import { useEffect, useState } from 'react'
import { returnFocus, returnPlaces } from './dialog-stack.ts'

/**
 * When an inline form closes, returns the focus to the control that opened it, or to the one next
 * to it, unless another element has taken the focus.
 */
export const useReturnFocus = (): void => {
  const [places] = useState(returnPlaces)
  useEffect(() => () => queueMicrotask(() => returnFocus(places)), [places])
}
