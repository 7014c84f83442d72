import { readFile } from 'node:fs/promises'
import { Document, HeadingLevel, Packer, Paragraph, Table, TableCell, TableRow } from 'docx'
import { API } from '#schema/api/index.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { docxFile, p } from '../support/docx-file.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { hasSharedData, sharedPath } from '../support/shared-data.ts'
import { seenEverywhere } from '../support/themes.ts'

type Chosen = string | { name: string; mimeType: string; buffer: Buffer }[]
const file = (name: string, content: string | Uint8Array) => ({
  ...{ name, mimeType: 'application/octet-stream' },
  buffer: Buffer.from(content),
})

const choose = async (page: Page, files: Chosen) => {
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await page.getByLabel('Spreadsheet file').setInputFiles(files)
}
const toPreview = async (page: Page) => {
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await page.getByRole('button', { name: 'Next: preview' }).click()
}

/** Imports, and imports again with nothing new or changed. */
const thereAndBack = async (page: Page, files: Chosen, count: number) => {
  await choose(page, files)
  await toPreview(page)
  await page.getByRole('button', { name: `Import ${count} requirements` }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await page.getByRole('button', { name: 'Close' }).last().click()
  await choose(page, files)
  await toPreview(page)
  await expect(page.getByText('0 new, 0 changed.')).toBeVisible()
  await expect(page.getByRole('tab', { name: `Unchanged ${count}` })).toBeVisible()
  await page.keyboard.press('Escape')
}

test('a questionnaire as JSON comes in with its counts, and again changes nothing', async ({
  page,
  server,
}) => {
  test.skip(!hasSharedData, 'needs the real files')
  const { projectId, documentId } = await makeEmptyProject(server.url, 'VSAQ')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await thereAndBack(page, sharedPath('data', 'json', 'google-vsaq-infrastructure.json'), 96)
})

test('JSON and YAML chosen together are several sheets, a wrong one names its line, and an import is undone', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Texts')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  const list = (id: string) => `[{"id": "${id}-1", "text": "The system keeps the data of ${id}."}]`
  await choose(page, [file('a.json', list('A')), file('b.yaml', 'a: 1\nb: c: d\n')])
  const alert = page.getByRole('alert').filter({ hasText: 'b.yaml' })
  await expect(alert).toContainText('Line 2: this is not valid JSON or YAML.')
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles([file('a.json', list('A')), file('b.csv', 'ID')])
  await expect(page.getByText('Only JSON and YAML can be read as several')).toBeVisible()
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles([file('a.json', list('A')), file('b.yaml', list('B'))])
  await expect(page.getByLabel('Sheet').locator('option')).toHaveText(['a List 1', 'b List 1'])
  await axe(page, 'texts as sheets')
  await toPreview(page)
  await page.getByRole('button', { name: /^Import (1|one) requirement/ }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const count = async () => {
    const all = await api.call(API.projects.references, { params: { id: projectId } })
    return all.filter(({ kind }) => kind === 'requirement').length
  }
  await expect.poll(count).toBe(1)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expect.poll(count).toBe(0)
})

/** A specification: five requirements, and a paragraph that is none. */
const specification = async (): Promise<Uint8Array> => {
  const cell = (text: string) => new TableCell({ children: [new Paragraph(text)] })
  const rows = [
    ['ID', 'Requirement', 'Priority'],
    ['T-1', 'The system prints tickets.', 'high'],
    ['T-2', 'The system sells tickets.', 'low'],
  ].map((texts) => new TableRow({ children: texts.map(cell) }))
  const item = { numbering: { reference: 'n', level: 0 } }
  const document = new Document({
    numbering: {
      config: [{ reference: 'n', levels: [{ level: 0, format: 'decimal', text: 'R%1' }] }],
    },
    sections: [
      {
        children: [
          new Paragraph({ text: 'Selling', heading: HeadingLevel.HEADING_1 }),
          new Paragraph('This chapter is about sales.'),
          new Paragraph({ text: 'A rider pays by card.', ...item }),
          new Paragraph({ text: 'A rider pays in cash.', ...item }),
          new Paragraph({ text: 'Tickets', heading: HeadingLevel.HEADING_2 }),
          new Table({ rows }),
          new Paragraph('The system shall keep each ticket.'),
        ],
      },
    ],
  })
  return new Uint8Array(await Packer.toBuffer(document))
}

test('a Word document comes in offline with its counts, and again changes nothing @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Word')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await untilInstalled(page)
  await device.goOffline()
  const files = [file('specification.docx', await specification())]
  await choose(page, files)
  await expect(page.getByText('1 other paragraph left out')).toBeVisible()
  await expect(page.getByRole('rowheader', { name: 'left out' })).toHaveCount(1)
  await seenEverywhere(page, 'a Word document as a sheet')
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await expect(page.getByText('5 requirements in 2 sections', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByLabel('Import the paragraph that is no requirement, too').check()
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await expect(page.getByText('6 requirements in 2 sections', { exact: true })).toBeVisible()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.getByRole('button', { name: 'Back' }).click()
  await page.keyboard.press('Escape')
  await thereAndBack(page, files, 5)
})

test('an import of a Word document is undone @variation', async ({ page, server }) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Word undone')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await choose(page, [file('specification.docx', await specification())])
  await toPreview(page)
  await page.getByRole('button', { name: 'Import 5 requirements' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  const labels = async () => {
    const all = await api.call(API.projects.references, { params: { id: projectId } })
    return all.filter(({ kind }) => kind === 'requirement').length
  }
  await expect.poll(labels).toBe(5)
  await page.getByRole('button', { name: 'Undo import' }).click()
  await expect(page.getByRole('heading', { name: 'Import undone' })).toBeVisible()
  await expect.poll(labels).toBe(0)
})

test('a Word document that attacks its reader, or is of another kind, is refused with what to do', async ({
  page,
  server,
}) => {
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Hostile Word')
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const prolog = '<!DOCTYPE x [<!ENTITY a "ha"><!ENTITY b "&a;&a;&a;&a;">]>'
  for (const [name, content, said] of [
    ['a.docx', docxFile({ body: p('&b;'), prolog }), 'This file declares a document type.'],
    ['b.docx', docxFile({ body: p('It must.') }).subarray(0, 200), 'This file is damaged'],
    ['c.doc', '{\\rtf1 It must work.}', 'This is not a .docx file.'],
    ['d.docx', docxFile({ body: '<w:sdt>'.repeat(9_000) }), 'too large or nested too deeply'],
  ] as const) {
    await page.getByLabel('Spreadsheet file').setInputFiles([file(name, content)])
    await expect(page.getByRole('alert').filter({ hasText: name })).toContainText(said)
  }
})

test('the template is downloaded offline, and its examples are not imported @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { projectId, documentId } = await makeEmptyProject(server.url, 'Template')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await untilInstalled(page)
  await device.goOffline()
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await seenEverywhere(page, 'the first step of an import')
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Download a template' }).click()
  const saved = await download
  expect(saved.suggestedFilename()).toBe('Template of requirements.xlsx')
  const bytes = await readFile(await saved.path())
  await page
    .getByLabel('Spreadsheet file')
    .setInputFiles([file('Template of requirements.xlsx', bytes)])
  await page.getByRole('combobox', { name: 'Sheet' }).selectOption('Requirements')
  await expect(page.getByText('Header in row 1, 2 rows of data')).toBeVisible()
})
