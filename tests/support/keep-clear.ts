import { expect, type Locator, type Page } from '@playwright/test'

const NARROW = { width: 390, height: 844 }
const VIEWPORTS = [{ width: 1440, height: 900 }, { width: 1366, height: 768 }, NARROW] as const

/** Toasts that cover the element at this moment; 'no toast' if no toast is shown. */
const coverOf = (kept: Locator): Promise<string[]> =>
  kept.evaluate((element) => {
    const own = element.getBoundingClientRect()
    const toasts = [...document.querySelectorAll('[aria-label="Status messages"] [data-tone]')]
    if (toasts.length === 0) return ['no toast']
    return toasts
      .filter((toast) => {
        const { left, top, right, bottom } = toast.getBoundingClientRect()
        const isOutside = top < 0 || bottom > innerHeight || left < 0 || right > innerWidth
        return (
          isOutside ||
          (left < own.right && right > own.left && top < own.bottom && bottom > own.top)
        )
      })
      .map((toast) => toast.textContent)
  })

interface Kept {
  /** Elements of every screen width. */
  always: Readonly<Record<string, Locator>>
  /** Elements that only a narrow screen has. */
  narrow?: Readonly<Record<string, Locator>>
}

/**
 * Expects that the shown toasts cover none of these elements on a wide, a medium and a narrow
 * screen.
 */
export const expectKeptClear = async (page: Page, { always, narrow = {} }: Kept): Promise<void> => {
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport)
    for (const [name, element] of Object.entries({
      ...always,
      ...(viewport === NARROW ? narrow : {}),
    })) {
      await expect(element, name).toBeVisible()
      // A screen of a new size takes a few frames to settle.
      await expect
        .poll(() => coverOf(element), `over the ${name} at ${viewport.width} px`)
        .toEqual([])
    }
  }
  await page.setViewportSize(VIEWPORTS[0])
}
