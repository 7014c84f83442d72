import type { Locator } from '@playwright/test'
import { expect, type Page, signInAs, test } from '../support/browser.ts'

const level = (page: Page, name: string): Locator => page.getByRole('radio', { name, exact: true })
const lens = (page: Page): Locator => page.getByLabel('Commitments counted')
const differences = (page: Page): Locator => page.getByRole('button', { name: 'Differences only' })

test('[E6] a link shows a colleague the same view, Back returns to the previous view, and the last view of a person is remembered', async ({
  openDevice,
}) => {
  const [evaluator, owner] = [await openDevice(), await openDevice()]
  const { page } = evaluator
  await signInAs(page, 'evaluator')
  await page.getByRole('link', { name: /Evaluate the answers/ }).click()
  await expect(level(page, 'Documents')).toBeChecked()
  await level(page, 'Requirements').press('Space')
  await expect(level(page, 'Requirements')).toBeChecked()
  await lens(page).selectOption({ index: 1 })
  const release = await lens(page).inputValue()
  await differences(page).click()
  await expect(differences(page)).toHaveAttribute('aria-pressed', 'true')

  await test.step('a colleague sees the same view from the address alone', async () => {
    await signInAs(owner.page, 'owner')
    // Each device has its own server address, so open only the path and the query.
    const { pathname, search } = new URL(page.url())
    await owner.page.goto(`${pathname}${search}`)
    await expect(level(owner.page, 'Requirements')).toBeChecked()
    await expect(lens(owner.page)).toHaveValue(release)
    await expect(differences(owner.page)).toHaveAttribute('aria-pressed', 'true')
  })

  await test.step('Back reverts one change of the view at a time', async () => {
    await page.goBack()
    await expect(differences(page)).toHaveAttribute('aria-pressed', 'false')
    await expect(lens(page)).toHaveValue(release)
    await page.goBack()
    await expect(lens(page)).toHaveValue('all')
    await page.goBack()
    await expect(level(page, 'Documents')).toBeChecked()
    await page.goBack()
    await expect(page.getByRole('heading', { level: 1 })).not.toHaveText('Evaluation')
  })

  await test.step('an address without a view shows the last view', async () => {
    await page.getByRole('link', { name: /Evaluate the answers/ }).click()
    await level(page, 'Sections').press('Space')
    await expect(level(page, 'Sections')).toBeChecked()
    await page.goto(new URL(page.url()).pathname)
    await expect(level(page, 'Sections')).toBeChecked()
  })
})
