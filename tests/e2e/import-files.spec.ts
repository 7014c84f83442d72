import { utils, write } from 'xlsx'
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
  const [encoding, separator] = [
    page.getByRole('combobox', { name: 'Encoding' }),
    page.getByRole('combobox', { name: 'Separator' }),
  ]
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

/** A list whose third row a filter hides, before an older list that is hidden as a whole. */
const withHidden = (): Buffer => {
  const book = utils.book_new()
  const list = utils.aoa_to_sheet([
    ['ID', 'Section', 'Requirement'],
    ['A-1', 'Access', 'The system signs people in.'],
    ['A-2', 'Access', 'The system prints a list of passwords.'],
    ['A-3', 'Access', 'The system signs people out.'],
  ])
  list['!rows'] = [{}, {}, { hidden: true }]
  utils.book_append_sheet(book, list, 'List')
  utils.book_append_sheet(book, utils.aoa_to_sheet([['ID'], ['old']]), 'Old')
  book.Workbook = { Sheets: [{ name: 'List' }, { name: 'Old', Hidden: 1 }] }
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}

test('hidden rows and sheets are shown as such and left out unless chosen', async ({
  page,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Hidden')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'hidden.xlsx',
    mimeType: 'application/octet-stream',
    buffer: withHidden(),
  })
  await expect(page.getByLabel('Sheet').locator('option')).toHaveText(['List', 'Old (hidden)'])
  await expect(page.getByText('1 hidden row left out')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'hidden' })).toHaveCount(1)
  await axe(page, 'a sheet with hidden rows')
  const next = page.getByRole('button', { name: 'Next: match the columns' })
  await next.click()
  await expect(page.getByText('2 requirements in one section', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Import the row that the workbook hides, too').check()
  await expect(page.getByText('1 hidden row left out')).toBeHidden()
  await next.click()
  await expect(page.getByText('3 requirements in one section', { exact: true })).toBeVisible()
})
