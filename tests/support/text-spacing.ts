import { expect, type Page } from '@playwright/test'
import { untilStill } from './until-still.ts'

/** The spacing of WCAG 1.4.12, on every element, as a person's style sheet would set it. */
const SPACING = `
* { line-height: 1.5 !important; letter-spacing: 0.12em !important;
  word-spacing: 0.16em !important; }
p { margin-bottom: 2em !important; }`

/** Cells, links, buttons and results of the search open the whole form of a name that they hold. */
const OPENS =
  'a[href], button, [role=option], [role=gridcell], [role=rowheader], [role=treegrid] [role=row]'

const addSpacing = (page: Page): Promise<void> =>
  page.evaluate((css) => {
    const sheet = new CSSStyleSheet()
    sheet.replaceSync(css)
    document.adoptedStyleSheets.push(sheet)
  }, SPACING)
const removeSpacing = (page: Page): Promise<void> =>
  page.evaluate(() => void document.adoptedStyleSheets.pop())

/** Texts of which a part lies outside an element that hides what overflows it. */
const findCutTexts = (page: Page, opens: string): Promise<string[]> =>
  page.evaluate((selector) => {
    const TOLERANCE_PX = 1.5
    const isHiding = (overflow: string) => overflow === 'hidden' || overflow === 'clip'
    /** Hidden from sight, but not from screen readers. */
    const isForReadersOnly = (start: Element): boolean => {
      for (let one: Element | null = start; one; one = one.parentElement)
        if (getComputedStyle(one).clipPath === 'inset(50%)') return true
      return false
    }
    /** The element that hides a part of a text with these edges. */
    const findEdge = (start: Element, text: DOMRect): Element | undefined => {
      for (let one: Element | null = start; one; one = one.parentElement) {
        const { overflowX, overflowY, position } = getComputedStyle(one)
        const box = one.getBoundingClientRect()
        const isWide = text.left < box.left - TOLERANCE_PX || text.right > box.right + TOLERANCE_PX
        const isHigh = text.top < box.top - TOLERANCE_PX || text.bottom > box.bottom + TOLERANCE_PX
        if ((isWide && isHiding(overflowX)) || (isHigh && isHiding(overflowY))) return one
        // What scrolls can be scrolled into sight.
        if (isWide && !isHiding(overflowX) && overflowX !== 'visible') return undefined
        if (isHigh && !isHiding(overflowY) && overflowY !== 'visible') return undefined
        if (position === 'fixed') return undefined
      }
      return undefined
    }
    const texts = document.createTreeWalker(document.body, NodeFilter.SHOW_TEXT)
    const cut: string[] = []
    while (texts.nextNode()) {
      const node = texts.currentNode
      const element = node.parentElement
      if (element === null || node.textContent?.trim() === '') continue
      if (!element.checkVisibility({ visibilityProperty: true, opacityProperty: true })) continue
      if (element.closest(selector) !== null || isForReadersOnly(element)) continue
      const range = document.createRange()
      range.selectNodeContents(node)
      const edge = findEdge(element, range.getBoundingClientRect())
      if (edge !== undefined)
        cut.push(`"${node.textContent}" in ${element.outerHTML.slice(0, 120)}`)
    }
    return cut
  }, opens)

/**
 * Expects that with the text spacing of WCAG 1.4.12 no text is cut, unless a control that opens its
 * whole form holds it.
 */
export const expectWholeTexts = async (page: Page, what: string): Promise<void> => {
  await addSpacing(page)
  await untilStill(page)
  const cut = await findCutTexts(page, OPENS)
  await removeSpacing(page)
  expect(cut, `${what}: cut with wide text spacing`).toEqual([])
}
