import { utils, write } from 'xlsx'
import { API } from '#schema/api/index.ts'
import { parseDefinition } from '#schema/rules/definition/parameters.ts'
import { HABITS } from '../import-habits/habits.ts'
import { workbookOf } from '../import-habits/workbook-of.ts'
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

test('hidden rows and sheets are shown as such and left out unless chosen @variation', async ({
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

test('lists, links and comments of a workbook come in as choices, addresses and help', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Checklist')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const habit = HABITS.find(({ name }) => name.startsWith('drop-down lists, links'))
  if (habit === undefined) throw new Error('no such habit')
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'checklist.xlsx',
    mimeType: 'application/octet-stream',
    buffer: Buffer.from(workbookOf(habit).bytes),
  })
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  for (const [column, role] of [
    ['Priority', 'select'],
    ['Met?', 'yesNo'],
    ['Guide', 'link'],
  ] as const)
    await expect(page.getByLabel(`, ${column}, as`)).toHaveValue(role)
  await page.getByLabel(/comments on cells become the help for vendors/).check()
  await axe(page, 'kinds of fields')
  const count = habit.truth.rows.length
  await page.getByRole('button', { name: 'Next: preview' }).click()
  await page.getByRole('button', { name: `Import ${count} requirements` }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const requirements = async () => {
    const all = await api.call(API.projects.references, { params: { id: projectId } })
    return all.filter(({ kind }) => kind === 'requirement')
  }
  await expect.poll(async () => (await requirements()).length).toBe(count)
  const stored = async () =>
    Promise.all(
      (await requirements()).map(({ id }) => api.call(API.requirements.get, { params: { id } })),
    )
  const helped = async () =>
    (await stored()).filter(({ vendorHelp }) => vendorHelp.startsWith('Shown by a test')).length
  await expect.poll(helped).toBe(habit.sheets[0]?.notes?.length)
  const rows = await stored()
  const fields = parseDefinition(rows[0]?.definition ?? '').contentConfiguration.parameters
  expect(fields.map(({ name, type }) => [name, type])).toEqual([
    ['Priority', 'SELECTBOX'],
    ['Met?', 'CHECKBOX'],
    ['Guide', 'INPUT'],
  ])
  expect(fields[0]?.options?.map(({ label }) => label)).toContain('Will not')
  expect(fields[2]?.value).toMatch(/^https:\/\/guide\.example\//)
})

/** A workbook with a sheet for each topic, between a cover and an older list that is hidden. */
const topics = (): Buffer => {
  const book = utils.book_new()
  const add = (name: string, rows: string[][]) =>
    utils.book_append_sheet(book, utils.aoa_to_sheet(rows), name)
  const requirements = (area: string, verbs: string[]) => [
    ['No.', 'Area', 'Requirement'],
    ...verbs.map((verb, at) => [
      `${area}-${at + 1}`,
      area,
      `The system ${verb} the data of a person.`,
    ]),
  ]
  add('Read me', [['How to fill in this workbook'], ['Fill in the yellow cells only.']])
  add('Access', requirements('Access', ['shows', 'hides', 'protects']))
  add('Audit', requirements('Audit', ['records', 'keeps']))
  add('Old', requirements('Old', ['prints', 'lists']))
  book.Workbook = {
    Sheets: book.SheetNames.map((name) => ({ name, Hidden: name === 'Old' ? 1 : 0 })),
  }
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx' }) as Uint8Array)
}

test('several sheets become documents of the package, with one undo', async ({ page, server }) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Topics')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'topics.xlsx',
    mimeType: 'application/octet-stream',
    buffer: topics(),
  })
  await page.getByRole('button', { name: 'Import as several documents…' }).click()
  const sheets = page.getByRole('list', { name: 'Documents' })
  for (const [name, isTaken] of [
    ['Read me', false],
    ['Access', true],
    ['Audit', true],
    ['Old (hidden)', false],
  ] as const)
    await expect(sheets.getByRole('checkbox', { name, exact: true })).toBeChecked({
      checked: isTaken,
    })
  await expect(sheets.getByText('3 requirements in one section')).toBeVisible()
  await axe(page, 'several sheets')
  await page.getByLabel('Name of the document for Audit').fill('Audit trail')
  // The same reading of the columns for both sheets: the area is no section.
  await page.getByRole('button', { name: 'Match the columns of Access' }).click()
  await page.getByLabel('Import column B, Area, as').selectOption('Field: text')
  await page.getByRole('radio', { name: /^The beginning of the ID/ }).check()
  await page.getByRole('button', { name: 'Use these columns' }).click()
  await page.getByRole('button', { name: 'Use for all with the same columns' }).click()
  const readers = () => page.workers().filter((one) => one.url().includes('parse-worker'))
  expect(readers()).toHaveLength(1)
  await page.getByRole('button', { name: 'Import 5 requirements' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  // The cells of the workbook are gone before the dialog is.
  await expect.poll(() => readers().length).toBe(0)
  const labels = async (kind: string) => {
    const all = await api.call(API.projects.references, { params: { id: projectId } })
    return all.flatMap((one) => (one.kind === kind ? [one.label] : []))
  }
  await expect.poll(() => labels('requirement')).toHaveLength(5)
  expect(await labels('document')).toEqual([expect.any(String), 'Access', 'Audit trail'])
  const { rows } = await api.pull(projectId)
  expect(JSON.stringify(rows).match(/\\"name\\":\\"Area\\"/g)).toHaveLength(5)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expect.poll(() => labels('document')).toHaveLength(1)
  expect(await labels('requirement')).toEqual([])
})

test('the texts of a column become documents of the package @variation', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Parts')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const lines = ['Part,No.,Area,Requirement']
  for (const [at, part] of ['Core', 'Core', 'Core', 'Web', 'Web'].entries())
    lines.push(`${part},R-${at},Access,The system keeps the data of the kind ${at}.`)
  await page.getByLabel('Spreadsheet file').setInputFiles({
    name: 'parts.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from(lines.join('\n')),
  })
  await page.getByRole('button', { name: 'Import as several documents…' }).click()
  await expect(page.getByRole('combobox', { name: 'Make a document of' })).toHaveValue('0')
  await expect(page.getByLabel('Name of the document for Core')).toHaveValue('Core')
  await expect(page.getByText('3 requirements in one section')).toBeVisible()
  await axe(page, 'documents from a column')
  await page.getByRole('button', { name: 'Import 5 requirements' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const labels = async (kind: string) => {
    const all = await api.call(API.projects.references, { params: { id: projectId } })
    return all.flatMap((one) => (one.kind === kind ? [one.label] : []))
  }
  await expect.poll(() => labels('requirement')).toHaveLength(5)
  expect(await labels('document')).toEqual([expect.any(String), 'Core', 'Web'])
})
