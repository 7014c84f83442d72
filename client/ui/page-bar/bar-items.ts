import type { FoldItem } from './fold-order.ts'

export interface BarItem extends FoldItem {
  element: HTMLElement
}

const FOCUSABLE = 'a[href], button, input, select, textarea, [tabindex]'
const SEARCH = '.mantine-TextInput-root'
/** Mantine sets data-variant for all variants except the default one, "filled". */
const MAIN = '.mantine-Button-root:is(:not([data-variant]), [data-variant=filled])'
const GROUPS = '[role=search], [data-bar-group]'

/** Ranks of elements; the first matching row applies. */
const RANKS: readonly { matches: (element: HTMLElement) => boolean; rank: number | null }[] = [
  // Never fold tabs, which scroll or take several lines instead; fold the main action last.
  { matches: (element) => element.matches('nav'), rank: null },
  { matches: (element) => element.matches(MAIN), rank: 9 },
  { matches: (element) => element.matches(SEARCH), rank: 8 },
  // What people seldom need gives way to the counts.
  { matches: (element) => element.matches('[data-seldom]'), rank: 0 },
  {
    matches: (element) => !element.matches(FOCUSABLE) && element.querySelector(FOCUSABLE) === null,
    rank: 0,
  },
  // Fold a "…" button early, so that it is not beside the bar's own "…" menu.
  { matches: (element) => element.querySelector('.tabler-icon-dots') !== null, rank: 1 },
  {
    matches: (element) =>
      element.querySelector('[role=radiogroup]') !== null || element.matches('[role=radiogroup]'),
    rank: 6,
  },
]
const USUAL = 3

/** The controls of the bar in reading order; those in a group are listed one by one. */
export const barItems = (areas: readonly HTMLElement[]): BarItem[] => areas.flatMap(itemsIn)

const itemsIn = (area: HTMLElement): BarItem[] =>
  [...area.children]
    .filter((child) => child instanceof HTMLElement)
    .flatMap((child): BarItem[] => {
      const style = getComputedStyle(child)
      if (style.display === 'none' || style.position === 'absolute') return []
      if (style.display === 'contents' || child.matches(GROUPS)) return itemsIn(child)
      return [{ element: child, rank: rankOf(child), hasIcon: canLoseLabel(child) }]
    })

const rankOf = (element: HTMLElement): number | null => {
  const row = RANKS.find(({ matches }) => matches(element))
  return row === undefined ? USUAL : row.rank
}

const canLoseLabel = (element: HTMLElement): boolean =>
  element.matches('button, a') &&
  !element.matches(MAIN) &&
  element.querySelector('[data-position=left] svg') !== null

/** The tab stops inside an element; of radio buttons only the checked one. */
export const stopsIn = (element: HTMLElement): HTMLElement[] =>
  [element, ...element.querySelectorAll<HTMLElement>(FOCUSABLE)].filter((one) => {
    if (!one.matches(FOCUSABLE) || one.matches(':disabled, [tabindex="-1"]')) return false
    return !(one instanceof HTMLInputElement && one.type === 'radio') || one.checked
  })
