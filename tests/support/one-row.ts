import type { Locator } from '@playwright/test'
import { expect, type Page } from './browser.ts'

/** Padding, a control of 32 px and the line below. */
const ROW = 48

/**
 * The bar under the header is one row that its controls do not leave; a page without a bar has none
 * to check.
 */
export const expectOneRow = async (page: Page, what: string): Promise<void> => {
  const bar = page.locator('[data-page-bar]')
  if (!(await bar.isVisible())) return
  // The window tells the page of its new width a moment later.
  await expect(async () => {
    const { height, outside, changes } = await measure(bar)
    expect(changes, `${what}: the bar is at rest`).toBe(0)
    expect(height, `${what}: the bar is one row`).toBeLessThanOrEqual(ROW)
    expect(outside, `${what}: every control is inside of the bar`).toEqual([])
  }).toPass({ timeout: 5_000 })
}

const measure = (bar: Locator) =>
  bar.evaluate(async (element) => {
    let changes = 0
    const observer = new MutationObserver((records) => {
      changes += records.length
    })
    observer.observe(element, { attributes: true, subtree: true })
    for (let frame = 0; frame < 4; frame += 1)
      await new Promise((done) => {
        requestAnimationFrame(done)
      })
    observer.disconnect()
    const own = element.getBoundingClientRect()
    const controls = [
      ...element.querySelectorAll('button, a, select, input, [role=radiogroup]'),
    ].filter((one) => one.getClientRects().length > 0)
    const outside = controls.filter((one) => {
      const { top, bottom, left, right } = one.getBoundingClientRect()
      // Tabs scroll inside of their place.
      const isClipped = one.closest('nav') !== null
      return (
        top < own.top ||
        bottom > own.bottom ||
        (!isClipped && (left < own.left || right > own.right))
      )
    })
    return {
      changes,
      height: own.height,
      outside: outside.map((one) => one.getAttribute('aria-label') ?? one.textContent),
    }
  })
