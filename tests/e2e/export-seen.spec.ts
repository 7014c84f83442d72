import { readFile } from 'node:fs/promises'
import type { Page } from '@playwright/test'
import { read, utils } from 'xlsx'
import { axe, expect, signInAs, test, untilInstalled } from '../support/browser.ts'

const exported = async (page: Page) => {
  await page.getByRole('button', { name: 'Export what I see…' }).click()
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
