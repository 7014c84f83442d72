import { DEMO_PASSWORD, type DemoUsername } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import {
  type Device,
  expect,
  type Page,
  signInAs,
  test,
  untilInstalled,
} from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { pressKey } from '../support/keyboard.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent, expectTruth } from '../support/sync-truth.ts'
import { seenInBothThemes } from '../support/themes.ts'

const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const question = (page: Page) => page.getByRole('dialog', { name: 'You have unsent work' })
const write = async (page: Page, text: string): Promise<void> => {
  await notes(page).fill(text)
  await notes(page).press('Tab')
  await expect.poll(() => countUnsent(page)).toBeGreaterThan(0)
}
const askToSignOut = async (page: Page): Promise<void> => {
  await pressKey(page, 'button', /^Account of/)
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
}
const open = async (device: Device, username: DemoUsername, path: string): Promise<void> => {
  await signInAs(device.page, username, path)
  await expect(notes(device.page)).toBeVisible()
}

test('signing out with unsent work asks first: stay, download, keep sealed, or discard after a typed word', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const device = await openDevice({ installs: true })
  const { page } = device
  const KEPT = 'Kept under the seal until its writer is back'
  await open(device, 'plone-primary', form.path)
  await untilInstalled(page)
  await device.goOffline()
  await write(page, KEPT)

  await test.step('stay: nothing changes', async () => {
    await askToSignOut(page)
    await expect(question(page)).toContainText('1 edit has not reached the server.')
    await seenInBothThemes(page, 'the question at sign-out')
    await page.setViewportSize({ width: 390, height: 844 })
    await seenInBothThemes(page, 'the question at sign-out')
    await page.setViewportSize({ width: 1440, height: 900 })
    await pressKey(page, 'button', 'Stay signed in', question(page))
    await expect(question(page)).toBeHidden()
    await expect(notes(page)).toHaveValue(KEPT)
  })

  await test.step('download: the browser saves the file, and the person stays signed in', async () => {
    await askToSignOut(page)
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      pressKey(page, 'button', 'Download unsent work', question(page)),
    ])
    expect(download.suggestedFilename()).toMatch(/^unsent-plone-primary-.*\.tenderbook$/)
    await expect(question(page)).toBeVisible()
  })

  await test.step('keep: another person who signs in here finds no trace of the work, not even in the storage', async () => {
    await pressKey(page, 'button', 'Keep on this device and sign out', question(page))
    await page.waitForURL('**/login**')
    expect(await dumpStorage(page)).not.toContain(KEPT)
    await device.goOnline()
    await open(device, 'drupal-primary', form.path)
    await expect(notes(page)).not.toHaveValue(KEPT)
    const stored = await dumpStorage(page)
    expect(stored, 'the storage is read').toContain(form.fullId)
    expect(stored).not.toContain(KEPT)
    await askToSignOut(page)
    await page.waitForURL('**/login**')
    expect(await form.storedNotes()).not.toBe(KEPT)
  })

  await test.step('the writer signs in again, and the work is sent without a click', async () => {
    await signInAs(page, 'plone-primary')
    await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe(KEPT)
    await page.goto(form.path)
    await expect(notes(page)).toHaveValue(KEPT)
    await expectTruth(page, () => 'Saved')
  })

  await test.step('discard: only after the typed word, and then the work is gone', async () => {
    const LOST = 'Written to be thrown away'
    await device.goOffline()
    await write(page, LOST)
    await askToSignOut(page)
    const discard = question(page).getByRole('button', { name: 'Discard and sign out' })
    await expect(discard).toBeDisabled()
    await expect(question(page).getByRole('button', { name: 'Stay signed in' })).toBeFocused()
    await question(page).getByRole('textbox').fill('discard')
    await discard.click()
    await page.waitForURL('**/login**')
    expect(await dumpStorage(page)).not.toContain(LOST)
    await device.goOnline()
    await open(device, 'plone-primary', form.path)
    await expect(notes(page)).toHaveValue(KEPT)
    expect(await form.storedNotes()).toBe(KEPT)
  })
})

test('with a connection, signing out sends first and asks nothing', async ({
  openDevice,
  server,
}) => {
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const device = await openDevice()
  const { page, proxy } = device
  await open(device, 'plone-primary', form.path)
  // Slow enough that the edit is still being sent when the person signs out.
  proxy.delay(700)
  await notes(page).fill('Sent on the way out')
  await notes(page).press('Tab')
  await askToSignOut(page)
  await page.waitForURL('**/login**')
  await expect(question(page)).toBeHidden()
  expect(await form.storedNotes()).toBe('Sent on the way out')
})

test('a session that expires while two tabs hold unsent work is renewed in one tab, and the work of both is stored once', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-contact', DEMO_PASSWORD)
  const [form, second] = [await publishedForm(api), await publishedForm(api, 1)]
  const device = await openDevice()
  const { page } = device
  await open(device, 'plone-contact', form.path)
  const other = await device.context.newPage()
  await other.goto(second.path)
  await expect(notes(other)).toBeVisible()
  const changes = [
    await form.countChanges(server.dataDir),
    await second.countChanges(server.dataDir),
  ]
  await device.goOffline()
  const WRITTEN = 'Written while the session ended elsewhere'
  await write(page, WRITTEN)
  await write(other, `${WRITTEN}, in another tab`)
  await expect.poll(() => countUnsent(other)).toBe(2)
  const token = await page.evaluate(() => localStorage.getItem('token') ?? '')
  const ended = await fetch(`${server.url}/api/users-service/auth/logout`, {
    method: 'POST',
    headers: { 'x-auth-token': token },
  })
  expect(ended.ok).toBe(true)

  await device.goOnline()
  const dialogOf = (one: Page) => one.getByRole('dialog', { name: 'Renew session' })
  await expect(dialogOf(page)).toBeVisible({ timeout: 60_000 })
  await expect(dialogOf(other)).toBeVisible({ timeout: 60_000 })
  await seenInBothThemes(page, 'the dialog that renews the session')
  expect(await form.storedNotes()).not.toBe(WRITTEN)
  await page.bringToFront()
  await dialogOf(page).locator('input[type=password]').fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(dialogOf(page)).toBeHidden()
  await expect(dialogOf(other)).toBeHidden()
  await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe(WRITTEN)
  await expect.poll(second.storedNotes, { timeout: 60_000 }).toBe(`${WRITTEN}, in another tab`)
  await expect(notes(page)).toHaveValue(WRITTEN)
  await expect(notes(other)).toHaveValue(`${WRITTEN}, in another tab`)
  await expectTruth(page, () => 'Saved')
  await expectTruth(other, () => 'Saved')
  expect([
    await form.countChanges(server.dataDir),
    await second.countChanges(server.dataDir),
  ]).toEqual(changes.map((count) => count + 1))
})
