import type { Page } from '@playwright/test'

interface Listening {
  said: string[]
}

/** Long enough for the statuses of a table, which wait until typing ends, and for an answer's sending. */
const SETTLE_MS = 2_500

/** Notes from now on each message of a polite live region: its new text, once per change. */
export const listenToStatuses = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const LIVE = '[role=status], [aria-live=polite], output'
    const said: string[] = []
    Object.assign(globalThis, { said })
    const regionOf = (node: Node): Element | null =>
      (node instanceof Element ? node : node.parentElement)?.closest(LIVE) ?? null
    new MutationObserver((records) => {
      const changed = new Set<Element>()
      for (const { type, target, addedNodes } of records) {
        const region = regionOf(target)
        // A screen reader announces what is added, not what goes.
        if (region !== null && (type === 'characterData' || addedNodes.length > 0))
          changed.add(region)
        for (const added of addedNodes)
          if (added instanceof Element)
            for (const inside of [added, ...added.querySelectorAll(LIVE)])
              if (inside.matches(LIVE)) changed.add(inside)
      }
      for (const region of changed) {
        const text = region.textContent?.trim() ?? ''
        if (text !== '' && region.getAttribute('aria-live') !== 'off') said.push(text)
      }
    }).observe(document.body, { childList: true, characterData: true, subtree: true })
  })

/** The messages of one action, once they have stopped. */
export const statusesOf = async (page: Page, act: () => Promise<unknown>): Promise<string[]> => {
  await page.waitForTimeout(SETTLE_MS)
  await page.evaluate(() => (globalThis as unknown as Listening).said.splice(0))
  await act()
  await page.waitForTimeout(SETTLE_MS)
  return page.evaluate(() => (globalThis as unknown as Listening).said.splice(0))
}
