import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

const MEMBER = 'evaluator@example.org'
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })
const act = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('an administrator invites a member, sets roles, creates a vendor and invites its primary contact', async ({
  page,
}) => {
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Organization' }).click()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByRole('row', { name: /Demo Evaluator/ })).toBeVisible()
  await page.getByRole('button', { name: 'Invite a member' }).click()
  const invite = dialog(page, 'Invite a member')
  await invite.getByRole('button', { name: 'Invite', exact: true }).click()
  await expect(invite.getByRole('alert')).toContainText('Enter a valid email address')
  const addresses = invite.getByLabel('Email addresses')
  const send = invite.getByRole('button', { name: 'Invite', exact: true })
  await addresses.fill(
    'New Colleague <new@colleague.example>; second@colleague.example\nNEW@colleague.example wrong@',
  )
  await send.click()
  await expect(invite.getByRole('alert')).toContainText('“wrong@” is not an email address.')
  await expect(addresses).toHaveValue(/wrong@/)
  await addresses.fill(`New Colleague <new@colleague.example>; second@colleague.example, ${MEMBER}`)
  await expect(invite.getByLabel('Power user')).toBeVisible()
  await seenEverywhere(page, 'an invitation')
  await send.click()
  await expect(invite.getByRole('alert')).toContainText(`${MEMBER}: `)
  await expect(invite.getByRole('status')).toHaveText(
    'Invited: new@colleague.example, second@colleague.example',
  )
  await expect(addresses).toHaveValue(MEMBER)
  await invite.getByRole('button', { name: 'Close' }).last().click()
  const pending = page.getByRole('region', { name: 'Invited' })
  await expect(pending.getByRole('row', { name: /new@colleague\.example/ })).toBeVisible()
  await expect(pending.getByRole('row', { name: /second@colleague\.example/ })).toBeVisible()
  await pending
    .getByRole('button', { name: 'Send again the invitation for new@colleague.example' })
    .click()
  await expect(page.getByText('Invitation sent again to new@colleague.example')).toBeVisible()

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
  await dialog(page, 'Invite a contact').getByLabel('Email addresses').fill('first@works.example')
  await dialog(page, 'Invite a contact')
    .getByRole('button', { name: 'Invite', exact: true })
    .click()
  await expect(page.getByRole('region', { name: 'Invited' })).toContainText('Primary contact')
  await seenEverywhere(page, 'a vendor')

  await page.getByRole('link', { name: 'Vendors' }).click()
  await page.getByRole('link', { name: 'Plone' }).click()
  await act(page, 'Plone Contact 2', 'Make primary contact…')
  await dialog(page, /primary contact\?/)
    .getByRole('button', { name: 'Make primary contact' })
    .click()
  await expect(page.getByRole('row', { name: /Plone Contact 2/ })).toContainText('Primary contact')
  const remove = page.getByRole('button', { name: 'Delete vendor' })
  await expect(remove).toBeDisabled()
  await expect(remove).toHaveAccessibleDescription('Remove its contacts first.')
})

test('the choice of vendors for a project creates a vendor and invites its contacts @variation', async ({
  page,
  server,
}) => {
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Application security requirements' }).first().click()
  await page.getByRole('button', { name: 'Move to preparation' }).click()
  const choose = dialog(page, 'Move to preparation')
  await choose.getByRole('button', { name: 'New vendor' }).click()
  const form = choose.getByRole('form', { name: 'New vendor' })
  await expect(form.getByLabel('Name of the vendor')).toBeFocused()
  await form.getByRole('button', { name: 'Create vendor' }).click()
  await expect(form.getByRole('alert')).toContainText('Enter a name')
  await form.getByLabel('Name of the vendor').fill('Harbour Software')
  await form.getByLabel('Email addresses of its contacts').fill('Ann <ann@harbour.example>, ben@')
  await form.getByRole('button', { name: 'Create and invite' }).click()
  await expect(form.getByRole('alert')).toContainText('“ben@” is not an email address.')
  await seenEverywhere(page, 'a new vendor in the choice of vendors')
  await choose.getByRole('button', { name: 'Move to preparation' }).click()
  await expect(choose.getByText('Finish or cancel the form of the vendor first.')).toBeVisible()
  await form
    .getByLabel('Email addresses of its contacts')
    .fill('Ann <ann@harbour.example>, ben@harbour.example')
  await form.getByRole('button', { name: 'Create and invite' }).click()
  await expect(form).toBeHidden()
  const created = choose.getByRole('checkbox', { name: /Harbour Software/ })
  await expect(created).toBeChecked()
  await expect(created).toBeFocused()
  await expect(choose.getByText('0 contacts · 2 invited')).toBeVisible()
  await choose.getByRole('button', { name: 'Move to preparation' }).click()
  await expect(choose).toBeHidden()
  const admin = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { items } = await admin.call(API.vendors.list, {
    params: { id: String(admin.session.organizationId) },
    body: { filters: { q: 'Harbour' } },
  })
  const [vendor] = items
  expect(vendor).toMatchObject({ name: 'Harbour Software', projectsCount: 1 })
  const waiting = await admin.call(API.members.pending, {
    params: { id: String(vendor?.id) },
    body: {},
  })
  expect(
    waiting.items.map(({ email, isPrimaryContact }) => [email, isPrimaryContact]).toSorted(),
  ).toEqual([
    ['ann@harbour.example', true],
    ['ben@harbour.example', false],
  ])
})

test('an organization has a profile, a two-factor policy and an access log', async ({ page }) => {
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Organization' }).click()
  await seenEverywhere(page, 'the projects of the organization')
  await page.getByRole('link', { name: 'Profile' }).click()
  await expect(page.getByLabel('Name')).toBeVisible()
  // Before anything scrolls: a field half under the tabs would be a target that is too small.
  await seenEverywhere(page, 'the profile of the organization')
  await page.getByRole('switch', { name: 'Two-factor sign-in is required' }).focus()
  await page.keyboard.press('Space')
  await expect(page.getByText('Turn on two-factor sign-in for yourself first')).toBeVisible()
  await expect(
    page.getByRole('switch', { name: 'Two-factor sign-in is required' }),
  ).not.toBeChecked()
  await page.getByRole('link', { name: 'Access log' }).click()
  await expect(page.getByRole('row', { name: /Demo Owner.*Signed in/ }).first()).toBeVisible()
  await page.getByLabel('What').first().fill('two-factor')
  await page.getByRole('option', { name: 'Changed the two-factor requirement' }).click()
  await expect(page.getByText('No results')).toBeVisible()
  await page.getByLabel('What').first().fill('Anything')
  await page.getByRole('option', { name: 'Anything' }).click()
  await expect(page.getByRole('row', { name: /Demo Owner.*Signed in/ }).first()).toBeVisible()
  await seenEverywhere(page, 'the access log')
  await page.getByLabel('Who').fill('nobody-at-all')
  await expect(page.getByText('No results')).toBeVisible()
})

test('a member of a single organization reads that there is no other @variation', async ({
  page,
}) => {
  await signInAs(page, 'author')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Switch organization…' }).click()
  await expect(dialog(page, 'Active organization')).toContainText(
    'You belong to no other organization.',
  )
})
