import type { Browser, Page } from 'puppeteer-core'
import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { type CutProxy, startCutProxy } from '../support/cut-proxy.ts'
import { hasFirefox, newProfile, startFirefox } from '../support/firefox.ts'
import { until } from '../support/job-page.ts'
import { type PublishedForm, publishedForm } from '../support/published-form.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { countUnsent, installed, signIn, syncButton } from './device-page.ts'

let server: RunningServer
let proxy: CutProxy
let browser: Browser | undefined
const profiles: { remove(): void }[] = []
/**
 * Text in the remarks field; null while the form is absent. With `isFocused`, also focuses the
 * field and selects its text.
 */
const readNotes = (page: Page, isFocused = false): Promise<string | null> =>
  page.evaluate((takesFocus) => {
    const field = [...document.querySelectorAll('textarea')].find(({ labels }) =>
      labels?.[0]?.textContent?.includes('Remarks and explanations'),
    )
    if (field === undefined) return null
    if (takesFocus) {
      field.focus()
      field.select()
    }
    return field.value
  }, isFocused)
const show = async (page: Page, form: PublishedForm): Promise<void> => {
  // A navigation by the sign-in may still interrupt this one.
  await until(page, 'the address', () => page.goto(`${proxy.url}${form.path}`).then(() => true))
  await until(page, 'the form', async () => (await readNotes(page)) !== null)
}
const write = async (page: Page, text: string): Promise<void> => {
  // A re-render of the form may take the focus away in between.
  await until(page, `typed “${text}”`, async () => {
    await readNotes(page, true)
    await page.keyboard.type(text)
    return (await readNotes(page)) === text
  })
  await page.keyboard.press('Tab')
}
const arrives = (page: Page, form: PublishedForm, text: string) =>
  until(page, `“${text}” on the server`, async () => (await form.storedNotes()) === text)
const start = async (): Promise<{ page: Page; profileDir: string }> => {
  proxy = await startCutProxy(server.port)
  const profile = newProfile()
  profiles.push(profile)
  browser = await startFirefox(profile.dir)
  return { page: await browser.newPage(), profileDir: profile.dir }
}

describe.skipIf(!hasFirefox)('in Firefox', () => {
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(async () => {
    await server.dispose()
  })
  afterEach(async () => {
    await browser?.close().catch(() => undefined)
    browser = undefined
    await proxy.close()
    for (const profile of profiles.splice(0)) profile.remove()
  })

  test('an offline edit survives a reload and a killed browser, and is sent later', async () => {
    const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
    const TEXT = 'Written in Firefox without a network'
    const { page, profileDir } = await start()
    await signIn(page, proxy.url, 'plone-primary')
    await show(page, form)
    await installed(page)
    proxy.cut()
    await write(page, TEXT)
    await until(page, 'one unsent edit', async () => (await countUnsent(page)) === 1)
    await until(page, 'the button says so', async () =>
      /1 not sent|unsent/i.test(await syncButton(page)),
    )
    await page.reload()
    await until(page, 'the text after the reload', async () => (await readNotes(page)) === TEXT)
    browser?.process()?.kill('SIGKILL')

    browser = await startFirefox(profileDir)
    const again = await browser.newPage()
    await show(again, form)
    expect(await readNotes(again)).toBe(TEXT)
    expect(await countUnsent(again)).toBe(1)
    proxy.restore()
    await arrives(again, form, TEXT)
    await until(again, 'nothing unsent', async () => (await countUnsent(again)) === 0)
    await until(again, 'the button says so', async () =>
      (await syncButton(again)).includes('Saved'),
    )
  })

  test('two tabs type while the leader closes and the network flaps: every edit arrives', async () => {
    const api = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
    const [one, two] = [await publishedForm(api, 1), await publishedForm(api, 2)]
    const { page: first } = await start()
    await signIn(first, proxy.url, 'drupal-primary')
    await show(first, one)
    const second = await (browser as Browser).newPage()
    await show(second, two)
    proxy.cut()
    await write(first, 'First tab')
    await write(second, 'Second tab')
    await until(second, 'two unsent edits', async () => (await countUnsent(second)) === 2)
    await first.close()
    proxy.restore()
    await arrives(second, one, 'First tab')
    await arrives(second, two, 'Second tab')
    for (let flap = 1; flap <= 6; flap += 1) {
      if (flap % 2 === 1) proxy.cut()
      else proxy.restore()
      await write(second, `Flap ${flap}`)
      await until(
        second,
        'the text stays',
        async () => (await readNotes(second)) === `Flap ${flap}`,
      )
    }
    proxy.restore()
    await arrives(second, two, 'Flap 6')
    await until(second, 'nothing unsent', async () => (await countUnsent(second)) === 0)
    await until(second, 'the button says so', async () =>
      (await syncButton(second)).includes('Saved'),
    )
  })
})
