import { axe, expect, signInAs, test } from '../support/browser.ts'

test('the account page offers notifications on this device and the address of a calendar', async ({
  page,
}) => {
  await page.context().grantPermissions(['notifications'])
  await signInAs(page, 'owner')
  await page.goto('/settings/account')
  await expect(page.getByRole('heading', { name: 'Notifications on this device' })).toBeVisible()
  await page.getByRole('button', { name: 'Make an address' }).click()
  await expect(page.getByLabel('Address of your calendar')).toHaveValue(/deadlines\.ics$/)
  await axe(page, 'the account page')
})
