import { seedOrganization, seedUser } from '#server/database/seed.ts'
import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

const OPERATOR = 'operator'
/** Adds what the demo lacks: a system administrator and an account with a second factor. */
const prepare = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const organizationId = await seedOrganization(database, { name: 'Operations' })
  await seedUser(database, {
    username: OPERATOR,
    password: DEMO_PASSWORD,
    firstname: 'Demo',
    lastname: 'Operator',
    organizationId,
    roles: ['role-sys-admin'],
  })
  await database.write(
    async (tx) =>
      void (await tx
        .updateTable('users')
        .set({ otp_active: 1 })
        .where('username', '=', 'evaluator')
        .execute()),
  )
  await database.close()
}
const signIn = async (page: Page): Promise<void> => {
  await page.goto('/login')
  await page.getByLabel('Username').fill(OPERATOR)
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.getByLabel('Password', { exact: true }).press('Enter')
  await page.waitForURL('**/dashboard')
}
const act = async (page: Page, name: string, item: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for ${name}` }).click()
  await page.getByRole('menuitem', { name: item }).click()
}

test('a system administrator ends the sessions of an account, removes its second factor and reads the permissions of roles', async ({
  page,
  server,
}) => {
  await prepare(server.dataDir)
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  await signIn(page)
  await page.getByRole('link', { name: 'Administration' }).click()
  await page.getByLabel('Search users').fill('demo')
  await expect(page.getByRole('row', { name: /Demo Author/ })).toBeVisible()
  await seenEverywhere(page, 'the users')

  await act(page, 'Demo Author', 'Sessions…')
  const sessions = page.getByRole('dialog', { name: 'Sessions of Demo Author' })
  await expect(sessions.getByText('127.0.0.1')).toBeVisible()
  await expect(sessions.getByRole('button', { name: 'Close' }).first()).not.toBeFocused()
  await seenEverywhere(page, 'the sessions of an account')
  await sessions.getByRole('button', { name: 'End all sessions' }).click()
  await expect(sessions).toBeHidden()
  expect((await author.raw('GET', '/users-service/auth/session')).status).toBe(401)

  await expect(page.getByRole('row', { name: /Demo Evaluator.* on / })).toBeVisible()
  await act(page, 'Demo Evaluator', 'Deactivate 2FA…')
  await page
    .getByRole('dialog', { name: 'Deactivate 2FA of Demo Evaluator?' })
    .getByRole('button', { name: 'Deactivate' })
    .click()
  await expect(page.getByRole('row', { name: /Demo Evaluator.* off / })).toBeVisible()
  expect((await signInApi(server.url, 'evaluator', DEMO_PASSWORD)).session.otpActivated).toBe(false)

  await page.getByText('Roles', { exact: true }).click()
  await expect(page.getByRole('row', { name: /SYSTEM_ADMIN/ })).toBeVisible()
  await seenEverywhere(page, 'the roles and their permissions')
  await page.getByText('Organizations', { exact: true }).click()
  await expect(page.getByRole('row', { name: /Operations/ })).toBeVisible()
  await seenEverywhere(page, 'the organizations')
})
