import type { Page } from 'puppeteer-core'

/** What the main job needs of a page, whichever driver and browser show it. */
export interface JobPage extends Pick<Page, 'evaluate'> {
  goto(url: string): Promise<unknown>
  readonly keyboard: {
    type(text: string): Promise<unknown>
    press(key: 'Enter' | 'Tab'): Promise<unknown>
  }
}

/** The beginning of what the page shows: of its dialog, if one is open. */
const shownText = (): string =>
  (document.querySelector<HTMLElement>('[role=dialog]') ?? document.body).innerText.slice(0, 600)

/** Waits until the page fulfils the condition, however slow the machine is. */
export const until = async (
  page: Pick<JobPage, 'evaluate'>,
  what: string,
  holds: () => Promise<boolean>,
  timeoutMs = 120_000,
): Promise<void> => {
  for (const end = Date.now() + timeoutMs; !(await holds().catch(() => false));) {
    if (Date.now() > end)
      throw new Error(
        `${what}: not within ${timeoutMs} ms; the page says: ${await page.evaluate(shownText).catch(String)}`,
      )
    await new Promise((resolve) => setTimeout(resolve, 100))
  }
}
