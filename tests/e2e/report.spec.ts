import { readFile } from 'node:fs/promises'
import { strFromU8, unzipSync } from 'fflate'
import type { Page } from '@playwright/test'
import { axe, expect, signInAs, test, untilInstalled } from '../support/browser.ts'

const openReport = async (page: Page) => {
  await page.getByRole('button', { name: 'Report…' }).click()
  return page.getByRole('dialog', { name: 'Report' })
}
const made = async (page: Page) => {
  const dialog = page.getByRole('dialog', { name: 'Report' })
  const download = page.waitForEvent('download')
  await dialog.getByRole('button', { name: 'Make the report' }).click()
  const file = await download
  await expect(dialog).toBeHidden()
  return { name: file.suggestedFilename(), bytes: await readFile(await file.path()) }
}

test('an evaluator makes the report and a debriefing without a network', async ({ openDevice }) => {
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'evaluator')
  await page.getByRole('link', { name: /Evaluate the answers/ }).click()
  const matrix = page.getByRole('treegrid')
  await expect(matrix).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()

  const names = await matrix.getByRole('columnheader').allInnerTexts()
  const vendors = ['Plone', 'Drupal', 'NVDA'].filter((name) =>
    names.some((header) => header.includes(name)),
  )
  expect(vendors.length).toBeGreaterThan(1)

  const dialog = await openReport(page)
  await axe(page, 'the choice of a report')
  await dialog.getByRole('radio', { name: 'Page to print or save as PDF (.html)' }).check()
  const report = await made(page)
  expect(report.name).toMatch(/ Evaluation report \d{4}-\d\d-\d\d\.html$/)
  const html = report.bytes.toString('utf8')
  for (const vendor of vendors) expect(html).toContain(vendor)

  await openReport(page)
  const word = await made(page)
  expect(word.name).toMatch(/\.docx$/)
  const document = strFromU8(unzipSync(word.bytes)['word/document.xml'] ?? new Uint8Array())
  expect(document).toContain('Sums behind the scores')

  await openReport(page)
  await dialog.getByRole('radio', { name: /^Debriefing of one vendor/ }).check()
  const choice = dialog.getByRole('combobox', { name: 'Vendor' })
  const chosen = (await choice.locator('option').allInnerTexts())[0] ?? ''
  await choice.selectOption({ label: chosen })
  await dialog.getByRole('radio', { name: 'Slovenčina' }).check()
  await dialog.getByRole('radio', { name: 'Page to print or save as PDF (.html)' }).check()
  await axe(page, 'the choice of a debriefing')
  const debriefing = (await made(page)).bytes.toString('utf8')
  expect(debriefing).toContain('Informácia o výsledku')
  expect(debriefing).toContain(chosen)
  // An answer may speak of another product, but no cell and no receipt names its vendor.
  for (const other of vendors.filter((name) => !chosen.includes(name))) {
    expect(debriefing).not.toContain(`${other} Contact`)
    expect(debriefing).not.toContain(`>${other}<`)
  }
})
