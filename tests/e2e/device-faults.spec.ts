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
import { fillLocalStorage } from '../support/full-local-storage.ts'
import { type PublishedForm, publishedForm } from '../support/published-form.ts'
import { startServer } from '../support/start-server.ts'
import { countUnsent, expectTruth, syncButton } from '../support/sync-truth.ts'
import { variationIf } from '../support/variation.ts'

const HEALED_MS = 60_000
const DAY_MS = 86_400_000

const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const write = async (page: Page, text: string): Promise<void> => {
  await notes(page).fill(text)
  await notes(page).press('Tab')
}
const arrives = (form: PublishedForm, text: string) =>
  expect.poll(form.storedNotes, { timeout: HEALED_MS }).toBe(text)
const says = (page: Page, words: string) =>
  expect(syncButton(page)).toContainText(words, { timeout: HEALED_MS })
const show = async (page: Page, form: PublishedForm): Promise<void> => {
  await page.goto(form.path)
  await expect(notes(page)).toBeVisible()
}
const openForm = async (device: Device, api: ApiClient, at: number): Promise<PublishedForm> => {
  const form = await publishedForm(api, at)
  await signInAs(device.page, 'plone-primary')
  await show(device.page, form)
  await expectTruth(device.page, () => 'Saved')
  return form
}

test('a leading tab that leaves the application lets the other tab send, and continues when it returns', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice()
  const { page, context } = device
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const mine = await openForm(device, api, 0)
  const others = await publishedForm(api, 1)
  const other = await context.newPage()
  await show(other, others)
  await page.bringToFront()
  await device.goOffline()
  await write(page, 'Written before going on')
  await expect.poll(() => countUnsent(page)).toBe(1)
  await page.goto('about:blank')
  await device.goOnline()
  await arrives(mine, 'Written before going on')
  await other.bringToFront()
  await write(other, 'By the tab that took over')
  await arrives(others, 'By the tab that took over')
  await page.bringToFront()
  await page.goBack()
  await expect(notes(page)).toHaveValue('Written before going on')
  await write(page, 'And by the one that came back')
  await arrives(mine, 'And by the one that came back')
  for (const tab of [page, other]) await expectTruth(tab, () => 'Saved')
})

// With two tabs, the browser drops the cached tab as soon as the other tab sends it a message. The
// test above covers that case.
test('a tab restored from the back-forward cache keeps its text and receives the edits of a colleague @variation', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({
    installs: true,
    profileDir: await mkdtemp(join(tmpdir(), 'tenderbook-profile-')),
  })
  const { page } = device
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const mine = await openForm(device, api, 3)
  const others = await publishedForm(api, 4)
  await untilInstalled(page)
  // Load the page again: a page that a service worker claimed while open does not enter the cache.
  await show(page, mine)
  await page.evaluate(() =>
    addEventListener('pageshow', ({ persisted }) => {
      document.body.dataset['wasKept'] = String(persisted)
    }),
  )
  device.watch.expectNetworkErrors(true)
  device.proxy.cut()
  await write(page, 'Written before going on')
  await expect.poll(() => countUnsent(page)).toBe(1)
  await page.goto(`${server.url}/start.js`)
  device.proxy.restore()
  const colleague = await openDevice()
  await signInAs(colleague.page, 'plone-contact')
  await show(colleague.page, others)
  await write(colleague.page, 'By a colleague')
  await arrives(others, 'By a colleague')
  // A restored page loads nothing, so no load event ends the navigation.
  await page.goBack({ waitUntil: 'commit' })
  // The body is absent while the page is being replaced.
  // A page that was loaded again states the browser's reasons.
  const wasKept = () =>
    page.evaluate(
      () =>
        document.querySelector('body')?.dataset['wasKept'] ??
        JSON.stringify(performance.getEntriesByType('navigation')),
    )
  await expect.poll(wasKept).toBe('true')
  await expect(notes(page)).toHaveValue('Written before going on')
  await arrives(mine, 'Written before going on')
  await page.getByRole('link', { name: others.fullId }).first().click()
  await expect(notes(page)).toHaveValue('By a colleague', { timeout: HEALED_MS })
  await write(page, 'And by the one that came back')
  await arrives(others, 'And by the one that came back')
  await expectTruth(page, () => 'Saved')
})

test('a device that runs out of storage says so, keeps the typed text, and continues when there is room', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({
    profileDir: await mkdtemp(join(tmpdir(), 'tenderbook-profile-')),
  })
  const { page, context } = device
  const form = await openForm(
    device,
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    2,
  )
  const devtools = await context.newCDPSession(page)
  const origin = device.proxy.url
  await device.goOffline()
  await write(page, 'Written while there was room')
  await expect.poll(() => countUnsent(page)).toBe(1)
  device.watch.expectNetworkErrors(true)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin, quotaSize: 1 })
  await device.goOnline()
  await arrives(form, 'Written while there was room')
  // Sooner or later the database refuses an edit, and the text of that edit stays in its field.
  const isRefused = page.getByText(/no room|is full/i).first()
  let text = ''
  for (let n = 0; n < 20 && !(await isRefused.isVisible()); n += 1) {
    text = `There is no room for this, ${n}`
    await notes(page).fill(text)
    await notes(page).press('Tab')
    await expect
      .poll(async () => (await isRefused.isVisible()) || (await form.storedNotes()) === text, {
        timeout: HEALED_MS,
      })
      .toBe(true)
  }
  await expect(isRefused).toBeVisible()
  await expect(notes(page)).toHaveValue(text)
  await devtools.send('Storage.overrideQuotaForOrigin', { origin })
  await write(page, 'There is room again')
  await arrives(form, 'There is room again')
  await expectTruth(page, () => 'Saved')
})

test('where local storage is full, a person types, goes offline and continues as ever', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice()
  const { page } = device
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const form = await openForm(device, api, 2)
  await page.evaluate(fillLocalStorage)
  await write(page, 'Written without room')
  await arrives(form, 'Written without room')
  await device.goOffline()
  await write(page, 'Written offline')
  await says(page, 'Offline')
  await device.goOnline()
  await arrives(form, 'Written offline')
  await page.reload()
  await expect(notes(page)).toHaveValue('Written offline')
  await expectTruth(page, () => 'Saved')
})

test('database connections that the browser closes by force are reopened @variation', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({
    profileDir: await mkdtemp(join(tmpdir(), 'tenderbook-profile-')),
  })
  const { page, context } = device
  const form = await openForm(
    device,
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    3,
  )
  await device.goOffline()
  await write(page, 'Written before the connection was lost')
  await expect.poll(() => countUnsent(page)).toBe(1)
  const internals = await context.newPage()
  await internals.goto('chrome://indexeddb-internals')
  const closing = internals.getByText('Force close', { exact: false })
  await expect(closing.first()).toBeVisible()
  for (let at = 0; at < (await closing.count()); at += 1) await closing.nth(at).click()
  await page.bringToFront()
  await write(page, 'Written after it')
  await expect(notes(page)).toHaveValue('Written after it')
  await device.goOnline()
  await arrives(form, 'Written after it')
  await expectTruth(page, () => 'Saved')
})

test('a version too old for the server keeps its edits and says that it must update to send them @variation', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({ installs: true })
  const form = await openForm(
    device,
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    4,
  )
  await untilInstalled(device.page)
  device.watch.expectNetworkErrors(true)
  await server.stop()
  const newer = await startServer({
    port: server.port,
    dataDir: server.dataDir,
    env: { NODE_OPTIONS: '--import ./tests/faults/newer-protocol.ts', PROTOCOL_LATER: '3' },
  })
  await write(device.page, 'Written by the former version')
  await says(device.page, 'Update to send')
  expect(await countUnsent(device.page)).toBe(1)
  await device.page.reload()
  await expect(notes(device.page)).toHaveValue('Written by the former version')
  await says(device.page, 'Update to send')
  // Stand in for the update with a server that understands this version.
  await newer.dispose()
  await server.start()
  await device.page.reload()
  await arrives(form, 'Written by the former version')
  await expectTruth(device.page, () => 'Saved')
})

for (const [days, what] of [
  [1, 'ahead'],
  [-1, 'behind'],
] as const) {
  test(`a server whose clock jumps a day ${what} receives every edit${variationIf(days === 1)}`, async ({
    openDevice,
    server,
  }) => {
    const device = await openDevice()
    const { page } = device
    await openForm(device, await signInApi(server.url, 'plone-primary', DEMO_PASSWORD), 5 + days)
    device.watch.expectNetworkErrors(true)
    await server.stop()
    const shifted = await startServer({
      port: server.port,
      dataDir: server.dataDir,
      env: {
        NODE_OPTIONS: '--import ./tests/support/shifted-clock.ts',
        CLOCK_SHIFT_MS: String(days * DAY_MS),
      },
    })
    await write(page, `A day ${what}`)
    // A session unused for a day has expired; the password renews the session, and no edit is lost.
    if (days > 0) {
      const dialog = page.getByRole('dialog', { name: 'Renew session' })
      await expect(dialog).toBeVisible({ timeout: HEALED_MS })
      expect(await countUnsent(page)).toBe(1)
      await dialog.locator('input[type=password]').fill(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
    }
    await expect.poll(() => countUnsent(page), { timeout: HEALED_MS }).toBe(0)
    await expectTruth(page, () => 'Saved')
    await shifted.dispose()
    await server.start()
    const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
    await expect
      .poll((await publishedForm(api, 5 + days)).storedNotes, { timeout: HEALED_MS })
      .toBe(`A day ${what}`)
    await expect(notes(page)).toHaveValue(`A day ${what}`)
  })
}
