import { openDatabase } from '#server/database/open.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { linkFor } from '../support/mailed-link.ts'
import { seenEverywhere } from '../support/themes.ts'

const NEW_PASSWORD = 'Quiet-harbour-81'
const FORMER = 'evaluator@example.org'
const UNDO = '/email-change-undo'

const askChange = async (page: Page, email: string): Promise<void> => {
  await page.goto('/settings/account')
  const part = page.getByRole('region', { name: 'Email address' })
  await part.getByLabel('New email address').fill(email)
  await part.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await part.getByRole('button', { name: 'Change email address' }).click()
  await expect(part.getByRole('status')).toContainText('it lets you undo the change for 7 days')
}

test('the former address undoes an email change and sets a new password', async ({
  page,
  server,
  watch,
}) => {
  watch.expectNetworkErrors(true)
  await signInAs(page, 'evaluator')
  await askChange(page, 'thief@elsewhere.example')
  await page.goto(
    await linkFor(server.dataDir, 'thief@elsewhere.example', '/email-change-confirmation'),
  )
  await page.getByRole('button', { name: 'Confirm new address' }).click()
  await expect(
    page.getByText('We now send emails about your account to thief@elsewhere.example.'),
  ).toBeVisible()

  const undo = await linkFor(server.dataDir, FORMER, UNDO)
  await page.goto(undo)
  await expect(
    page.getByText(`We will send emails about your account to ${FORMER} again.`),
  ).toBeVisible()
  await seenEverywhere(page, 'a change of address is taken back')
  await page.getByRole('button', { name: 'Undo and set a new password' }).click()
  await page.waitForURL('**/reset-password#**')
  await page.getByLabel('New password', { exact: true }).fill(NEW_PASSWORD)
  await page.getByLabel('New password again', { exact: true }).fill(NEW_PASSWORD)
  await page.getByRole('button', { name: 'Set password' }).click()
  await page.waitForURL('**/password-change-confirmation')
  await expect(signInApi(server.url, 'evaluator', DEMO_PASSWORD)).rejects.toThrow('BAD_CREDENTIALS')
  expect((await signInApi(server.url, 'evaluator', NEW_PASSWORD)).session.username).toBe(
    'evaluator',
  )

  await page.goto('about:blank')
  await page.goto(undo)
  await expect(page.getByText('The change was already undone')).toBeVisible()
  await seenEverywhere(page, 'a change of address was taken back before')
})

test('an undo link opened after a week and an invalid undo link say so', async ({
  page,
  server,
}) => {
  await signInAs(page, 'author')
  await askChange(page, 'late@elsewhere.example')
  const undo = await linkFor(server.dataDir, 'author@example.org', UNDO)
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined })
  await database.write(async (tx) => {
    await tx
      .updateTable('mail_links')
      .set({ expires_on: 1 })
      .where('purpose', '=', 'undo-email-change')
      .execute()
  })
  await database.close()
  await page.goto(undo)
  await expect(page.getByText('The 7 days to undo the change are over.')).toBeVisible()
  await seenEverywhere(page, 'a change of address can no longer be taken back')
  await page.goto('about:blank')
  await page.goto(UNDO)
  await expect(page.getByText('This link is invalid.')).toBeVisible()
})
