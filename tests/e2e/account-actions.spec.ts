import { seedUser } from '#server/database/seed.ts'
import type { Database } from '#server/database/database.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

const idOf = async (database: Database, username: string): Promise<number> =>
  (
    await database.queries
      .selectFrom('users')
      .select('id')
      .where('username', '=', username)
      .executeTakeFirstOrThrow()
  ).id

/** Makes the demo's owner an organization owner, and gives a colleague a second factor. */
const prepareMembers = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const owner = await idOf(database, 'owner')
  await database.write(async (tx) => {
    await tx
      .updateTable('organization_members')
      .set({ roles: '["role-org-owner"]' })
      .where('user_id', '=', owner)
      .execute()
    await tx
      .updateTable('users')
      .set({ otp_active: 1 })
      .where('username', '=', 'evaluator')
      .execute()
  })
  await database.close()
}

/** Adds a contact of a vendor who waits for approval. */
const prepareContact = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { organization_id: vendorId } = await database.queries
    .selectFrom('organization_members')
    .select('organization_id')
    .where('user_id', '=', await idOf(database, 'plone-primary'))
    .executeTakeFirstOrThrow()
  const contact = await seedUser(database, {
    username: 'newcomer',
    password: DEMO_PASSWORD,
    firstname: 'Demo',
    lastname: 'Newcomer',
    email: 'newcomer@plone.example',
    organizationId: vendorId,
    roles: ['role-vendor-contact'],
  })
  await database.write(
    async (tx) =>
      void (await tx
        .updateTable('organization_members')
        .set({ state: 'PENDING' })
        .where('user_id', '=', contact)
        .execute()),
  )
  await database.close()
}

const act = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const confirm = async (page: Page, question: string, label: string): Promise<void> => {
  const dialog = page.getByRole('dialog', { name: question })
  await seenEverywhere(page, question)
  await dialog.getByRole('button', { name: label }).click()
  await expect(dialog).toBeHidden()
}

test('an administrator sends a reset link, edits a profile, ends a second factor and deletes an account, each by keyboard and named', async ({
  page,
  server,
}) => {
  await prepareMembers(server.dataDir)
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Organization' }).click()
  await page.getByRole('link', { name: 'Members' }).click()
  await expect(page.getByRole('row', { name: /Demo Evaluator/ })).toBeVisible()

  // By keyboard: the menu opens, an item is chosen, Escape leaves everything as it was.
  const menu = page.getByRole('button', { name: 'Actions for Demo Author' })
  await menu.focus()
  await page.keyboard.press('Enter')
  await expect(page.getByRole('menuitem', { name: 'Send a reset link…' })).toBeVisible()
  await seenEverywhere(page, 'the actions on a member')
  await page.getByRole('menuitem', { name: 'Send a reset link…' }).focus()
  await page.keyboard.press('Enter')
  const question = 'Send Demo Author a link for a new password?'
  await expect(page.getByRole('dialog', { name: question })).toBeVisible()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('dialog', { name: question })).toBeHidden()
  expect((await author.raw('GET', '/users-service/auth/session')).status).toBe(200)
  await act(page, 'Demo Author', 'Send a reset link…')
  await confirm(page, question, 'Send link')
  await expect(page.getByText('Link sent to Demo Author')).toBeVisible()
  expect((await author.raw('GET', '/users-service/auth/session')).status).toBe(401)

  await act(page, 'Demo Author', 'Edit profile…')
  const profile = page.getByRole('dialog', { name: 'Edit the profile of Demo Author' })
  await profile.getByLabel('Homepage').fill('not an address')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(profile.getByRole('alert')).toBeVisible()
  await seenEverywhere(page, 'the profile of another person')
  await profile.getByLabel('Homepage').fill('https://author.example')
  await profile.getByLabel('Last name').fill('Writer')
  await profile.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('row', { name: /Demo Writer/ })).toBeVisible()

  await act(page, 'Demo Evaluator', 'Deactivate 2FA…')
  await confirm(page, 'Deactivate 2FA of Demo Evaluator?', 'Deactivate')
  await expect(page.getByText('2FA deactivated for Demo Evaluator')).toBeVisible()

  await act(page, 'Demo Evaluator', 'Delete account…')
  await confirm(page, 'Delete the account of Demo Evaluator?', 'Delete account')
  await expect(page.getByRole('row', { name: /Demo Evaluator/ })).toBeHidden()
  await expect(signInApi(server.url, 'evaluator', DEMO_PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
})

test('a waiting contact reads at the sign-in what they wait for, and enters once approved', async ({
  page,
  server,
}) => {
  await prepareContact(server.dataDir)
  await page.goto('/login')
  await page.getByLabel('Username').fill('newcomer')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await expect(
    page.getByRole('alert').filter({ hasText: /Your access to Plone.* waits for approval/ }),
  ).toBeVisible()
  await seenEverywhere(page, 'a sign-in that waits for approval')

  await signInAs(page, 'owner')
  await page.getByRole('link', { name: 'Organization' }).click()
  await page.getByRole('link', { name: 'Vendors' }).click()
  const waiting = page.getByRole('region', { name: 'Contacts waiting for approval' })
  await expect(waiting.getByRole('row', { name: /Demo Newcomer/ })).toBeVisible()
  const rule = page.getByRole('switch', {
    name: 'Contacts that a vendor invites wait for approval',
  })
  await rule.focus()
  await page.keyboard.press('Space')
  await expect(rule).toBeChecked()
  await expect(page.getByText('Contacts now wait for approval')).toBeVisible()
  await seenEverywhere(page, 'the contacts waiting for approval')
  await waiting.getByRole('button', { name: 'Approve Demo Newcomer' }).click()
  await confirm(page, 'Approve Demo Newcomer?', 'Approve')
  await expect(waiting.getByRole('row', { name: /Demo Newcomer/ })).toBeHidden()
  const { session } = await signInApi(server.url, 'newcomer', DEMO_PASSWORD)
  expect(session.roles).toEqual(['role-vendor-contact'])
})
