import { barItems, type BarItem } from './bar-items.ts'
import { foldSteps } from './fold-order.ts'

export interface BarParts {
  bar: HTMLElement
  /** Gets the space that `actions` leaves. */
  toolbar: HTMLElement
  actions: HTMLElement
  more: HTMLElement
}

/** Attributes read by the style sheet: the item is in the menu, or its icon replaces the label. */
const MARKS = ['data-folded', 'data-bare'] as const
/** Widths are rounded, so one pixel does not count as overflow. */
const TOLERANCE = 1

/**
 * Folds what does not fit in one row into the menu and returns those items in reading order.
 * Changes only attributes, so that elements keep their place in React's tree and their state.
 * Called before paint; the same width and content give the same result.
 */
export const fitBar = (parts: BarParts): HTMLElement[] => {
  const { bar, toolbar, actions, more } = parts
  for (const mark of MARKS)
    for (const element of bar.querySelectorAll(`[${mark}]`)) clear(element, mark)
  // Do not hide the button while measuring, or it would lose the focus.
  more.setAttribute('data-idle', '')
  more.hidden = false
  const items = barItems([toolbar, actions])
  const folded = new Set<HTMLElement>()
  for (const { kind, at } of foldSteps(items)) {
    if (fits(parts)) break
    const item = items[at]
    if (item === undefined) continue
    if (kind === 'label') hideLabel(item)
    else {
      more.removeAttribute('data-idle')
      item.element.setAttribute('data-folded', '')
      folded.add(item.element)
    }
  }
  const inOrder = items.flatMap(({ element }) => (folded.has(element) ? [element] : []))
  for (const [at, element] of inOrder.entries()) element.style.setProperty('--fold-row', String(at))
  bar.style.setProperty('--fold-rows', String(inOrder.length))
  more.hidden = inOrder.length === 0
  return inOrder
}

const fits = ({ bar, toolbar }: BarParts): boolean =>
  [bar, toolbar].every((element) => element.scrollWidth <= element.clientWidth + TOLERANCE)

const hideLabel = ({ element }: BarItem): void => {
  element.setAttribute('data-bare', element.hasAttribute('title') ? '' : 'titled')
  // Keep the label for screen readers, and as a title on hover.
  if (!element.hasAttribute('title')) element.title = element.textContent.trim()
}

const clear = (element: Element, mark: (typeof MARKS)[number]): void => {
  if (element.getAttribute(mark) === 'titled') element.removeAttribute('title')
  element.removeAttribute(mark)
}
