import { barItems, type BarItem } from './bar-items.ts'
import { foldSteps } from './fold-order.ts'

export interface BarParts {
  bar: HTMLElement
  /** Takes the room that `actions` leave. */
  toolbar: HTMLElement
  actions: HTMLElement
  more: HTMLElement
}

/**
 * The marks that the style sheet reads: an item in the menu, and one whose icon stands for its
 * label.
 */
const MARKS = ['data-folded', 'data-bare'] as const
/** Widths are rounded, so one pixel is no overflow. */
const TOLERANCE = 1

/**
 * Moves what does not fit into one row into the menu and answers those items, in reading order.
 * Only attributes change, so that elements stay where React put them and keep their state. Called
 * before a paint; the same width and content always give the same result.
 */
export const fitBar = (parts: BarParts): HTMLElement[] => {
  const { bar, toolbar, actions, more } = parts
  for (const mark of MARKS)
    for (const element of bar.querySelectorAll(`[${mark}]`)) clear(element, mark)
  // Not hidden while measuring: a layout without the button would take its focus.
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
  // The label stays for screen readers; who sees only the icon can point at it.
  if (!element.hasAttribute('title')) element.title = element.textContent.trim()
}

const clear = (element: Element, mark: (typeof MARKS)[number]): void => {
  if (element.getAttribute(mark) === 'titled') element.removeAttribute('title')
  element.removeAttribute(mark)
}
