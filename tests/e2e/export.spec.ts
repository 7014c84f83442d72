import { readFile } from 'node:fs/promises'
import { API } from '#schema/api/index.ts'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import { parseSpreadsheet } from '../../client/features/import/parse-spreadsheet.ts'
import { axe, expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'

const DEFINITION = definitionText(defaultDefinition())
const NAMES = ['A rider buys a ticket.', 'An inspector checks it.', 'A driver sees both.']

test('the shown or all requirements of a document are exported offline', async ({
  openDevice,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Export')
  const section = await api.call(API.sections.create, { body: { documentId, name: 'Tickets' } })
  for (const name of NAMES)
    await api.call(API.requirements.create, {
      body: { sectionId: section.id, name, definition: DEFINITION },
    })
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}?q=ticket`)
  await untilInstalled(page)
  await device.goOffline()

  const exported = async (scope: RegExp, format: string) => {
    await page.getByRole('button', { name: 'More actions' }).click()
    await page.getByRole('menuitem', { name: 'Export…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Export requirements' })
    await dialog.getByRole('radio', { name: format }).check()
    await dialog.getByRole('radio', { name: scope }).check()
    await axe(page, 'the export')
    const download = page.waitForEvent('download')
    await dialog.getByRole('button', { name: 'Export', exact: true }).click()
    const file = await download
    await expect(dialog).toBeHidden()
    const bytes = new Uint8Array(await readFile(await file.path()))
    return { name: file.suggestedFilename(), bytes }
  }
  const namesIn = ({ name, bytes }: { name: string; bytes: Uint8Array }) =>
    parseSpreadsheet({ fileName: name, bytes })
      .sheets[0]?.rows.slice(1)
      .map((row) => row[2])

  expect(namesIn(await exported(/^Those shown \(1\)/, 'Table as text (.csv)'))).toEqual([NAMES[0]])
  const workbook = await exported(/^All of the document \(3\)/, 'Excel workbook (.xlsx)')
  expect(workbook.name).toMatch(/^.+ \d{4}-\d\d-\d\d\.xlsx$/)
  expect(namesIn(workbook)).toEqual(NAMES)
})
