import { openDatabase } from '#server/database/open.ts'
import { seedOrganization } from '#server/database/seed.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

/** A contact of Plone who works for another requestor and for another vendor too. */
const joinTwoMore = async (dataDir: string): Promise<void> => {
  const database = await openDatabase({ dataDir, databaseUrl: undefined })
  const { id: userId } = await database.queries.selectFrom('users').select('id').where('username', '=', 'plone-contact').executeTakeFirstOrThrow()
  const { id: vendorId } = await database.queries.selectFrom('organizations').select('id').where('name', '=', 'NVDA').executeTakeFirstOrThrow()
  const requestorId = await seedOrganization(database, { name: 'Second Requestor' })
  const member = { user_id: userId, is_primary_contact: 0, created_on: 0 }
  await database.write(async (tx) => void (await tx.insertInto('organization_members').values([
    { ...member, organization_id: vendorId, roles: '["role-vendor-contact"]' }, { ...member, organization_id: requestorId, roles: '[]' },
  ]).execute()))
  await database.close()
}
const change = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Change organization…' }).click()
}

test('the active organization is changed after a question, and nothing that was not sent yet is left behind', async ({ openDevice, server }) => {
  await joinTwoMore(server.dataDir)
  // Read by a colleague: the sessions of the person themselves all end.
  const form = await publishedForm(await signInApi(server.url, 'plone-primary', DEMO_PASSWORD))
  const device = await openDevice()
  const { page } = device
  const notes = page.getByLabel('Remarks and explanations')
  const KEPT = 'Written just before the organization was changed'
  await signInAs(page, 'plone-contact')
  await page.goto(form.path)
  await expect(notes).toBeVisible()
  await untilInstalled(page)

  await change(page)
  const dialog = page.getByRole('dialog', { name: 'Active organization' })
  await expect(dialog.getByRole('button', { name: 'NVDA (Demo Requestor)' })).toBeVisible()
  await seenEverywhere(page, 'the organizations of a person')
  await page.keyboard.press('Escape')
  await device.goOffline()
  await notes.fill(KEPT)
  await notes.press('Tab')
  await expect.poll(() => countUnsent(page)).toBeGreaterThan(0)

  await test.step('without a network it stays as it is', async () => {
    await change(page)
    await expect(dialog).toContainText('There is no connection to the server right now.')
    await page.keyboard.press('Escape')
    await expect(notes).toHaveValue(KEPT)
  })

  await test.step('with one it is sent first', async () => {
    await device.goOnline()
    await change(page)
    await dialog.getByRole('button', { name: 'Second Requestor' }).click()
    const question = page.getByRole('dialog', { name: 'Change active organization' })
    await expect(question).toContainText('Do you really want to change active organization to Second Requestor? After the change, you will be automatically logged out!')
    await seenEverywhere(page, 'the question before the organization is changed')
    await question.getByRole('button', { name: 'Change and sign out' }).click()
    await page.waitForURL('**/login**')
    await expect.poll(form.storedNotes).toBe(KEPT)
  })

  await signInAs(page, 'plone-contact')
  await expect(page).toHaveURL(/\/dashboard$/)
  await expect(page.getByText(form.fullId)).toHaveCount(0)

  await test.step('whoever leaves the organization is signed out, and works on in another', async () => {
    await page.getByRole('link', { name: 'Organization' }).click()
    await page.getByRole('link', { name: 'Profile' }).click()
    await page.getByRole('button', { name: 'Leave the organization' }).click()
    const question = page.getByRole('dialog', { name: 'Leave Second Requestor?' })
    await expect(question).toContainText('This cannot be taken back')
    await question.getByRole('button', { name: 'Leave the organization' }).click()
    await page.waitForURL('**/login**')
    await signInAs(page, 'plone-contact')
    await expect(page).toHaveURL(/\/vendor\/dashboard\/projects$/)
  })
})
