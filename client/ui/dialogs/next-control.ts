import { focusHeading, isFocusLost, type Surroundings, surroundingsOf } from './keep-focus.ts'

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
/** Longest time for a saved change to remove the control that got the focus, ms. */
const SETTLING_MS = 10_000

export const canFocus = (element: HTMLElement): boolean =>
  element.isConnected && element.getClientRects().length > 0 && !element.matches(':disabled')

const isInTabOrder = (element: HTMLElement): boolean =>
  canFocus(element) && !element.matches('[tabindex="-1"]')

/**
 * The control to continue with when an element is gone: the same one in the next row, or in the row
 * before; else the next one in the closest part of the page that is still there, else the last one
 * before it.
 */
export const nextControl = (gone: Surroundings): HTMLElement | null => {
  const ofRow = controlOfNextRow(gone)
  if (ofRow !== null) return ofRow
  const [closest, ...around] = gone
    .map(({ element }) => element)
    .filter((element) => element.isConnected)
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

/** The rows of a list: what a deletion removes as a whole. */
const ROW = 'li, tr, section, article, [role=row], [data-index]'

type Likeness = (one: Element, other: Element) => boolean
const isSameElement: Likeness = (one, other) => one.localName === other.localName
/** A disabled button has other classes than an enabled one. */
const isSameLook: Likeness = (one, other) =>
  isSameElement(one, other) && one.className === other.className

/** The control like the one that is gone, in the row that took the place of its row. */
const controlOfNextRow = (gone: Surroundings): HTMLElement | null => {
  const [own] = gone
  const row = gone.findLast(({ element }) => !element.isConnected)
  if (own === undefined || row === undefined || !row.element.matches(ROW)) return null
  const neighbours = [
    ...rowsFrom(row.next, row, 'next'),
    ...rowsFrom(row.previous, row, 'previous'),
  ]
  for (const neighbour of neighbours) {
    const found = sameControl(own.element, row.element, controlsIn(neighbour))
    if (found !== undefined) return found
  }
  return neighbours.flatMap(controlsIn).at(0) ?? null
}

/** The rows of the same kind as the one that is gone, from one of its neighbours on. */
const rowsFrom = (
  start: Element | null,
  { element: gone }: Surroundings[number],
  direction: 'next' | 'previous',
): Element[] => {
  const rows: Element[] = []
  let row = start?.isConnected === true ? start : null
  while (row !== null) {
    if (row.localName === gone.localName) rows.push(row)
    row = direction === 'next' ? row.nextElementSibling : row.previousElementSibling
  }
  return rows
}

/** Finds the control by its position among its like, if both rows have as many of them. */
const sameControl = (
  own: HTMLElement,
  row: HTMLElement,
  controls: readonly HTMLElement[],
): HTMLElement | undefined => {
  // A removed row keeps its content.
  const ofRow = [...row.querySelectorAll<HTMLElement>(FOCUSABLE)]
  const pairs = [isSameLook, isSameElement].map((isLike) => ({
    before: ofRow.filter((one) => isLike(one, own)),
    now: controls.filter((one) => isLike(one, own)),
  }))
  const pair = pairs.find(({ before, now }) => before.length === now.length) ?? pairs[0]
  return pair?.now.at(Math.max(pair.before.indexOf(own), 0))
}

const controlsIn = (part: Element): HTMLElement[] =>
  [...part.querySelectorAll<HTMLElement>(FOCUSABLE)].filter(isInTabOrder)

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
