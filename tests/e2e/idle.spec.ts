import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { expect, signInAs, test, untilInstalled } from '../support/browser.ts'

const LONG_AGO_MS = 4 * 3_600_000 + 60_000

test('after four idle hours the page asks for the password, also offline and after a reload', async ({
  openDevice,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'author')
  await untilInstalled(page)
  await device.goOffline()
  await page.evaluate(
    (ms) => localStorage.setItem('tenderbook.active', String(Date.now() - ms)),
    LONG_AGO_MS,
  )
  await page.evaluate(() => document.dispatchEvent(new Event('visibilitychange')))
  const dialog = page.getByRole('dialog', { name: 'Renew session' })
  await expect(
    dialog.getByText('You were inactive for too long. Please log in again.'),
  ).toBeVisible()
  await expect(dialog.getByLabel(/^Password/)).toBeFocused()
  await dialog.getByLabel(/^Password/).fill('wrong')
  await dialog.getByRole('button', { name: 'Renew session' }).click()
  await expect(dialog.getByText('Username or password is wrong')).toBeVisible()
  // A reload must not bypass the dialog.
  await page.reload()
  await expect(dialog).toBeVisible()
  await dialog.getByLabel(/^Password/).fill(DEMO_PASSWORD)
  await dialog.getByRole('button', { name: 'Renew session' }).click()
  await expect(dialog).toBeHidden()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
})
