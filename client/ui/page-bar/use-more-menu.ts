import { useEffect, type RefObject } from 'react'
import type { FloatingPanel } from '../floating/use-floating.ts'
import { stopsIn } from './bar-items.ts'

export interface MoreMenuProps {
  panel: FloatingPanel
  bar: RefObject<HTMLElement | null>
  folded: readonly HTMLElement[]
}

/**
 * Keys and clicks of the open menu. Its items stay in the bar's DOM, where no Mantine component
 * handles them.
 */
export const useMoreMenu = ({ panel, bar: barRef, folded }: MoreMenuProps): void => {
  const { anchor, opened, close } = panel
  useEffect(() => {
    const bar = barRef.current
    if (!opened || bar === null) return
    const isInside = (target: EventTarget | null): target is Element =>
      target instanceof Element && folded.some((item) => item.contains(target))
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(isInside(event.target) || event.target === anchor.current))
        return
      if (event.key === 'Escape') {
        event.preventDefault()
        close()
      } else stepBy(event, folded, close)
    }
    // Close before React's handlers run: a dialog opened by an item must return the focus to the
    // button.
    const onClick = ({ target }: MouseEvent) => {
      if (isInside(target) && target.closest(ENDS) !== null) close()
    }
    // Clicks in a portal are inside: an item can open a list or menu there.
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && target.closest('[data-portal]') === null
      if (isOutside && !isInside(target) && anchor.current?.contains(target) !== true) close()
    }
    bar.addEventListener('keydown', onKeyDown)
    bar.addEventListener('click', onClick)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      bar.removeEventListener('keydown', onKeyDown)
      bar.removeEventListener('click', onClick)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [opened, folded, barRef, anchor, close])
}

/** Clicking one of these closes the menu; menu buttons, lists and switches are used in place. */
const ENDS = ':is(button, a):not([aria-haspopup], [aria-disabled=true], [aria-pressed])'
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

const stepBy = (event: KeyboardEvent, folded: readonly HTMLElement[], leave: () => void): void => {
  const step = event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : STEPS[event.key]
  const isOwnArrow =
    event.key !== 'Tab' &&
    event.target instanceof Element &&
    event.target.matches('select, input:not([type=radio])')
  if (step === undefined || isOwnArrow) return
  const stops = folded.flatMap(stopsIn)
  const from = stops.findIndex((one) => one === event.target)
  const next = from < 0 && step < 0 ? undefined : stops[from + step]
  // After the last item, Tab continues after the menu button.
  if (next === undefined && event.key === 'Tab' && step > 0) return leave()
  event.preventDefault()
  if (next !== undefined) next.focus()
  else if (step < 0) leave()
}
