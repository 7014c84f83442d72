import {
  useCallback,
  useDeferredValue,
  useEffect,
  useId,
  useRef,
  useState,
  type RefObject,
} from 'react'
import { useEver } from '../browser/use-ever.ts'
import { warm } from './warm.ts'

/** What a lazily loaded panel needs to know about its button. */
export interface FloatingPanel {
  id: string
  anchor: RefObject<HTMLButtonElement | null>
  opened: boolean
  close: () => void
}

/** Props for the button. */
export interface FloatingTarget {
  id: string
  ref: RefObject<HTMLButtonElement | null>
  onClick: () => void
  onPointerEnter: () => void
  onFocus: () => void
  'aria-haspopup': 'menu' | 'dialog'
  'aria-expanded': boolean
  'aria-controls': string | undefined
}

/** State of an owner that opens the panel itself. */
export type FloatingState = readonly [opened: boolean, setOpened: (isOpen: boolean) => void]

/**
 * Connects a button with a lazily loaded panel, which is fetched when the pointer or focus reaches
 * the button. Pass `target` to the button and `panel` to the panel; render the panel once `isEver`
 * is true.
 */
export const useFloating = (
  popup: 'menu' | 'dialog',
  preload: () => Promise<unknown>,
  controlled?: FloatingState,
): { target: FloatingTarget; panel: FloatingPanel; isEver: boolean } => {
  const id = useId()
  const anchor = useRef<HTMLButtonElement>(null)
  const own = useState(false)
  const [opened, setOpened] = controlled ?? own
  // Defer opening until the code is loaded; otherwise Suspense would show its fallback for at least
  // 300 ms.
  const shown = useDeferredValue(opened)
  const isEver = useEver(shown)
  useEffect(() => warm(preload), [preload])
  // Ignore a failed preload on hover; opening the panel reports it.
  const reach = useCallback(() => void preload().catch(() => undefined), [preload])
  const close = useCallback(() => {
    setOpened(false)
    // Focus at once: after the closing animation it would take the focus from a form or dialog that
    // an item opened.
    anchor.current?.focus()
  }, [setOpened])
  return {
    target: {
      id,
      ref: anchor,
      onClick: () => setOpened(!opened),
      onPointerEnter: reach,
      onFocus: reach,
      'aria-haspopup': popup,
      'aria-expanded': opened,
      'aria-controls': opened ? `${id}-dropdown` : undefined,
    },
    panel: { id, anchor, opened: shown, close },
    isEver,
  }
}
