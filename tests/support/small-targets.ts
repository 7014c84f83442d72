import type { Page } from '@playwright/test'

/**
 * The targets of the page that a finger can miss: those whose area, as the browser's own hit test
 * sees it, is narrower or lower than `least` px. As in WCAG 2.5.8, a link within a text does not
 * count, nor does a target that lies in a larger one of the same effect. Each is scrolled into
 * sight first.
 */
export const smallTargets = (page: Page, least = 44): Promise<string[]> =>
  page.evaluate((size) => {
    const TARGETS =
      'a[href], button, input:not([type=hidden]), select, textarea, summary, [role=button], [role=checkbox], [role=menuitem], [role=tab], [role=switch], [role=radio], [data-row] > [data-check]'
    const isInText = (element: Element): boolean =>
      element.matches('a') &&
      getComputedStyle(element).display === 'inline' &&
      [...(element.parentElement?.childNodes ?? [])].some(
        (node) => node.nodeType === Node.TEXT_NODE && /\w/u.test(node.textContent ?? ''),
      )
    /** The element with what stands for it: a label, or the cell around a tick. */
    const areaOf = (element: Element): Element[] => [
      element,
      ...((element as HTMLInputElement).labels ?? []),
      ...(element.closest('[data-check]') ? [element.closest('[data-check]') as Element] : []),
    ]
    const isSeen = (element: Element): boolean =>
      element.checkVisibility({ visibilityProperty: true, opacityProperty: true }) &&
      element.closest('[inert]') === null
    const extent = (areas: readonly Element[], horizontal: boolean): number => {
      const { left, top, width, height } = (areas[0] as Element).getBoundingClientRect()
      const x = left + width / 2
      const y = top + height / 2
      const hits = (at: number): boolean => {
        const hit = document.elementFromPoint(horizontal ? x + at : x, horizontal ? y : y + at)
        return hit !== null && areas.some((area) => area.contains(hit))
      }
      if (!hits(0)) return -1
      let [low, high] = [0, 0]
      while (low > -size && hits(low - 1)) low -= 1
      while (high < size && hits(high + 1)) high += 1
      return high - low + 1
    }
    return [...document.querySelectorAll(TARGETS)]
      .filter((element) => isSeen(element) && !isInText(element))
      .flatMap((element) => {
        element.scrollIntoView({ block: 'center', inline: 'center' })
        const areas = areaOf(element)
        const [width, height] = [extent(areas, true), extent(areas, false)]
        // Another element covers it, such as a dialog.
        if (width < 0 || height < 0) return []
        return width >= size && height >= size
          ? []
          : [`${width} × ${height}: ${element.outerHTML.slice(0, 140)}`]
      })
  }, least)
