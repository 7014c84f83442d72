import { useEffect, useState } from 'react'

/**
 * Returns the focus to where it was before an inline form opened, once the form is gone and no
 * other element has taken it.
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
