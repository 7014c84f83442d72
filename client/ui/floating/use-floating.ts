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

/** What a lazily loaded panel needs to know about the button that opens it. */
export interface FloatingPanel {
  id: string
  anchor: RefObject<HTMLButtonElement | null>
  opened: boolean
  close: () => void
}

/** What the button must carry. */
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

/** For an owner that opens the panel itself. */
export type FloatingState = readonly [opened: boolean, setOpened: (isOpen: boolean) => void]

/**
 * A button on the page and a panel that is loaded when the pointer or focus reaches the button.
 * `target` goes to the button, `panel` to the panel, which is drawn from the first opening on
 * (`isEver`).
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
  // Deferred, the panel is drawn when it is loaded; else React would show its place empty first,
  // for 300 ms at least.
  const shown = useDeferredValue(opened)
  const isEver = useEver(shown)
  useEffect(() => warm(preload), [preload])
  // Report a piece that cannot be loaded when it is opened, not when the pointer passes by.
  const reach = useCallback(() => void preload().catch(() => undefined), [preload])
  const close = useCallback(() => {
    setOpened(false)
    // At once and not after the closing: it would leave the form or dialog that an item has opened.
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
