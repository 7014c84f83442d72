import { axe, expect, signInAs, test } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'

/** "Požiadavka" and "Systém vráti zľavu" in windows-1250, with semicolons. */
const SLOVAK = Buffer.from(
  'ID;Po\x9eiadavka;Pozn\xe1mka\nA-1;Syst\xe9m vr\xe1ti z\xbeavu;a, b\nA-2;Syst\xe9m po\x9ale doklad;c, d\n',
  'latin1',
)

test('a text file shows what another encoding and separator mean before it is imported', async ({
  page,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Encodings')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles({ name: 'old.csv', mimeType: 'text/csv', buffer: SLOVAK })
  await expect(page.getByRole('heading', { name: 'Choose the sheet and header row' })).toBeVisible()
  const [encoding, separator] = [page.getByLabel('Encoding'), page.getByLabel('Separator')]
  await expect(encoding).toHaveValue('Windows-1250')
  await expect(separator).toHaveValue(';')
  const cells = page.getByRole('region', { name: 'First rows of the sheet' }).locator('td')
  await expect(cells.nth(4)).toHaveText('Systém vráti zľavu')
  await encoding.selectOption('Windows-1252')
  await expect(cells.nth(4)).toHaveText('Systém vráti z¾avu')
  await separator.selectOption('Comma')
  await expect(cells.nth(2)).toHaveText('A-1;Systém vráti z¾avu;a')
  await axe(page, 'a text file')
  await encoding.selectOption('Windows-1250')
  await expect(cells.nth(2)).toHaveText('A-1;Systém vráti zľavu;a')
  await separator.selectOption('Semicolon')
  await expect(cells.nth(4)).toHaveText('Systém vráti zľavu')
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await expect(page.getByText('2 requirements in one section', { exact: true })).toBeVisible()
})
