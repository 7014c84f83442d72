import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'

const ask = (page: Page) => page.getByRole('button', { name: 'Export what I see…' }).click()
const askInColumns = async (page: Page) => {
  await page.getByRole('button', { name: 'Columns' }).click()
  await ask(page)
}
const askInMenu = async (page: Page) => {
  await page.getByRole('button', { name: 'More actions' }).click()
  await page.getByRole('menuitem', { name: 'Export what I see…' }).click()
}
const exported = async (page: Page, open = ask) => {
  await open(page)
  const dialog = page.getByRole('dialog', { name: 'Export what I see' })
  await expect(dialog.getByText(/: \d+ rows?, \d+ columns?$/)).toBeVisible()
  await axe(page, 'the export of what is seen')
  const [, rows, columns] = / (\d+) rows?, (\d+) column/.exec(await dialog.innerText()) ?? []
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Export', exact: true }).click()
  const book = read(await readFile(await (await download).path()))
  await expect(dialog).toBeHidden()
  const sheet = book.Sheets[book.SheetNames[0] ?? '']
  const cells = utils.sheet_to_json<(string | number | null)[]>(sheet ?? {}, { header: 1 })
  expect([cells.length - 1, cells[0]?.length]).toEqual([Number(rows), Number(columns)])
  return cells
}

test('the matrix is exported offline as shown, with its scores as numbers @variation', async ({
  openDevice,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'evaluator')
  await page.getByRole('link', { name: /Evaluate the answers/ }).click()
  await expect(page.getByRole('treegrid')).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  const [header = [], ...lines] = await exported(page)
  expect(header.slice(0, 4)).toEqual(['Level', 'ID', 'Name', 'Weight'])
  const total = lines.at(-1)
  expect(total?.[0]).toBe('Weighted total')
  expect(typeof total?.[4]).toBe('number')
})

test('the history is exported offline as the filter leaves it @variation', async ({
  openDevice,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'evaluator')
  await page.getByRole('link', { name: /Evaluate the answers/ }).click()
  await page.getByRole('link', { name: 'History' }).click()
  await expect(page.getByRole('row', { name: 'Created the project' })).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  const [header, ...rows] = await exported(page)
  expect(header).toEqual(['When', 'Who', 'What happened', 'Reason', 'Hash'])
  expect(rows.map((row) => row[2])).toContain('Created the project')
  const open = rows.filter(([, , what]) => what !== 'Not visible to your role')
  expect(open.length).toBeGreaterThan(0)
  expect(open.every(([when]) => typeof when === 'number')).toBe(true)
})

/** The cells of a column of a grid, from the top. */
const shownCells = (page: Page, header: string) =>
  page.getByRole('columnheader', { name: header, exact: true }).evaluate((head) => {
    const column = head.getAttribute('aria-colindex')
    const rowOf = (cell: Element) => Number(cell.closest('[role=row]')?.ariaRowIndex)
    return [
      ...document.querySelectorAll(
        `:is([role=gridcell], [role=rowheader])[aria-colindex="${column}"]`,
      ),
    ]
      .toSorted((one, other) => rowOf(one) - rowOf(other))
      .map((cell) => cell.textContent?.trim() ?? '')
  })
const shownHeaders = (page: Page) =>
  page.getByRole('columnheader').evaluateAll((heads) =>
    heads
      .toSorted((one, other) => Number(one.ariaColIndex) - Number(other.ariaColIndex))
      .map((head) => head.textContent ?? '')
      // The column of the checkboxes has no name and no content.
      .filter((name) => name !== ''),
  )

test('a vendor exports the filtered and sorted table of a document offline, without hidden columns', async ({
  openDevice,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const device = await openDevice({ installs: true })
  const { page } = device
  await page.setViewportSize({ width: 1_700, height: 900 })
  await signInAs(page, 'drupal-primary')
  await page.goto(documentUrl)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  const [all = [], ...every] = await exported(page, askInColumns)
  expect(all.map(String)).toEqual(await shownHeaders(page))

  await page.getByRole('button', { name: 'Add filter' }).click()
  await page.getByRole('menuitem', { name: 'Statement %' }).click()
  await page.getByRole('dialog', { name: 'Statement %' }).getByLabel('From').fill('60')
  await expect(page.getByRole('button', { name: /^Statement %.*60/ })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('columnheader', { name: 'Statement %' }).click()
  await page.getByRole('columnheader', { name: 'Statement %' }).click()
  await page.getByRole('button', { name: 'Columns' }).click()
  await page.getByRole('checkbox', { name: 'Section', exact: true }).uncheck()
  await page.keyboard.press('Escape')
  await expect(page.getByRole('columnheader', { name: 'Section' })).toHaveCount(0)

  const [header = [], ...rows] = await exported(page, askInColumns)
  expect(header.map(String)).not.toContain('Section')
  expect(rows.length).toBeGreaterThan(1)
  expect(rows.length).toBeLessThan(every.length)
  const ids = rows.map((row) => String(row[header.indexOf('ID')]))
  const shown = await shownCells(page, 'ID')
  expect(ids.slice(0, shown.length)).toEqual(shown)
  await expect(page.getByRole('grid')).toHaveAttribute('aria-rowcount', String(rows.length + 1))
  const percents = rows.map((row) => Number(row[header.indexOf('Statement %')]))
  expect(percents.every((percent) => percent >= 60)).toBe(true)
  expect(percents).toEqual(percents.toSorted((a, b) => b - a))
})

test('a requestor exports the table of a document from the menu of its actions @variation', async ({
  page,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'evaluator', DEMO_PASSWORD),
    'EVALUATION',
  )
  await page.setViewportSize({ width: 1_700, height: 900 })
  await signInAs(page, 'evaluator')
  await page.goto(documentUrl)
  await expect(page.getByRole('row').nth(1)).toBeVisible()
  const [header = [], ...rows] = await exported(page, askInMenu)
  expect(header.map(String)).toEqual(await shownHeaders(page))
  const shown = await shownCells(page, 'ID')
  const ids = rows.map((row) => String(row[header.indexOf('ID')]))
  expect(ids.slice(0, shown.length)).toEqual(shown)
})

test('the list of projects is exported offline as search and order leave it @variation', async ({
  openDevice,
}) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto('/projects?sort=name')
  const names = page.getByRole('table').getByRole('link')
  await expect(names.first()).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  const shown = async () => (await names.allInnerTexts()).map((name) => name.trim())
  const namesIn = ([header = [], ...rows]: (string | number | null)[][]) =>
    rows.map((row) => row[header.indexOf('Project')])
  const all = await exported(page)
  expect(namesIn(all)).toEqual(await shown())
  expect(all[0]).toEqual([
    ...['Favourite', 'Project', 'Version', 'Tags', 'Status', 'Restored'],
    ...['Deadline', 'Requirements', 'Owner', 'Changed'],
  ])
  const [first = ''] = await shown()
  await page.getByLabel('Search projects').fill(first)
  await expect.poll(async () => (await shown()).length).toBeLessThan(all.length - 1)
  expect(namesIn(await exported(page))).toEqual(await shown())
})

test('all vendors that the search leaves are exported, beyond the page shown; offline the file is a part and says so @variation', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { organizationId } = api.session
  const params = { id: String(organizationId) }
  for (let index = 0; index < 12; index += 1)
    await api.call(API.vendors.create, {
      params,
      body: { name: `=Seen ${index}`, description: '', zone: 'Europe/Bratislava' },
    })
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/organization/${organizationId}/vendors`)
  await page.getByLabel('Search vendors').fill('=Seen')
  const names = page.getByRole('table').getByRole('link')
  await expect(names).toHaveCount(10)
  await expect(names.first()).toHaveText(/=Seen/)
  const shown = await names.allInnerTexts()
  await untilInstalled(page)
  const namesIn = ([header = [], ...rows]: (string | number | null)[][]) =>
    rows.map((row) => row[header.indexOf('Vendor')])

  const all = await exported(page)
  expect(all[0]).toEqual(['Vendor', 'Primary contact', 'Status', 'Contacts', 'Projects'])
  const listed = await api.call(API.vendors.list, {
    params,
    body: { filters: { q: '=Seen' }, pageSize: 200 },
  })
  expect(namesIn(all)).toEqual(listed.items.map(({ name }) => name))
  expect(namesIn(all)).toHaveLength(12)
  expect(namesIn(all).slice(0, 10)).toEqual(shown)

  await device.goOffline()
  await ask(page)
  const dialog = page.getByRole('dialog', { name: 'Export what I see' })
  await expect(dialog.getByRole('note')).toContainText('only a part of the rows')
  await page.keyboard.press('Escape')
  expect(namesIn(await exported(page))).toEqual(shown)
})

test('pain points are exported offline as the filter leaves them, to a vendor without other vendors', async ({
  openDevice,
  server,
}) => {
  const reported = async (username: string, text: string, severity: 'MINOR' | 'CRITICAL') => {
    const api = await signInApi(server.url, username, DEMO_PASSWORD)
    const { project } = await openDemoProject(api, 'PUBLISHED')
    await api.call(API.comments.create, {
      params: { id: project.id },
      body: { place: { kind: 'project', id: project.id }, type: 'PP', severity, text },
    })
    return project
  }
  await reported('nvda-primary', '=Theirs()', 'CRITICAL')
  await reported('plone-primary', 'A small one', 'MINOR')
  const project = await reported('plone-primary', '=Own()', 'CRITICAL')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'plone-primary')
  await page.goto(`/project/${project.id}/pain-points?severity=CRITICAL`)
  const list = page.getByRole('list', { name: 'Pain points' }).getByRole('link')
  await expect(list.first()).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  const [header = [], ...rows] = await exported(page)
  expect(header).toEqual(['Item', 'Severity', 'Status', 'Pain point', 'Who', 'When', 'Replies'])
  const texts = await list.allInnerTexts()
  expect(rows).toHaveLength(texts.length)
  expect(rows.map((row) => row[3])).toContain('=Own()')
  expect(JSON.stringify(rows)).not.toMatch(/Theirs|A small one/)
  for (const [at, row] of rows.entries())
    for (const part of row.slice(0, 5)) expect(texts[at]).toContain(String(part))
})
