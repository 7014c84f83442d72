import { readFile } from 'node:fs/promises'
import { read, utils, write } from 'xlsx'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { expectTruth, syncButton } from '../support/sync-truth.ts'
import { seenInBothThemes } from '../support/themes.ts'

const NOTES = 'Remarks and explanations'
const LEVEL = 'Adherence level'
const row = (page: Page, index: number) => page.locator(`[role=row][aria-rowindex="${index + 2}"]`)

interface File {
  name: string
  bytes: Buffer
}
const pick = async (page: Page, item: string) => {
  await page.getByRole('button', { name: 'Excel' }).click()
  await page.getByRole('menuitem', { name: item }).click()
}
const exported = async (page: Page): Promise<File> => {
  const download = page.waitForEvent('download')
  await pick(page, 'Export my answers')
  const file = await download
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}
/** Writes cells of the first sheet, by the row of the requirement from 0 and the column's header. */
const edited = (
  { name, bytes }: File,
  edits: readonly [index: number, header: string, value: string | number][],
): File => {
  const book = read(bytes, { cellStyles: true })
  const sheet = book.Sheets[book.SheetNames[0] ?? ''] ?? {}
  const headers = utils.sheet_to_json<string[]>(sheet, { header: 1 })[0] ?? []
  for (const [index, header, value] of edits) {
    const column = headers.indexOf(header)
    expect(column, header).toBeGreaterThan(2)
    const address = utils.encode_cell({ r: index + 1, c: column })
    sheet[address] = { t: typeof value === 'number' ? 'n' : 's', v: value }
  }
  return { name, bytes: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer }
}
const give = async (page: Page, { name, bytes }: File) => {
  await pick(page, 'Import my answers…')
  const dialog = page.getByRole('dialog', { name: 'Import my answers' })
  await dialog
    .getByLabel('Spreadsheet file')
    .setInputFiles({ name, mimeType: 'application/octet-stream', buffer: bytes })
  return dialog
}

const setUp = async (serverUrl: string) => {
  const api = await signInApi(serverUrl, 'plone-primary', DEMO_PASSWORD)
  const projects = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const projectId = projects.items.find(({ state }) => state === 'PUBLISHED')?.id ?? ''
  const references = await api.call(API.projects.references, { params: { id: projectId } })
  const documentId = references.find(({ label }) => label === 'Success criteria, level A')?.id ?? ''
  return { api, projectId, documentId, path: `/project/${projectId}/documents/${documentId}` }
}
const answersOf = async (api: ApiClient, projectId: string) =>
  api.call(API.projects.vendorCommitments, {
    params: { id: projectId, vendorId: String(api.session.vendorId) },
  })
const notesOnServer = async (api: ApiClient, projectId: string) =>
  (await answersOf(api, projectId)).map(({ values }) => values['notes'] ?? null)

test('a vendor exports its answers offline, and what an engineer wrote into the file comes back', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { api, projectId, path } = await setUp(server.url)
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'plone-primary')
  await page.goto(path)
  await expect(row(page, 1)).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()

  const file = await exported(page)
  expect(file.name).toMatch(/^Success criteria, level A .+ \d{4}-\d\d-\d\d\.xlsx$/)
  await test.step('the file as it was exported changes nothing', async () => {
    const dialog = await give(page, file)
    await expect(dialog.getByText('No answer changes.', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
    await expect(dialog).toBeHidden()
  })
  await test.step('the preview names the changes, and the cells that are refused', async () => {
    const dialog = await give(
      page,
      edited(file, [
        [1, NOTES, '=Written by an engineer'],
        [1, LEVEL, 'Supports'],
        [2, LEVEL, 'Always'],
        [2, NOTES, 'Also by the engineer'],
      ]),
    )
    await expect(
      dialog.getByText(/^2 answers change · 3 fields new or changed · 1 cell refused/),
    ).toBeVisible()
    await expect(dialog.getByText(`${LEVEL}: This is not one of the choices.`)).toBeVisible()
    await axe(page, 'the preview of a workbook')
    await seenInBothThemes(page, 'the preview of a workbook')
    await page.setViewportSize({ width: 390, height: 844 })
    await seenInBothThemes(page, 'the preview of a workbook')
    await page.setViewportSize({ width: 1440, height: 900 })
    await dialog.getByRole('button', { name: 'Import 2 answers' }).click()
    await expect(dialog.getByText('2 answers were imported as drafts.')).toBeVisible()
    await seenInBothThemes(page, 'the result of a workbook')
    await dialog.getByRole('button', { name: 'Undo import' }).click()
    await expect(dialog.getByText('Your answers are as they were before the import.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, 1)).not.toContainText('Written by an engineer')
  })
  await test.step('the imported answers are sent when the network is back', async () => {
    const dialog = await give(page, edited(file, [[1, NOTES, 'Written by an engineer']]))
    await dialog.getByRole('button', { name: 'Import 1 answer' }).click()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(row(page, 1)).toContainText('Written by an engineer')
    await device.goOnline()
    await expectTruth(page, () => 'Saved')
    expect(await notesOnServer(api, projectId)).toContain('Written by an engineer')
  })
  await test.step('the whole project is exported from its overview, a sheet for each document', async () => {
    await page.goto(`/project/${projectId}/detail`)
    const whole = await exported(page)
    const { SheetNames, Workbook } = read(whole.bytes)
    const shown = SheetNames.filter((_, at) => Workbook?.Sheets?.[at]?.Hidden === 0)
    expect(shown).toContain('Success criteria, level A')
    expect(shown.length).toBeGreaterThan(1)
    const dialog = await give(page, whole)
    await expect(dialog.getByText('No answer changes.', { exact: true })).toBeVisible()
    await dialog.getByRole('button', { name: 'Back' }).click()
    await dialog.getByRole('button', { name: 'Cancel' }).click()
  })
  await test.step('a file that is no workbook of answers is refused in words', async () => {
    const book = utils.book_new()
    utils.book_append_sheet(book, utils.aoa_to_sheet([['ID'], ['A-1']]), 'Answers')
    const dialog = await give(page, {
      name: 'other.xlsx',
      bytes: write(book, { type: 'buffer', bookType: 'xlsx' }) as Buffer,
    })
    await expect(dialog.getByRole('alert')).toContainText(
      'This file was not made by “Export my answers”',
    )
    await seenInBothThemes(page, 'a refused workbook')
  })
})

test('workbooks of two engineers merge, and a field that a colleague has changed since needs a decision', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { api, projectId, path } = await setUp(server.url)
  const alpha = await openDevice()
  await signInAs(alpha.page, 'plone-primary', path)
  await expect(row(alpha.page, 4)).toBeVisible()
  const file = await exported(alpha.page)
  const beta = await openDevice()
  await signInAs(beta.page, 'plone-contact', path)
  await expect(row(beta.page, 4)).toBeVisible()

  const importFile = async (page: Page, one: File, conflicts: number) => {
    const dialog = await give(page, one)
    if (conflicts > 0) await expect(dialog.getByText(/1 conflict to decide/)).toBeVisible()
    await dialog.getByRole('button', { name: 'Import 1 answer' }).click()
    await expect(dialog.getByText('1 answer was imported as a draft.')).toBeVisible()
    await dialog.getByRole('button', { name: 'Close' }).last().click()
  }
  await test.step('a colleague imports one workbook, and changes no other field', async () => {
    await importFile(beta.page, edited(file, [[4, NOTES, 'By the first engineer']]), 0)
    await expectTruth(beta.page, () => 'Saved')
    await expect(row(alpha.page, 4)).toContainText('By the first engineer')
  })
  await test.step('the second workbook of the same export adds its field and asks about the other', async () => {
    const second = edited(file, [
      [4, NOTES, 'By the second engineer'],
      [4, LEVEL, 'Supports'],
    ])
    await importFile(alpha.page, second, 1)
    await expect(syncButton(alpha.page)).toContainText('1 edit needs your decision')
    for (const { page } of [alpha, beta]) {
      await expect(row(page, 4)).toContainText('Supports')
      await expect(row(page, 4)).toContainText('By the first engineer')
    }
    const notes = await notesOnServer(api, projectId)
    expect(notes).toContain('By the first engineer')
    expect(notes).not.toContain('By the second engineer')
  })
  await test.step('the conflict dialog shows both, and takes the one that a person chooses', async () => {
    await syncButton(alpha.page).click()
    await alpha.page
      .getByRole('dialog', { name: 'Sync' })
      .getByRole('button', { name: /1 edit needs your decision/ })
      .click()
    const dialog = alpha.page.getByRole('dialog', { name: /was changed by two people$/ })
    await expect(dialog.getByText('By the first engineer')).toBeVisible()
    await expect(dialog.getByText('By the second engineer')).toBeVisible()
    await dialog.getByRole('radio', { name: `${NOTES}: yours` }).check({ force: true })
    await dialog.getByRole('button', { name: 'Save selected fields' }).click()
    await expect.poll(() => notesOnServer(api, projectId)).toContain('By the second engineer')
  })
})

test('where answers cannot be changed, the keyboard reaches the import and the reason why not @variation', async ({
  page,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    'EVALUATION',
  )
  await signInAs(page, 'plone-primary')
  await page.goto(documentUrl)
  await page.getByRole('button', { name: 'Excel' }).focus()
  await page.keyboard.press('Enter')
  const item = page.getByRole('menuitem', { name: /^Import my answers…/ })
  await expect(item).toHaveAttribute('aria-disabled', 'true')
  await page.getByRole('menuitem', { name: 'Export my answers' }).focus()
  await page.keyboard.press('ArrowDown')
  await expect(item).toBeFocused()
  await expect(item).toContainText('You can read the answers, but not change them.')
  await page.keyboard.press('Enter')
  await expect(item).toBeVisible()
  await expect(page.getByRole('dialog')).toHaveCount(0)
  await seenInBothThemes(page, 'the import of answers that is not possible')
})
