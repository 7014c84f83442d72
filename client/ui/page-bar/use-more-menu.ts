import { useEffect, useState, type RefObject } from 'react'
import { stopsIn } from './bar-items.ts'

interface MoreMenuProps {
  bar: RefObject<HTMLElement | null>
  more: RefObject<HTMLButtonElement | null>
  folded: readonly HTMLElement[]
}

/** Opens and closes the menu of a bar. The items stay in the bar's tree, so their keys are kept here. */
export const useMoreMenu = ({ bar, more, folded }: MoreMenuProps) => {
  const [isOpen, setOpen] = useState(false)
  const isShown = isOpen && folded.length > 0
  useEffect(() => {
    const element = bar.current
    if (!isShown || element === null) return
    const close = (hasFocus: boolean) => {
      if (hasFocus) more.current?.focus()
      setOpen(false)
    }
    const isInside = (target: EventTarget | null): target is Element =>
      target instanceof Element && folded.some((item) => item.contains(target))
    const onKeyDown = (event: KeyboardEvent) => {
      if (event.defaultPrevented || !(isInside(event.target) || event.target === more.current)) return
      if (event.key === 'Escape') {
        event.preventDefault()
        close(true)
      } else stepBy(event, folded, () => close(true))
    }
    // Runs before React's handlers: a dialog that an item opens returns the focus to the button.
    const onClick = ({ target }: MouseEvent) => {
      if (isInside(target) && target.closest(ENDS) !== null) close(true)
    }
    // What an item opens (a list of columns, a menu) is drawn outside of the page.
    const onPointerDown = ({ target }: PointerEvent) => {
      const isOutside = target instanceof Element && target.closest('[data-portal]') === null
      if (isOutside && !isInside(target) && more.current?.contains(target) !== true) close(false)
    }
    element.addEventListener('keydown', onKeyDown)
    element.addEventListener('click', onClick)
    document.addEventListener('pointerdown', onPointerDown)
    return () => {
      element.removeEventListener('keydown', onKeyDown)
      element.removeEventListener('click', onClick)
      document.removeEventListener('pointerdown', onPointerDown)
    }
  }, [isShown, folded, bar, more])
  useEffect(() => {
    if (isShown && more.current?.matches(':focus-visible') === true) folded.flatMap(stopsIn)[0]?.focus()
  }, [isShown])
  return { isOpen: isShown, toggle: () => setOpen(!isShown) }
}

/** Pressing one of these is the end of the visit; a menu, a list or a switch is used in place. */
const ENDS = ':is(button, a):not([aria-haspopup], [aria-disabled=true], [aria-pressed])'
const STEPS: Readonly<Record<string, 1 | -1>> = { ArrowDown: 1, ArrowUp: -1 }

const stepBy = (event: KeyboardEvent, folded: readonly HTMLElement[], leave: () => void): void => {
  const step = event.key === 'Tab' ? (event.shiftKey ? -1 : 1) : STEPS[event.key]
  const isOwnArrow = event.key !== 'Tab' && event.target instanceof Element && event.target.matches('select, input:not([type=radio])')
  if (step === undefined || isOwnArrow) return
  const stops = folded.flatMap(stopsIn)
  const from = stops.findIndex((one) => one === event.target)
  const next = from < 0 && step < 0 ? undefined : stops[from + step]
  // Past the last one Tab goes on behind the button, which is where the menu stands.
  if (next === undefined && event.key === 'Tab' && step > 0) return leave()
  event.preventDefault()
  if (next !== undefined) next.focus()
  else if (step < 0) leave()
}
