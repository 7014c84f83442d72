import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { pressKey } from '../support/keyboard.ts'
import { keysCommand } from '../support/keys-command.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent } from '../support/sync-truth.ts'

const KEPT = 'Sealed before the keys were rotated'
const notes = (page: Page) => page.getByLabel('Remarks and explanations')

test('[KF8] work sealed before a key rotation is sent when its writer signs in again', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'plone-primary', form.path)
  await expect(notes(page)).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  await notes(page).fill(KEPT)
  await notes(page).press('Tab')
  await expect.poll(() => countUnsent(page)).toBeGreaterThan(0)
  await pressKey(page, 'button', /^Account of/)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  const question = page.getByRole('dialog', { name: 'You have unsent work' })
  await pressKey(page, 'button', 'Keep on this device and sign out', question)
  await page.waitForURL('**/login**')
  expect(await dumpStorage(page)).not.toContain(KEPT)

  await server.stop()
  const place = { dataDir: server.dataDir, databaseUrl: undefined }
  expect(await keysCommand(place, 'rotate')).toMatchObject({ code: 0 })
  await server.start()
  await device.goOnline()
  await signInAs(page, 'plone-primary')
  const { storedNotes } = await publishedForm(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
  )
  await expect.poll(storedNotes, { timeout: 60_000 }).toBe(KEPT)
})
