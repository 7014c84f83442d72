import { useEffect, useRef, type RefObject } from 'react'
import { type Surroundings, surroundingsOf } from '../dialogs/keep-focus.ts'

/**
 * Remembers from where the focus came to the messages.
 * @returns a function that goes back there if a closed message took the focus along
 */
export const useToastFocus = (host: RefObject<HTMLElement | null>): (() => void) => {
  const from = useRef<readonly Surroundings[]>([])
  useEffect(() => {
    const element = host.current
    if (element === null) return
    const note = ({ relatedTarget: before }: FocusEvent): void => {
      if (before instanceof Node && element.contains(before)) return
      from.current = before instanceof HTMLElement ? [surroundingsOf(before)] : []
    }
    element.addEventListener('focusin', note)
    return () => element.removeEventListener('focusin', note)
  }, [host])
  // Wait until the message is gone, and until what its action opens has taken the focus.
  return () =>
    void import('../dialogs/dialog-stack.ts')
      .then(({ returnFocus }) => setTimeout(() => returnFocus(from.current)))
      .catch(() => undefined)
}

/** Focuses the first button of the latest message. */
export const focusLatest = (host: HTMLElement | null): void =>
  [...(host?.querySelectorAll('[data-tone]') ?? [])]
    .at(-1)
    ?.querySelector<HTMLElement>('button')
    ?.focus()
