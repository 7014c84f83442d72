import { focusHeading, isFocusLost, type Surroundings, surroundingsOf } from './keep-focus.ts'
import { nextControl } from './next-control.ts'

/** Lets a closing dialog, a new page or a table place the focus first, ms. */
const WAIT_MS = 80
const OF_THEIR_OWN = '[role=dialog], [role=menu], [role=listbox], [role=grid], [role=treegrid]'

const CONTROL = 'a, button, input, select, textarea, label, [tabindex]:not(#main)'

let isHeld = false
/** The control that last had the focus; null = the person left it, or it keeps its focus itself. */
let held: { around: Surroundings; key: string } | null = null
let timer: ReturnType<typeof setTimeout> | undefined

const keyOf = (control: HTMLElement): string => {
  const label = control instanceof HTMLInputElement ? control.labels?.[0]?.textContent : undefined
  const name = control.getAttribute('aria-label') ?? label ?? control.textContent
  return `${control.localName} ${control.getAttribute('type')} ${name}`
}

/** The control drawn in place of the held one, as the switch of a page that was drawn again. */
const redrawn = (key: string): HTMLElement | undefined => {
  const same = [...document.querySelectorAll<HTMLElement>(`main ${key.split(' ')[0]}`)].filter(
    (control) => keyOf(control) === key && control.getClientRects().length > 0,
  )
  return same.length === 1 ? same[0] : undefined
}

const restore = (): void => {
  if (held === null || !isFocusLost()) return
  const { around, key } = held
  held = null
  const place = redrawn(key) ?? nextControl(around)
  if (place === null) focusHeading()
  else place.focus()
}

const note = (target: EventTarget | null): void => {
  if (!(target instanceof HTMLElement) || target === document.body || target.id === 'main') return
  held =
    target.closest(OF_THEIR_OWN) === null
      ? { around: surroundingsOf(target), key: keyOf(target) }
      : null
}

/**
 * From now on, moves the focus on when a change of the page removes the control that has it: to the
 * control that replaces it, to the next row, or to the heading.
 * @param from what had the focus when this module was asked for; a change may have removed it since
 */
export const holdFocus = (from: Element | null): void => {
  if (isHeld) return
  isHeld = true
  note(isFocusLost() ? from : document.activeElement)
  if (isFocusLost() && from?.isConnected === false) timer = setTimeout(restore, WAIT_MS)
  addEventListener('focusin', ({ target }) => note(target))
  addEventListener('pointerdown', ({ target }) => {
    // A click on no control leaves the focus on purpose.
    if (target instanceof Element && target.closest(CONTROL) === null) held = null
  })
  new MutationObserver(() => {
    if (held === null || held.around[0]?.element.isConnected === true) return
    clearTimeout(timer)
    timer = setTimeout(restore, WAIT_MS)
  }).observe(document.body, { childList: true, subtree: true })
}
