const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** The focus does not leave the innermost of these. */
const EDGE = 'main, header, nav, [role=dialog]'
/** Longest time for a saved change to remove the control that got the focus, ms. */
const SETTLING_MS = 10_000

/** An element and those around it, from the inside out, which outlive it. */
export type Surroundings = readonly HTMLElement[]

/** Call it while the element is in the document. */
export const surroundingsOf = (element: HTMLElement): Surroundings => {
  const edge = element.parentElement?.closest(EDGE)
  const around = [element]
  // An open list outside these parts has no neighbours.
  if (!edge) return around
  for (let one = element.parentElement; one !== edge && one !== null; one = one.parentElement)
    around.push(one)
  return around
}

export const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled')

const isInTabOrder = (element: HTMLElement): boolean =>
  canFocus(element) && !element.matches('[tabindex="-1"]')

/**
 * The control to continue with when an element is gone: the next one in the closest part of the
 * page that is still there, else the last one before it.
 */
export const nextControl = (gone: Surroundings): HTMLElement | null => {
  const [closest, ...around] = gone.filter((element) => element.isConnected)
  if (closest === undefined) return null
  const inside = controlsIn(closest).at(0)
  if (inside !== undefined) return inside
  for (const part of around) {
    const controls = controlsIn(part)
    const next = controls.find(
      (control) =>
        (closest.compareDocumentPosition(control) & Node.DOCUMENT_POSITION_FOLLOWING) !== 0,
    )
    const found = next ?? controls.at(-1)
    if (found !== undefined) return found
  }
  return null
}

const controlsIn = (part: HTMLElement): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isInTabOrder)

/** Whether no control has the focus; `main` has it when nothing better was found. */
export const isFocusLost = (): boolean => {
  const { activeElement } = document
  return activeElement === null || activeElement === document.body || activeElement.id === 'main'
}

/** Focuses the heading of the page, or else its content: the last resort for a lost focus. */
export const focusHeading = (): void =>
  (document.querySelector<HTMLElement>('h1[tabindex]') ?? document.getElementById('main'))?.focus({
    preventScroll: true,
  })

let stopWatching = (): void => undefined

/**
 * Focuses a control. If the change that the person has just made removes it, as a saved deadline
 * removes the button that asked for it, moves the focus to the next control.
 */
export const focusLastingly = (control: HTMLElement): void => {
  stopWatching()
  control.focus()
  const surroundings = surroundingsOf(control)
  const watch = new MutationObserver(() => {
    if (canFocus(control)) return
    if (isFocusLost()) {
      const next = nextControl(surroundings)
      if (next === null) focusHeading()
      else next.focus()
    }
    stopWatching()
  })
  const timer = setTimeout(() => stopWatching(), SETTLING_MS)
  const onFocus = ({ target }: FocusEvent): void => {
    if (target !== control) stopWatching()
  }
  stopWatching = () => {
    watch.disconnect()
    clearTimeout(timer)
    removeEventListener('focusin', onFocus)
  }
  addEventListener('focusin', onFocus)
  watch.observe(document.body, { childList: true, subtree: true })
}
