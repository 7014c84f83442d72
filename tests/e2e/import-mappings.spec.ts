import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { seenEverywhere } from '../support/themes.ts'

const FIRST = [
  'Key;Rule;Reason;Remark',
  'A-1;The system keeps a record of every change.;Audit;Internal one',
  'A-2;The system signs people out after an hour.;Safety;Internal two',
].join('\n')
/** The same columns in another order, with one more. */
const SECOND = [
  'Remark;Since;Rule;Key;Reason',
  'Internal one;2025;The system keeps a record of every change.;A-1;Audit',
  'Internal three;2026;The system shows who changed a record.;A-3;Audit',
].join('\n')

/** A document of the author's own project, who is no administrator. */
const makeOwnProject = async (url: string): Promise<string> => {
  const api = await signInApi(url, 'author', DEMO_PASSWORD)
  const { id: projectId } = await api.call(API.projects.create, { body: { name: 'Rules' } })
  const { id: packageId } = await api.call(API.packages.create, {
    body: { projectId, name: 'Package' },
  })
  const { id } = await api.call(API.documents.create, {
    body: { packageId, name: 'Document', prefix: 'OWN' },
  })
  return `/project/${projectId}/documents/${id}`
}

const openColumns = async (page: Page, path: string, csv: string) => {
  await page.goto(path)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'rules.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(csv),
  })
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeVisible()
}
const column = (page: Page, name: string) =>
  page.getByRole('combobox', { name: new RegExp(`^Import column \\w+, ${name}, as$`) })
const saved = (page: Page) => page.getByLabel('Saved mapping', { exact: true })
const chosen = (page: Page) => saved(page).locator('option:checked')

test('a mapping is named, shared, suggested to a colleague for the next file, and renamed', async ({
  page,
  server,
  openDevice,
}) => {
  test.slow()
  const path = await makeOwnProject(server.url)
  await signInAs(page, 'author')
  await openColumns(page, path, FIRST)

  await test.step('closing the dialog and choosing another header row lose no matched column', async () => {
    await column(page, 'Remark').selectOption('ignore')
    await column(page, 'Reason').selectOption('description')
    await page.keyboard.press('Escape')
    await expect(page.getByRole('heading', { name: 'Match the columns' })).toBeHidden()
    await openColumns(page, path, FIRST)
    await expect(page.getByText('as you last matched them')).toBeVisible()
    await expect(column(page, 'Reason')).toHaveValue('description')
    await page.getByRole('button', { name: 'Back' }).click()
    await page.getByRole('radio', { name: 'Row 2 is the header row' }).check()
    await page.getByRole('radio', { name: 'Row 1 is the header row' }).check()
    await page.getByRole('button', { name: 'Next: match the columns' }).click()
    await expect(column(page, 'Reason')).toHaveValue('description')
    await expect(column(page, 'Remark')).toHaveValue('ignore')
  })

  await test.step('Escape in the form asks before a typed name is lost', async () => {
    await page.getByRole('button', { name: 'Save mapping…' }).click()
    const saving = page.getByRole('dialog', { name: 'Save mapping' })
    await expect(saving.getByLabel('Name', { exact: true })).toBeFocused()
    await page.keyboard.type('Rules of the regulator')
    await page.keyboard.press('Escape')
    await page.getByRole('button', { name: 'Keep editing' }).click()
    await expect(saving.getByLabel('Name', { exact: true })).toHaveValue('Rules of the regulator')
    await saving.getByLabel('Share in the organization').check()
    await seenEverywhere(page, 'naming a mapping')
    await saving.getByRole('button', { name: 'Save mapping' }).click()
    await expect(page.getByText('“Rules of the regulator” is saved and shared.')).toBeVisible()
    await expect(chosen(page)).toHaveText('Rules of the regulator (shared)')
    await seenEverywhere(page, 'columns with a saved mapping')
  })

  const { projectId, documentId } = await makeEmptyProject(server.url, 'Other rules')
  const colleague = (await openDevice()).page
  await signInAs(colleague, 'owner')

  await test.step('a colleague is offered it for the second version of the file', async () => {
    await openColumns(colleague, `/project/${projectId}/documents/${documentId}`, SECOND)
    await expect(
      colleague.getByText('The saved mapping “Rules of the regulator” fits this file.'),
    ).toBeVisible()
    await column(colleague, 'Since').selectOption('number')
    await saved(colleague).selectOption({ label: 'Rules of the regulator (shared)' })
    await expect(column(colleague, 'Reason')).toHaveValue('description')
    await expect(column(colleague, 'Remark')).toHaveValue('ignore')
    await expect(column(colleague, 'Since'), 'a column it does not know').toHaveValue('number')
    await saved(colleague).selectOption({ label: 'None, columns as matched here' })
    await expect(column(colleague, 'Remark')).not.toHaveValue('ignore')
    await saved(colleague).selectOption({ label: 'Rules of the regulator (shared)' })
    await expect(colleague.getByText('2 requirements in one section')).toBeVisible()
  })

  await test.step('the administrator renames it, and its author sees the new name', async () => {
    await colleague.getByRole('button', { name: 'Save mapping…' }).click()
    await colleague.getByRole('button', { name: 'Rename Rules of the regulator' }).click()
    await colleague.getByLabel('New name of Rules of the regulator').fill('Rules 2026')
    await colleague.getByRole('button', { name: 'Rename', exact: true }).click()
    await expect(colleague.getByRole('button', { name: 'Rename Rules 2026' })).toBeVisible()
    await colleague.keyboard.press('Escape')
    await expect(chosen(colleague)).toHaveText('Rules 2026 (shared)')
    await openColumns(page, path, FIRST)
    await expect(chosen(page)).toHaveText('Rules 2026 (shared)')
  })
})

test('a mapping saved offline is kept on the device and sent with the next connection', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Offline rules')
  const device = await openDevice()
  const { page } = device
  await signInAs(page, 'owner')
  await openColumns(page, `/project/${projectId}/documents/${documentId}`, FIRST)
  await device.goOffline()
  await page.getByRole('button', { name: 'Save mapping…' }).click()
  const saving = page.getByRole('dialog', { name: 'Save mapping' })
  await saving.getByLabel('Name', { exact: true }).fill('Kept here')
  await saving.getByRole('button', { name: 'Save mapping' }).click()
  await expect(page.getByText('“Kept here” is kept on this device')).toBeVisible()
  await expect(chosen(page)).toHaveText('Kept here (not sent yet)')
  await device.goOnline()
  await expect(chosen(page)).toHaveText('Kept here', { timeout: 60_000 })
  await expect(page.getByText('“Kept here” is saved.')).toBeVisible()
  const { organizationId } = await api.call(API.auth.session, {})
  const listed = await api.call(API.importMappings.list, { params: { id: String(organizationId) } })
  expect(listed.map(({ name }) => name)).toContain('Kept here')
})
