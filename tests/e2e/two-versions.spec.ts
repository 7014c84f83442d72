import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { databaseName } from '#sync/browser/storage/database.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { publishedForm } from '../support/published-form.ts'
import { seenInBothThemes } from '../support/themes.ts'

const notes = (page: Page) => page.getByLabel('Remarks and explanations')
const bar = (page: Page) => page.getByRole('alert').filter({ hasText: 'version of Tenderbook' })

test('a tab whose database was upgraded by a newer version says so and keeps the typed text', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const form = await publishedForm(api)
  const { page, context } = await openDevice()
  await signInAs(page, 'plone-primary', form.path)
  await expect(notes(page)).toBeVisible()
  const newer = await context.newPage()
  await newer.goto('/login')
  await newer.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 99_999)
        request.onsuccess = () => {
          request.result.close()
          resolve()
        }
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      }),
    databaseName(api.session),
  )
  await expect(bar(page)).toContainText('A newer version of Tenderbook is open in another tab.')
  await expect(bar(page).getByRole('button', { name: 'Reload' })).toBeVisible()
  await seenInBothThemes(page, 'a newer version in another tab')
  await page.setViewportSize({ width: 390, height: 844 })
  await seenInBothThemes(page, 'a newer version in another tab')
  await notes(page).fill('Typed in the former version')
  await notes(page).press('Tab')
  await expect(notes(page)).toHaveValue('Typed in the former version')
  await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe('Typed in the former version')
  await bar(page).getByRole('button', { name: 'Reload' }).click()
  await expect(notes(page)).toHaveValue('Typed in the former version')
})

test('a tab blocked by a tab of an older version says which tab to close, and then continues by itself @variation', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-contact', DEMO_PASSWORD)
  const form = await publishedForm(api)
  const { page, context } = await openDevice()
  const former = await context.newPage()
  await former.goto('/login')
  await former.evaluate(
    (name) =>
      new Promise<void>((resolve, reject) => {
        const request = indexedDB.open(name, 1)
        request.onsuccess = () => resolve()
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      }),
    databaseName(api.session),
  )
  await signInAs(page, 'plone-contact')
  await expect(bar(page)).toContainText('An older version of Tenderbook is open in another tab.')
  await seenInBothThemes(page, 'a former version in another tab')
  await former.close()
  await expect(bar(page)).toBeHidden()
  await page.goto(form.path)
  await expect(notes(page)).toBeVisible()
})
