import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent, expectTruth } from '../support/sync-truth.ts'

const TAG = 'tenderbook-outbox'

test('the service worker sends the edits of the last closed tab once the network is back', async ({
  openDevice,
  server,
}) => {
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD), 0)
  const device = await openDevice({ installs: true })
  const { page, context } = device
  const notes = page.getByLabel('Remarks and explanations')
  const write = async (text: string): Promise<void> => {
    await notes.fill(text)
    await notes.press('Tab')
  }
  await signInAs(page, 'plone-primary')
  await untilInstalled(page)
  await page.goto(form.path)
  await expect(notes).toBeVisible()
  await expectTruth(page, () => 'Saved')

  // Keep a tab of another origin open: its DevTools session reports the return of the network.
  const elsewhere = await context.newPage()
  const devtools = await context.newCDPSession(elsewhere)
  const registered = new Promise<string>((resolve) =>
    devtools.on('ServiceWorker.workerRegistrationUpdated', ({ registrations }) => {
      const [own] = registrations.filter(({ scopeURL }) => scopeURL.startsWith(device.proxy.url))
      if (own !== undefined) resolve(own.registrationId)
    }),
  )
  await devtools.send('ServiceWorker.enable')
  const registrationId = await registered

  await page.bringToFront()
  await device.goOffline()
  await write('Written, and the laptop closed')
  await expect.poll(() => countUnsent(page)).toBe(1)
  const tags = () =>
    page.evaluate(async () => {
      const { sync } = (await navigator.serviceWorker.ready) as unknown as {
        sync: { getTags(): Promise<string[]> }
      }
      return await sync.getTags()
    })
  await expect.poll(tags).toEqual([TAG])
  await page.close()
  expect(await form.storedNotes()).not.toBe('Written, and the laptop closed')

  await device.goOnline()
  await devtools.send('ServiceWorker.dispatchSyncEvent', {
    origin: device.proxy.url,
    registrationId,
    tag: TAG,
    lastChance: false,
  })
  await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe('Written, and the laptop closed')

  await test.step('a tab opened afterwards continues, undisturbed by the service worker', async () => {
    const tab = await context.newPage()
    await tab.goto(form.path)
    await expect(tab.getByLabel('Remarks and explanations')).toHaveValue(
      'Written, and the laptop closed',
    )
    await expectTruth(tab, () => 'Saved')
    expect(await countUnsent(tab)).toBe(0)
    await tab.getByLabel('Remarks and explanations').fill('And on with it')
    await tab.getByLabel('Remarks and explanations').press('Tab')
    await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe('And on with it')
    await expectTruth(tab, () => 'Saved')
  })
})
