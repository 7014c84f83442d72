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

/** A page of a browser whose profile goes when it is closed. */
export const openFirefox = async (): Promise<{ page: Page; close(): Promise<void> }> => {
  const profile = newProfile()
  const browser = await startFirefox(profile.dir)
  const close = async (): Promise<void> => {
    await browser.close().catch(() => undefined)
    profile.remove()
  }
  return { page: await browser.newPage(), close }
}
