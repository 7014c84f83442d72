import { expect, type Page } from '@playwright/test'
import { axe } from './axe.ts'

/**
 * Expects no axe finding in the dark and in the light theme (a theme changes only colours).
 * SHOTS_DIR, if set, receives pictures.
 */
export const seenInBothThemes = async (page: Page, what: string): Promise<void> => {
  const shots = process.env['SHOTS_DIR']
  const scheme = await page.evaluate(
    () => document.documentElement.dataset['mantineColorScheme'] ?? 'dark',
  )
  for (const theme of ['dark', 'light']) {
    await page.evaluate(
      (value) => void (document.documentElement.dataset['mantineColorScheme'] = value),
      theme,
    )
    await axe(
      page,
      `${what}, ${theme}, ${page.viewportSize()?.width} px`,
      theme === scheme ? 'all' : 'colours',
    )
    if (shots)
      await page.screenshot({
        path: `${shots}/${what.replaceAll(/\W+/g, '-')}-${page.viewportSize()?.width}-${theme}.png`,
      })
  }
  await page.evaluate(
    (value) => void (document.documentElement.dataset['mantineColorScheme'] = value),
    scheme,
  )
}

const VIEWPORTS = [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const

/**
 * Does the same on a wide and on a narrow screen, where only a table may be wider than the screen
 * (WCAG 1.4.10).
 */
export const seenEverywhere = async (page: Page, what: string): Promise<void> => {
  for (const viewport of VIEWPORTS) {
    await page.setViewportSize(viewport)
    await seenInBothThemes(page, what)
    const surplus = await page.evaluate(
      () => document.documentElement.scrollWidth - document.documentElement.clientWidth,
    )
    expect(surplus, `${what} is wider than ${viewport.width} px by`).toBeLessThanOrEqual(0)
  }
  await page.setViewportSize(VIEWPORTS[0])
}
