import { API } from '#schema/api/index.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { expectHarmless } from '../support/expect-harmless.ts'
import { HOSTILE_TABLES, HOSTILE_WORKBOOKS } from '../support/hostile-workbook-cases.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'

/** Text on the screen for each refusal code. */
const SAID: Readonly<Record<string, RegExp>> = {
  brokenZip: /is damaged and cannot be opened/,
  zipBomb: /is larger than 200 MB when unpacked/,
  notSpreadsheet: /is of no kind that can be imported/,
  tooManyColumns: /has more than 200 columns/,
  tooManyRows: /has more than 60000 rows|has more than 60,000 rows/,
  brokenQuotes: /closing quotation mark is missing/,
  empty: /This file is empty/,
}
/** Far more than a busy machine needs, and far less than a hung page takes. */
const LONGEST_MS = 20_000
const CASES = [
  ...HOSTILE_WORKBOOKS.map((one) => ({ ...one, fileName: 'hostile.xlsx' })),
  ...HOSTILE_TABLES,
]

const openImport = async (page: Page, path: string): Promise<void> => {
  await page.goto(path)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  await expect(page.getByRole('button', { name: 'Choose a file' })).toBeVisible()
}
const choose = async (page: Page, name: string, bytes: Uint8Array): Promise<void> => {
  const file = { name, mimeType: 'application/octet-stream', buffer: Buffer.from(bytes) }
  await page.getByLabel('Spreadsheet file').setInputFiles(file)
}
/** Workbooks that attack the columns and the preview more than the reader. */
const LOOKED_THROUGH = /merged|__proto__|prototypes|terminal|document type as a text|formula/
/** Accepts the guesses, checks the preview, which shows every text of the file, and goes back. */
const lookThrough = async (page: Page): Promise<void> => {
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await page.getByRole('button', { name: 'Next: preview' }).click()
  await expect(page.getByRole('heading', { name: 'Preview' })).toBeVisible()
  await expectHarmless(page, 'the preview')
  for (let step = 0; step < 2; step += 1) await page.getByRole('button', { name: 'Back' }).click()
}

test('a hostile workbook is refused with a reason or read as text, and the page keeps working', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Hostile workbooks')
  await signInAs(page, 'owner')
  await openImport(page, `/project/${projectId}/documents/${documentId}`)
  for (const { what, fileName, bytes, refusedAs } of CASES) {
    await test.step(what, async () => {
      const file = bytes()
      const start = Date.now()
      await choose(page, fileName, file)
      const outcome =
        refusedAs === null
          ? page.getByRole('heading', { name: 'Choose the sheet and header row' })
          : page
              .getByRole('alert')
              .filter({ hasText: `${fileName} was not imported. Nothing was changed.` })
      await expect(outcome, what).toBeVisible({ timeout: LONGEST_MS })
      if (refusedAs !== null)
        await expect(outcome, what).toContainText(SAID[refusedAs] ?? 'unknown')
      else if (LOOKED_THROUGH.test(what)) await lookThrough(page)
      await expectHarmless(page, what)
      if (refusedAs === null) await page.getByRole('button', { name: 'Back' }).click()
      expect(Date.now() - start, what).toBeLessThan(LONGEST_MS)
    })
  }
  const all = await api.call(API.projects.references, { params: { id: projectId } })
  expect(all.filter(({ kind }) => kind === 'requirement')).toEqual([])
})

test('headers and texts of a hostile workbook are imported as plain text', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Hostile words')
  await signInAs(page, 'owner')
  await openImport(page, `/project/${projectId}/documents/${documentId}`)
  const hostile = HOSTILE_WORKBOOKS.find(({ what }) => what === 'headers named after prototypes')
  await choose(page, 'words.xlsx', hostile?.bytes() ?? new Uint8Array())
  await page.getByRole('button', { name: 'Next: match the columns' }).click()
  await page.getByRole('button', { name: 'Next: preview' }).click()
  await page.getByRole('button', { name: 'Import 1 requirement' }).click()
  await expect(page.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  await expectHarmless(page, 'the end of the import')
  const stored = async (): Promise<string> => JSON.stringify((await api.pull(projectId)).rows)
  await expect.poll(stored).toContain('__proto__')
  expect(await stored()).toContain('polluted')
})
