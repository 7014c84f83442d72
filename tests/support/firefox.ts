import { existsSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import puppeteer, { type Browser, type Page } from 'puppeteer-core'

const KNOWN_PLACES = ['/usr/bin/firefox-esr', '/usr/bin/firefox']

/**
 * Path of the machine's own Firefox: FIREFOX if set, otherwise Debian's. `npm test` installs it
 * where it may. Puppeteer drives it by WebDriver BiDi, which Firefox implements itself.
 */
const path = [process.env['FIREFOX'], ...KNOWN_PLACES].find(
  (place): place is string => place !== undefined && existsSync(place),
)
export const hasFirefox = path !== undefined

export const newProfile = (): { dir: string; remove(): void } => {
  const dir = mkdtempSync(join(tmpdir(), 'tenderbook-firefox-'))
  return { dir, remove: () => rmSync(dir, { recursive: true, force: true, maxRetries: 5 }) }
}

/** Starts a browser on a profile; a later one on the same profile finds what this one stored. */
export const startFirefox = (profileDir: string): Promise<Browser> =>
  puppeteer.launch({
    browser: 'firefox',
    executablePath: path ?? '/usr/bin/firefox-esr',
    headless: true,
    userDataDir: profileDir,
    args: ['--width=1440', '--height=900'],
    timeout: 120_000,
  })

/** The beginning of what the page shows: of its dialog, if one is open. */
const shownText = (): string =>
  (document.querySelector<HTMLElement>('[role=dialog]') ?? document.body).innerText.slice(0, 600)

/** Waits until the page fulfils the condition, however slow the machine is. */
export const until = async (
  page: Page,
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
