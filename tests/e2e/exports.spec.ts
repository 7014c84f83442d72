import { readFile } from 'node:fs/promises'
import { read, utils } from 'xlsx'
import { API } from '#schema/api/index.ts'
import { defaultDefinition } from '#schema/rules/definition/default-definition.ts'
import { definitionText } from '#schema/rules/definition/parameters.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { type HostileProject, makeEmptyProject } from '../support/hostile-project.ts'

const DEFINITION = definitionText(defaultDefinition())
const AT_ONCE = 200
/** More than an export that is written within its request may have. */
const MANY = 3_200

const addRequirements = async (
  { api, documentId }: HostileProject,
  count: number,
): Promise<void> => {
  const { id: sectionId } = await api.call(API.sections.create, {
    body: { documentId, name: 'Tickets' },
  })
  for (let from = 0; from < count; from += AT_ONCE)
    await api.call(API.requirements.createBulk, {
      body: {
        documentId,
        requirements: Array.from({ length: Math.min(AT_ONCE, count - from) }, (_, at) => ({
          sectionId,
          name: `Requirement ${from + at + 1}`,
          definition: DEFINITION,
        })),
      },
    })
}

const button = (page: Page) => page.getByRole('button', { name: 'Export', exact: true })
const rows = (page: Page) => page.getByRole('table', { name: 'Your exports' }).getByRole('row')

/** The names in the third column of the first sheet. */
const namesIn = (bytes: Uint8Array): unknown[] => {
  const book = read(bytes)
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  if (sheet === undefined) throw new Error('The workbook has no sheet')
  return utils
    .sheet_to_json<unknown[]>(sheet, { header: 1 })
    .slice(1)
    .map((row) => row[2])
}
const savedBy = async (
  page: Page,
  press: () => Promise<void>,
): Promise<{ name: string; bytes: Uint8Array }> => {
  const waiting = page.waitForEvent('download')
  await press()
  const file = await waiting
  return {
    name: file.suggestedFilename(),
    bytes: new Uint8Array(await readFile(await file.path())),
  }
}

test('a small export is saved at once, stays in the list, and leaves when it is deleted', async ({
  page,
  server,
}) => {
  const project = await makeEmptyProject(server.url, 'Small export')
  await addRequirements(project, 3)
  await signInAs(page, 'owner', `/project/${project.projectId}/detail`)
  await page.getByRole('link', { name: 'Exports', exact: true }).click()
  await expect(page.getByText('No exports yet')).toBeVisible()
  await axe(page, 'the exports of a project without any')

  const saved = await savedBy(page, () => button(page).click())
  expect(saved.name).toMatch(/^Small export .*Requirements \d{4}-\d\d-\d\d\.xlsx$/)
  expect(namesIn(saved.bytes)).toEqual(['Requirement 1', 'Requirement 2', 'Requirement 3'])
  await expect(rows(page)).toHaveCount(2)
  await expect(rows(page).nth(1)).toContainText(/Requirements \.xlsx.*Demo Owner.*Ready, \d+ kB/)
  await axe(page, 'the exports of a project')

  await page.getByRole('button', { name: 'Delete the export: Requirements' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete' }).click()
  await expect(page.getByText('No exports yet')).toBeVisible()
})

test('a large export is made by the server, told in the panel, and opened from there', async ({
  page,
  server,
}) => {
  test.slow()
  const project = await makeEmptyProject(server.url, 'Large export')
  await addRequirements(project, MANY)
  await signInAs(page, 'owner', `/project/${project.projectId}/exports`)
  await expect(page.getByText('No exports yet')).toBeVisible()
  await button(page).click()
  await expect(page.getByText('Export process started.', { exact: false })).toBeVisible()
  const ready = rows(page).filter({ hasText: /Ready, / })
  await expect(ready).toHaveCount(1, { timeout: 60_000 })

  await page.goto('/dashboard')
  await page.getByRole('button', { name: /^Notifications/ }).click()
  const panel = page.getByRole('dialog', { name: 'Notifications' })
  await panel.getByRole('link', { name: /Your export of Large export is ready/ }).click()
  await expect(page).toHaveURL(new RegExp(`/project/${project.projectId}/exports$`))
  const saved = await savedBy(page, () =>
    page.getByRole('button', { name: /^Download\s+Requirements$/ }).click(),
  )
  const names = namesIn(saved.bytes)
  expect(names).toHaveLength(MANY)
  expect([names[0], names.at(-1)]).toEqual(['Requirement 1', `Requirement ${MANY}`])
})

test('offline, no export starts, and the list says that it needs a connection @variation', async ({
  openDevice,
  server,
}) => {
  const { projectId } = await makeEmptyProject(server.url, 'Offline export')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner', `/project/${projectId}/exports`)
  await untilInstalled(page)
  await expect(page.getByText('No exports yet')).toBeVisible()
  await device.goOffline()
  await expect(button(page)).toHaveAttribute('aria-disabled', 'true')
  await button(page).focus()
  await expect(page.getByRole('tooltip')).toContainText('This needs a connection to the server.')
  await page.getByRole('link', { name: 'Overview', exact: true }).click()
  await page.getByRole('link', { name: 'Exports', exact: true }).click()
  await expect(page.getByText('There is no connection to the server right now.')).toBeVisible()
  await device.goOnline()
  await page.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByText('No exports yet')).toBeVisible()
})

test('a vendor exports its own answers and is offered no scores and no vendors', async ({
  page,
}) => {
  await signInAs(page, 'drupal-contact')
  await page.getByRole('link', { name: 'Accessibility of the content platform' }).first().click()
  await page.getByRole('link', { name: 'Exports', exact: true }).click()
  await page.getByRole('combobox', { name: 'Content' }).click()
  await expect(page.getByRole('option')).toHaveText([
    'Requirements',
    'Answers',
    'Comments',
    'Change log',
    'Everything',
  ])
  await page.getByRole('option', { name: 'Answers' }).click()
  await expect(page.getByRole('combobox', { name: 'Vendors' })).toHaveCount(0)
  await page.getByRole('combobox', { name: 'Format' }).click()
  await page.getByRole('option', { name: /JSON/ }).click()
  const saved = await savedBy(page, () => button(page).click())
  const text = new TextDecoder().decode(saved.bytes)
  const { tables } = JSON.parse(text) as { tables: { rows: { vendor: string }[] }[] }
  expect(new Set(tables.flatMap((table) => table.rows.map(({ vendor }) => vendor)))).toEqual(
    new Set(['Drupal']),
  )
  expect(text).not.toMatch(/Plone|NVDA/)
})
