import { readdirSync, readFileSync } from 'node:fs'
import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import {
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { type PublishedForm, publishedForm } from '../support/published-form.ts'
import { countUnsent, expectTruth } from '../support/sync-truth.ts'

/** Seconds during which the network flaps; a manual run takes 600. */
const FLAP_SECONDS = Number(process.env['FLAP_SECONDS'] ?? 20)
const [SHORTEST_MS, LONGEST_MS] = [200, 5_000]
const HEALED_MS = 60_000

const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const commentsOf = (page: Page) => page.getByRole('region', { name: 'Comments' })
const question = (page: Page) => page.getByLabel('Your question')
const painPoint = (page: Page) => page.getByLabel('What makes it difficult?')
const write = async (page: Page, text: string): Promise<void> => {
  await notes(page).fill(text)
  await notes(page).press('Tab')
}
const show = async (page: Page, form: PublishedForm): Promise<void> => {
  await page.goto(form.path)
  await expect(notes(page)).toBeVisible()
}
const formsOf = async (api: ApiClient, count: number): Promise<PublishedForm[]> =>
  await Promise.all(Array.from({ length: count }, (_none, at) => publishedForm(api, at)))
const arrives = (form: PublishedForm, text: string) =>
  expect.poll(form.storedNotes, { timeout: HEALED_MS }).toBe(text)
const endWorker = async (page: Page): Promise<void> => {
  const [worker] = page.workers().filter((one) => one.url().includes('device'))
  if (worker === undefined) throw new Error('the page has no worker of its own')
  const closed = worker.waitForEvent('close')
  // A worker that closes itself never answers this call.
  void worker.evaluate(() => self.close()).catch(() => undefined)
  await closed
}
/** Pseudorandom numbers: the same seed gives the same sequence. */
const randomFrom = (seed: number) => (): number => {
  seed = (seed * 1_103_515_245 + 12_345) % 2_147_483_648
  return seed / 2_147_483_648
}

test('of five typing tabs, the leading tab is closed, one crashes and one freezes: no edit is lost, and the others continue', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const forms = await formsOf(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD), 5)
  const device = await openDevice()
  await signInAs(device.page, 'plone-primary')
  const tabs: Page[] = [device.page]
  while (tabs.length < forms.length) tabs.push(await device.context.newPage())
  for (const [at, tab] of tabs.entries()) await show(tab, forms[at] as PublishedForm)
  const [leading, crashing, freezing, fourth, fifth] = tabs as [Page, Page, Page, Page, Page]
  await device.goOffline()
  for (const [at, tab] of tabs.entries()) await write(tab, `Tab ${at}, offline`)
  await expect.poll(() => countUnsent(fifth)).toBe(forms.length)

  await device.goOnline()
  await leading.close()
  const crash = crashing.waitForEvent('crash')
  const devtools = await device.context.newCDPSession(crashing)
  // A crashed page never answers this command.
  void devtools.send('Page.crash').catch(() => undefined)
  await crash
  const lifecycle = await device.context.newCDPSession(freezing)
  await lifecycle.send('Page.setWebLifecycleState', { state: 'frozen' })
  await write(fourth, 'Tab 3, online')
  await write(fifth, 'Tab 4, online')
  for (const [at, text] of [
    'Tab 0, offline',
    'Tab 1, offline',
    'Tab 2, offline',
    'Tab 3, online',
    'Tab 4, online',
  ].entries())
    await arrives(forms[at] as PublishedForm, text)
  await expectTruth(fifth, () => 'Saved')

  await test.step('the frozen tab resumes and continues', async () => {
    await lifecycle.send('Page.setWebLifecycleState', { state: 'active' })
    await write(freezing, 'Tab 2, awake again')
    await arrives(forms[2] as PublishedForm, 'Tab 2, awake again')
    await expectTruth(freezing, () => 'Saved')
  })
})

/**
 * Kills the main process of the profile's browser; only helper processes have a `--type` argument.
 */
const killBrowser = (profileDir: string): void => {
  for (const name of readdirSync('/proc').filter((entry) => /^\d+$/.test(entry))) {
    const words = (() => {
      try {
        return readFileSync(`/proc/${name}/cmdline`, 'utf8').split('\0')
      } catch {
        return []
      }
    })()
    if (
      words.includes(`--user-data-dir=${profileDir}`) &&
      !words.some((word) => word.startsWith('--type='))
    )
      process.kill(Number(name), 'SIGKILL')
  }
}

test('a killed browser loses no typed text', async ({ openDevice, server }) => {
  test.slow()
  const form = await publishedForm(await signInApi(server.url, 'plone-contact', DEMO_PASSWORD), 5)
  const profileDir = await mkdtemp(join(tmpdir(), 'tenderbook-profile-'))
  const TEXT = 'Written just before the browser was killed'
  const QUESTION = 'Half a question'
  const PAIN_POINT = 'Half a pain point'
  const first = await openDevice({ installs: true, profileDir })
  await signInAs(first.page, 'plone-contact')
  await show(first.page, form)
  await untilInstalled(first.page)
  await first.goOffline()
  await write(first.page, TEXT)
  await expect.poll(() => countUnsent(first.page)).toBe(1)
  await commentsOf(first.page).getByRole('button', { name: 'Q&A' }).click()
  await commentsOf(first.page).getByRole('button', { name: 'Ask a question' }).click()
  await question(first.page).pressSequentially(QUESTION)
  await commentsOf(first.page).getByRole('button', { name: 'Pain points' }).click()
  await commentsOf(first.page).getByRole('button', { name: 'Report a pain point' }).click()
  await painPoint(first.page).pressSequentially(PAIN_POINT)
  await first.page.getByRole('radiogroup', { name: 'Severity' }).getByText('Critical').click()
  // Wait as long as a person pauses between two words.
  await first.page.waitForTimeout(400)
  const closed = first.context.waitForEvent('close')
  killBrowser(profileDir)
  await closed

  const second: Device = await openDevice({ installs: true, profileDir, proxy: first.proxy })
  second.watch.expectNetworkErrors(true)
  await show(second.page, form)
  await expect(notes(second.page)).toHaveValue(TEXT)
  expect(await countUnsent(second.page)).toBe(1)
  await commentsOf(second.page).getByRole('button', { name: 'Pain points' }).click()
  await expect(painPoint(second.page)).toHaveValue(PAIN_POINT)
  await expect(second.page.getByRole('radio', { name: 'Critical' })).toBeChecked()
  await commentsOf(second.page).getByRole('button', { name: 'Q&A' }).click()
  await expect(question(second.page)).toHaveValue(QUESTION)
  await second.goOnline()
  await arrives(form, TEXT)
  await expectTruth(second.page, () => 'Saved')
})

test('while the network flaps, no text is lost, and everything is sent once the network is stable @variation', async ({
  openDevice,
  server,
}) => {
  test.setTimeout((FLAP_SECONDS + 300) * 1_000)
  const form = await publishedForm(await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD), 6)
  const device = await openDevice()
  const { page, proxy, watch } = device
  await signInAs(page, 'drupal-primary')
  await show(page, form)
  watch.expectNetworkErrors(true)
  const random = randomFrom(7)
  let count = 0
  for (const end = Date.now() + FLAP_SECONDS * 1_000; Date.now() < end;) {
    const isUp = random() < 0.5
    if (isUp) await device.goOnline()
    else if (random() < 0.5) await device.goOffline()
    else proxy.stall()
    await write(page, `Flap ${(count += 1)}`)
    await page.waitForTimeout(SHORTEST_MS + random() * (LONGEST_MS - SHORTEST_MS))
    await expect(notes(page)).toHaveValue(`Flap ${count}`)
  }
  await device.goOnline()
  const healed = Date.now()
  await expect.poll(() => countUnsent(page), { timeout: HEALED_MS }).toBe(0)
  console.log(
    `${count} edits in ${FLAP_SECONDS} s of flaps; sent ${Date.now() - healed} ms after the last`,
  )
  await arrives(form, `Flap ${count}`)
  await expectTruth(page, () => 'Saved')
})

test('over 50 kbit/s with two seconds of latency everything arrives @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const forms = await formsOf(await signInApi(server.url, 'drupal-contact', DEMO_PASSWORD), 12)
  const device = await openDevice({ installs: true })
  const { page, proxy } = device
  await signInAs(page, 'drupal-contact')
  await show(page, forms[7] as PublishedForm)
  await untilInstalled(page)
  await expectTruth(page, () => 'Saved')
  proxy.throttle(50_000 / 8)
  proxy.delay(1_000)
  for (let at = 7; at < forms.length; at += 1) {
    // The device holds the next form, so opening the form does not wait for the slow network.
    if (at > 7) await show(page, forms[at] as PublishedForm)
    await write(page, `Slowly ${at}`)
  }
  for (let at = 7; at < forms.length; at += 1)
    await arrives(forms[at] as PublishedForm, `Slowly ${at}`)
  await expectTruth(page, () => 'Saved')
})

test('after the browser ends the worker, a new worker sends the unsent edits', async ({
  openDevice,
  server,
}) => {
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD), 12)
  const device = await openDevice()
  const { page } = device
  await signInAs(page, 'plone-primary')
  await show(page, form)
  await device.goOffline()
  await write(page, 'Left by the first worker')
  await expect.poll(() => countUnsent(page)).toBe(1)
  await endWorker(page)
  await device.goOnline()
  await arrives(form, 'Left by the first worker')
  await write(page, 'Written by the second')
  await arrives(form, 'Written by the second')
  await expectTruth(page, () => 'Saved')
})
