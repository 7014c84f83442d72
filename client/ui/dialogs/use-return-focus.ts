import { useEffect, useState } from 'react'

/**
 * When an inline form closes, returns the focus to where it was before, unless another element has
 * taken it.
 */
export const useReturnFocus = (): void => {
  const [opener] = useState(() => document.activeElement)
  useEffect(
    () => () => {
      queueMicrotask(() => {
        if (
          document.activeElement === document.body &&
          opener instanceof HTMLElement &&
          opener.isConnected
        )
          opener.focus()
      })
    },
    [opener],
  )
}
