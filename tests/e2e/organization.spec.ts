import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

const open = async (page: Page, url: string): Promise<void> => {
  await page.goto(url)
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('status', { name: 'Loading' })).toHaveCount(0)
}
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const act = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an administrator invites a member, sets roles, makes a vendor and invites its primary contact', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Organization' }).click()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByRole('row', { name: /Demo Evaluator/ })).toBeVisible()
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const invite = dialog(page, 'Invite a member')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(invite.getByRole('alert')).toContainText('This field is required')
  await invite.getByLabel('E-mail').fill('new@colleague.example')
  await expect(invite.getByLabel('Power user')).toBeVisible()
  await seenEverywhere(page, 'an invitation')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText('new@colleague.example')

  await act(page, 'Demo Evaluator', 'Change roles…')
  const roles = dialog(page, 'Roles of Demo Evaluator')
  await roles.getByLabel('Member manager').check()
  await seenEverywhere(page, 'the roles of a member')
  await roles.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Demo Evaluator/ })).toContainText('Member manager')
  await seenEverywhere(page, 'the members')

  await page.getByRole('link', { name: 'Vendors' }).click()
  await expect(page.getByRole('row', { name: /Plone/ })).toBeVisible()
  await seenEverywhere(page, 'the vendors')
  await page.getByRole('button', { name: 'New vendor' }).click()
  await dialog(page, 'New vendor').getByLabel('Name').fill('Example Works')
  await dialog(page, 'New vendor').getByRole('button', { name: 'Create vendor' }).click()
  await expect(page.getByRole('heading', { level: 1, name: 'Example Works' })).toBeVisible()
  await page.getByRole('button', { name: 'Invite a contact' }).click()
  await dialog(page, 'Invite a contact').getByLabel('E-mail').fill('first@works.example')
  await dialog(page, 'Invite a contact').getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText('Primary contact')
  await seenEverywhere(page, 'a vendor')

  await page.getByRole('link', { name: 'Vendors' }).click()
  await page.getByRole('link', { name: 'Plone' }).click()
  await act(page, 'Plone Contact 2', 'Make primary contact…')
  await dialog(page, /primary contact\?/).getByRole('button', { name: 'Make primary contact' }).click()
  await expect(page.getByRole('row', { name: /Plone Contact 2/ })).toContainText('Primary contact')
  await page.getByRole('button', { name: 'Delete vendor' }).click()
  await dialog(page, 'Delete Plone?').getByRole('button', { name: 'Delete vendor' }).click()
  await expect(page.getByText('You must delete all contacts before deleting vendor!')).toBeVisible()
})

test('the profile and the access log', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Organization' }).click()
  await seenEverywhere(page, 'the projects of the organization')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()
  await seenEverywhere(page, 'the profile of the organization')
  await page.getByRole('link', { name: 'Access log' }).click()
  await expect(page.getByRole('row', { name: /auth\.authenticate/ }).first()).toBeVisible()
  await seenEverywhere(page, 'the access log')
  await page.getByLabel('Who').fill('nobody-at-all')
  await expect(page.getByText('Nothing matches')).toBeVisible()
})

test('whoever belongs to one organization is told so', async ({ page }) => {
  await signInAs(page, 'author')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Change organization…' }).click()
  await expect(dialog(page, 'Active organization')).toContainText('You belong to no other organization.')
  await open(page, '/administration')
  await page.waitForURL('**/dashboard')
})
