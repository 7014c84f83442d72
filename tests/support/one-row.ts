import type { Locator } from '@playwright/test'
import { expect, type Page } from './browser.ts'

/** Padding, a control of 32 px and the bottom border. */
const ROW = 48

/**
 * Expects that the bar under the header is one row and holds all its controls. A page without a bar
 * passes.
 */
export const expectOneRow = async (page: Page, what: string): Promise<void> => {
  const bar = page.locator('[data-page-bar]')
  if (!(await bar.isVisible())) return
  // The page learns of its new window width a moment later.
  await expect(async () => {
    const { height, outside, changes } = await measure(bar)
    expect(changes, `${what}: the bar is at rest`).toBe(0)
    expect(height, `${what}: the bar is one row`).toBeLessThanOrEqual(ROW)
    expect(outside, `${what}: every control is inside of the bar`).toEqual([])
  }).toPass({ timeout: 20_000 })
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
      // Tabs scroll inside their container.
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
