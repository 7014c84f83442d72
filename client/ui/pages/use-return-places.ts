import { useLayoutEffect, useRef } from 'react'
import {
  pushDialog,
  rememberOpeners,
  returnFocus,
  returnPlaces,
  type OpenDialog,
} from '../dialogs/dialog-stack.ts'

/**
 * Keeps a dialog in the stack while it is open, and gives the focus back when it closes.
 * @param content the dialog's element; null until it is on the page
 */
export const useReturnPlaces = (
  own: OpenDialog,
  opened: boolean,
  content: HTMLElement | null,
): void => {
  const places = useRef<readonly HTMLElement[]>([])
  const latest = useRef(content)
  useLayoutEffect(() => {
    if (!opened) return
    places.current = returnPlaces()
    own.lastFocused = null
    const remove = pushDialog(own, places.current)
    return () => {
      remove()
      const from = places.current
      // Later, when the dialog is gone from the page and what follows it has had its turn.
      setTimeout(() => returnFocus(from, latest.current))
    }
  }, [opened, own])
  useLayoutEffect(() => {
    latest.current = content
    if (content === null) return
    rememberOpeners(content, places.current)
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) own.lastFocused = target
    }
    content.addEventListener('focusin', note)
    return () => content.removeEventListener('focusin', note)
  }, [content, own])
}
