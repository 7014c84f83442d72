import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { publishedForm } from '../support/published-form.ts'

const notes = (page: Page) => page.getByLabel('Remarks and explanations')
/** Closes the page as a person does. @returns whether the browser asked first; then it stays open */
const close = async (page: Page): Promise<boolean> => {
  const asked = page.waitForEvent('dialog').then(async (dialog) => {
    expect(dialog.type()).toBe('beforeunload')
    await dialog.dismiss()
    return true
  })
  const closed = page.waitForEvent('close').then(() => false)
  await page.close({ runBeforeUnload: true })
  return await Promise.race([asked, closed]).finally(() => {
    asked.catch(() => undefined)
    closed.catch(() => undefined)
  })
}

test('while the worker starts, the browser asks before it closes a page with an edit that is not on the disk', async ({
  openDevice,
  server,
}) => {
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const { page } = await openDevice()
  await signInAs(page, 'plone-primary')
  await page.goto(form.path)
  await expect(notes(page)).toBeVisible()
  const worker = Promise.withResolvers<void>()
  await page.route(/device\.worker/, async (route) => {
    await worker.promise
    await route.continue()
  })
  await page.reload()
  await notes(page).fill('Typed before the worker started')
  await notes(page).press('Tab')
  expect(await close(page)).toBe(true)
  worker.resolve()
  await expect.poll(form.storedNotes).toBe('Typed before the worker started')
  expect(await close(page)).toBe(false)
})
