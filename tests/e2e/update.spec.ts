import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import {
  axe,
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { pressKey } from '../support/keyboard.ts'
import { makeNextBuild, NEXT_BUILD_MARK } from '../support/next-build.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'

test.describe.configure({ mode: 'serial' })

const FOUND = 'A new version of Tenderbook is ready.'
const heading = (page: Page) => page.getByRole('heading', { level: 1 })
const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const buildOf = (page: Page) =>
  page
    .locator('meta[name=build]')
    .getAttribute('content', { timeout: 1_000 })
    .catch(() => null)
const mark = (page: Page) => page.evaluate(() => void Reflect.set(window, 'notReloaded', true))
const isSamePage = (page: Page) => page.evaluate(() => Reflect.get(window, 'notReloaded') === true)
const lookForUpdate = (page: Page) =>
  page.evaluate(
    async () => void (await (await navigator.serviceWorker.getRegistration())?.update()),
  )

/** Opens two tabs of one vendor, each with the form of another requirement. */
const openTabs = async (device: Device, server: RunningServer) => {
  const { page, context } = device
  const {
    documentUrl,
    requirements: [mine, others],
    answers,
  } = await openDemoProject(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const openForm = async (target: Page, fullId = '') => {
    await target.goto(`${documentUrl}/requirement/${fullId}`)
    await expect(heading(target)).toHaveText(fullId)
  }
  await signInAs(page, 'plone-primary')
  await untilInstalled(page)
  await openForm(page, mine?.fullId)
  const tab = await context.newPage()
  await openForm(tab, others?.fullId)
  for (const one of [page, tab]) await mark(one)
  const stored = async () => (await answers()).get(mine?.id ?? '')?.['notes']
  return { page, tab, stored }
}
/** Restarts the server with only the next build; the files of the former build are gone. */
const startNext = async (device: Device, server: RunningServer) => {
  const next = makeNextBuild(/^palette-[^.]+\.js$/)
  device.watch.expectNetworkErrors(true)
  await server.stop()
  const running = await startServer({
    port: server.port,
    dataDir: server.dataDir,
    entry: 'tests/bench/serve.ts',
    env: { CLIENT_DIR: next.dir },
  })
  const end = async () => {
    await device.close()
    await running.dispose()
    next.remove()
  }
  return { formerScript: next.formerScript, end }
}

test('[step 8] a new version is offered while a person types, waits for the click and loses no text', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({ installs: true })
  const { page, tab, stored } = await openTabs(device, server)
  const next = await startNext(device, server)

  const words = 'The new version came while this sentence was being written'
  await test.step('the version is offered, and typing continues', async () => {
    await tab.bringToFront()
    await notes(tab).focus()
    await tab.keyboard.type('Typed in the other tab')
    await page.bringToFront()
    await notes(page).focus()
    await page.keyboard.type(words.slice(0, 15))
    const found = lookForUpdate(page)
    await page.keyboard.type(words.slice(15, 40), { delay: 20 })
    await found
    await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible()
    await expect(notes(page)).toBeFocused()
    await page.keyboard.type(words.slice(40), { delay: 20 })
    await page.waitForTimeout(1_000)
    await expect(notes(page)).toHaveValue(words)
    expect(await isSamePage(page)).toBe(true)
    expect(await buildOf(page)).toBeNull()
    await axe(page, 'the offer of a new version')
  })

  const end = ', and this word right before the click.'
  await test.step('the click applies the version and keeps the last word', async () => {
    await page.keyboard.type(end)
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(() => buildOf(page), { timeout: 60_000 }).toBe(NEXT_BUILD_MARK)
    await expect(notes(page)).toHaveValue(words + end)
    await expect(page.getByRole('button', { name: 'Update now' })).toBeHidden()
    await expect.poll(stored, { timeout: 60_000 }).toBe(words + end)
  })

  await test.step('the other tab keeps its text and its page, although the server no longer has the former files', async () => {
    expect((await page.request.get(`/assets/${next.formerScript}`)).status()).toBe(404)
    await tab.bringToFront()
    await expect(notes(tab)).toHaveValue('Typed in the other tab')
    expect(await isSamePage(tab)).toBe(true)
    // The rest of the message depends on whether the former service worker has ended.
    await expect(tab.getByText(/A new version of Tenderbook is ready\./)).toBeVisible()
    await (await device.context.newCDPSession(tab)).send('Network.clearBrowserCache')
    await tab.keyboard.press('ControlOrMeta+K')
    await expect(tab.getByRole('combobox', { name: /^Search projects/ })).toBeVisible()
    await tab.keyboard.press('Escape')
    await expect(notes(tab)).toHaveValue('Typed in the other tab')
    await pressKey(tab, 'button', 'Update now')
    await expect.poll(() => buildOf(tab), { timeout: 60_000 }).toBe(NEXT_BUILD_MARK)
    await expect(notes(tab)).toHaveValue('Typed in the other tab')
  })

  await test.step('the new version works without a network', async () => {
    await page.bringToFront()
    // While the former worker lingers, the page comes from the server; wait until the worker of the
    // new version is installed.
    await untilInstalled(page)
    await device.goOffline()
    await page.reload()
    await expect.poll(() => buildOf(page)).toBe(NEXT_BUILD_MARK)
    await expect(notes(page)).toHaveValue(words + end)
    await page.keyboard.press('ControlOrMeta+K')
    await expect(page.getByRole('combobox', { name: /^Search projects/ })).toBeVisible()
    await page.keyboard.press('Escape')
  })
  await next.end()
})

test('[step 8] a new version loads even while requests keep the former worker alive, and takes over afterwards', async ({
  openDevice,
  server,
}) => {
  // The test before this one leaves the server stopped; alone, this test finds the server running.
  await server.stop()
  await server.start()
  const device = await openDevice({ installs: true })
  const { page, tab, stored } = await openTabs(device, server)
  const next = await startNext(device, server)
  const words = 'Typed while another tab asked for files without a pause'

  await test.step('the click applies the version', async () => {
    await lookForUpdate(page)
    await expect(page.getByRole('status').filter({ hasText: FOUND })).toBeVisible()
    await tab.evaluate(() => {
      const ask = async (): Promise<void> => {
        for (;;)
          await fetch('/icons/icon.svg').then(
            (answer) => answer.text(),
            () => undefined,
          )
      }
      for (let one = 0; one < 4; one += 1) void ask()
    })
    await page.bringToFront()
    await notes(page).fill(words)
    await page.getByRole('button', { name: 'Update now' }).click()
    await expect.poll(() => buildOf(page), { timeout: 60_000 }).toBe(NEXT_BUILD_MARK)
    await expect(notes(page)).toHaveValue(words)
    await expect.poll(stored, { timeout: 60_000 }).toBe(words)
    await expect(page.getByRole('button', { name: 'Update now' })).toBeHidden()
    expect(await isSamePage(tab)).toBe(true)
  })

  await test.step('once the other tab is closed, the new worker takes over and works offline', async () => {
    await tab.close()
    const workers = () =>
      page.evaluate(async () => {
        const registration = await navigator.serviceWorker.getRegistration()
        return [registration?.waiting?.state, navigator.serviceWorker.controller?.state]
      })
    await expect.poll(workers, { timeout: 60_000 }).toEqual([undefined, 'activated'])
    await device.goOffline()
    await page.reload()
    await expect.poll(() => buildOf(page)).toBe(NEXT_BUILD_MARK)
    await expect(notes(page)).toHaveValue(words)
  })
  await next.end()
})
