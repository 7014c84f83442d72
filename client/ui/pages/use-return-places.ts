import { useLayoutEffect, useRef } from 'react'
import {
  noteFocused,
  pushDialog,
  rememberOpeners,
  returnFocus,
  returnPlaces,
  type OpenDialog,
} from '../dialogs/dialog-stack.ts'
import type { Surroundings } from '../dialogs/keep-focus.ts'

/**
 * Keeps an open dialog on the stack, and returns the focus when it closes.
 * @param content the dialog's element; null until it is rendered
 */
export const useReturnPlaces = (
  own: OpenDialog,
  opened: boolean,
  content: HTMLElement | null,
): void => {
  const places = useRef<readonly Surroundings[]>([])
  const latest = useRef(content)
  useLayoutEffect(() => {
    if (!opened) return
    places.current = returnPlaces()
    noteFocused(own, null)
    const remove = pushDialog(own, places.current)
    return () => {
      remove()
      const from = places.current
      // Wait until the dialog is removed, and until whatever its closing opens has taken the focus.
      setTimeout(() => returnFocus(from, latest.current))
    }
  }, [opened, own])
  useLayoutEffect(() => {
    latest.current = content
    if (content === null) return
    rememberOpeners(content, places.current)
    const note = ({ target }: FocusEvent) => {
      if (target instanceof HTMLElement) noteFocused(own, target)
    }
    content.addEventListener('focusin', note)
    return () => content.removeEventListener('focusin', note)
  }, [content, own])
}
