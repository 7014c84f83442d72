import { utils, write } from 'xlsx'
import { API } from '#schema/api/index.ts'
import type { Cell } from '#schema/rules/excel/excel-rows-cells.ts'
import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'

const workbook = (sheets: Record<string, { rows: Cell[][]; merges?: string[] }>): Buffer => {
  const book = utils.book_new()
  for (const [name, { rows, merges = [] }] of Object.entries(sheets)) {
    const sheet = utils.aoa_to_sheet(rows)
    sheet['!merges'] = merges.map((range) => utils.decode_range(range))
    utils.book_append_sheet(book, sheet, name)
  }
  book.Workbook = {
    Sheets: Object.keys(sheets).map((name) => ({ name, Hidden: name.startsWith('Old') ? 1 : 0 })),
  }
  return Buffer.from(write(book, { type: 'buffer', bookType: 'xlsx', bookSST: true }) as Uint8Array)
}
const openImport = async (page: Page, path: string, fileName: string, buffer: Buffer) => {
  await page.goto(path)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles({ name: fileName, mimeType: 'application/octet-stream', buffer })
  await expect(page.getByRole('heading', { name: 'Choose the sheet and header row' })).toBeVisible()
}
const next = (page: Page, step: 'match the columns' | 'preview') =>
  page.getByRole('button', { name: `Next: ${step}` }).click()

const LIST = {
  rows: [
    ['Ticketing of the city', '', '', '', ''],
    ['', '', '', '', ''],
    ['ID', 'Requirement', 'Supplier', '', 'Buyer'],
    ['', '', 'Status', 'Explanation', 'Priority'],
    ['', 'The requirement as published', '(please select)', '(free text)', 'mandatory'],
    ['1', 'Sales', '', '', ''],
    ['1.1', 'A rider buys a ticket without an account.', '', '', 'must'],
    ['1.2', 'A rider pays in cash on board.', '', '', 'should'],
    ['2', 'Control', '', '', ''],
    ['2.1', 'An inspector checks a ticket without a network.', '', '', 'must'],
    ['2.2', 'An inspector sees when a ticket was bought.', '', '', 'must'],
    ['2.3', 'A check takes no sign-in of the rider.', '', '', 'should'],
  ],
  merges: ['A1:E1', 'A3:A4', 'B3:B4', 'C3:D3'],
}

test('a workbook with a cover, two header rows, instructions and headings comes in without a touch', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Ticketing')
  await signInAs(page, 'owner')
  const book = workbook({
    'Read me': { rows: [['How to fill in this workbook'], ['Fill in the yellow cells only.']] },
    'Old list': {
      rows: [['ID', 'Requirement'], ...LIST.rows.slice(5).map((row) => row.slice(0, 2))],
    },
    Requirements: LIST,
  })
  const path = `/project/${projectId}/documents/${documentId}`
  await openImport(page, path, 'ticketing.xlsx', book)
  await expect(page.getByLabel('Sheet').locator('option')).toHaveText([
    'Read me',
    'Old list (hidden)',
    'Requirements',
  ])
  await expect(page.getByLabel('Sheet').locator('option:checked')).toHaveText('Requirements')
  await expect(page.getByLabel('The column names stand in two rows')).toBeChecked()
  await axe(page, 'a sheet with two header rows')
  await next(page, 'match the columns')
  await expect(page.getByText('5 requirements in 2 sections')).toBeVisible()
  await expect(page.getByLabel('Rows to leave out')).toHaveValue('5')
  await expect(
    page.getByRole('radio', { name: /^Heading rows .*: 1 Sales, 2 Control/ }),
  ).toBeChecked()
  await next(page, 'preview')
  await page.getByRole('button', { name: 'Import 5 requirements' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const sections = async () => {
    const all = await api.call(API.projects.references, { params: { id: projectId } })
    return all.filter(({ kind }) => kind === 'section').map(({ label }) => label)
  }
  await expect.poll(sections).toEqual(['1 Sales', '2 Control'])
})

test('a mapping that refuses many rows says what to look at, and a choice mends it', async ({
  page,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Doubts')
  await signInAs(page, 'owner')
  const book = workbook({
    List: {
      rows: [
        ['ID', 'Requirement', 'Note'],
        ...Array.from({ length: 12 }, (_, at) => [
          `R-${Math.floor(at / 2)}`,
          `The system keeps its promise number ${at}.`,
          'old',
        ]),
      ],
    },
  })
  await openImport(page, `/project/${projectId}/documents/${documentId}`, 'doubts.xlsx', book)
  await next(page, 'match the columns')
  await expect(
    page.getByText('6 requirements in one section · 6 rows cannot be imported'),
  ).toBeVisible()
  await expect(page.getByText(/^6 rows have the ID of another/)).toBeVisible()
  await axe(page, 'a mapping with doubts')
  await page.getByLabel('Rows with the same ID').selectOption('Add their texts to the first row')
  await expect(page.getByText('6 requirements in one section', { exact: true })).toBeVisible()
  await page.getByLabel('Rows with the same ID').selectOption('Import each, and number the IDs')
  await expect(page.getByText('12 requirements in one section', { exact: true })).toBeVisible()
  const skipped = page.getByLabel('Rows to leave out')
  await skipped.fill('2-x')
  await expect(page.getByText('Enter row numbers, such as 3, 8-10.')).toBeVisible()
  await skipped.fill('2-3')
  await expect(page.getByText('10 requirements in one section', { exact: true })).toBeVisible()
  // Another header row keeps what the person chose.
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('radio', { name: 'Row 2 is the header row' }).check()
  await next(page, 'match the columns')
  await expect(skipped).toHaveValue('2-3')
  await expect(page.getByLabel('Rows with the same ID')).toHaveValue('number')
})
