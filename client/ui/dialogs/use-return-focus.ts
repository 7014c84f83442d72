import { useEffect, useState } from 'react'

/** Gives the focus back to where it was before an inline form opened, once the form is gone and nobody else has taken it. */
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
