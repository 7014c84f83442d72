import { expect, type Page } from '@playwright/test'

/**
 * Expects that no script from a hostile text ran, no element of it was rendered and the page did
 * not navigate.
 */
export const expectHarmless = async (page: Page, what: string): Promise<void> => {
  const found = await page.evaluate(() => ({
    hacked: Reflect.get(window, 'hacked'),
    prototype: [Object.keys(Object.prototype), Reflect.get({}, 'polluted')],
    brought: document.querySelectorAll(
      'img[src="x"], [onerror], [onload], iframe, base, form[action], a[href^="javascript" i], meta[http-equiv="refresh"], math',
    ).length,
    isDrawn: getComputedStyle(document.body).display !== 'none',
  }))
  expect(found, what).toEqual({
    hacked: undefined,
    prototype: [[], undefined],
    brought: 0,
    isDrawn: true,
  })
  expect(new URL(page.url()).hostname, what).toBe('127.0.0.1')
}
