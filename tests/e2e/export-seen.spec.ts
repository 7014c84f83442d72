import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'

const ask = (page: Page) => page.getByRole('button', { name: 'Export what I see…' }).click()
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

test('the matrix is exported offline as shown, with its scores as numbers', async ({
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

test('the history is exported offline as the filter leaves it', async ({ openDevice }) => {
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
    return [...document.querySelectorAll(`[role=gridcell][aria-colindex="${column}"]`)]
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
  const [all = [], ...every] = await exported(page)
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

  const [header = [], ...rows] = await exported(page)
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

test('a requestor exports the table of a document from the menu of its actions', async ({
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
