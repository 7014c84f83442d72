import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { listenToStatuses, statusesOf } from '../support/announcements.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { chooseItem, goToCell, pressKey } from '../support/keyboard.ts'

/** What a screen reader says about one answer besides the typed letters. */
const MOST_OF_AN_ANSWER = 2

const openTable = async (page: Page, serverUrl: string) => {
  const demo = await openDemoProject(
    await signInApi(serverUrl, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'drupal-primary')
  await page.goto(demo.documentUrl)
  await expect(page.getByRole('grid')).toBeVisible()
  await listenToStatuses(page)
  return demo
}

test('one answer makes at most two polite messages, in the table and in the form', async ({
  page,
  server,
}) => {
  const { documentUrl, requirements } = await openTable(page, server.url)
  await goToCell(page, 0, 'Statement %')
  const inTable = await statusesOf(page, async () => {
    await page.keyboard.type('41')
    await page.keyboard.press('Enter')
  })
  expect(inTable.length, inTable.join(' | ')).toBeLessThanOrEqual(MOST_OF_AN_ANSWER)

  await page.goto(`${documentUrl}/requirement/${requirements[0]?.fullId}`)
  const field = page.getByRole('textbox', { name: 'Remarks and explanations' })
  await expect(field).toBeVisible()
  await listenToStatuses(page)
  const inForm = await statusesOf(page, async () => {
    await field.focus()
    await page.keyboard.type('Words of an answer', { delay: 20 })
  })
  expect(inForm.length, inForm.join(' | ')).toBeLessThanOrEqual(MOST_OF_AN_ANSWER)
  expect(inForm.at(-1)).toContain('Saved on this device')
})

test('a search, a filter, a sort and a selection make exactly one polite message each @variation', async ({
  page,
  server,
}) => {
  await openTable(page, server.url)
  const search = page.getByRole('main').getByRole('searchbox').first()
  const found = await statusesOf(page, async () => {
    await search.focus()
    await page.keyboard.type('text', { delay: 40 })
  })
  expect(found, 'search').toEqual([expect.stringMatching(/^\d+ of \d+ requirements$/)])
  const whole = await statusesOf(page, () => search.fill(''))
  expect(whole, 'end of the search').toEqual([expect.stringMatching(/^\d+ of \d+ requirements$/)])

  const header = page.getByRole('columnheader', { name: 'Statement %' })
  const sorted = await statusesOf(page, async () => {
    await header.focus()
    await page.keyboard.press('Enter')
  })
  expect(sorted, 'sort').toEqual(['Sorted by Statement %, ascending'])

  const box = page.getByRole('grid').getByRole('checkbox').nth(1)
  const selected = await statusesOf(page, async () => {
    await box.focus()
    await page.keyboard.press('Space')
  })
  expect(selected, 'selection').toEqual([expect.stringMatching(/^1 row selected$/)])

  const filtered = await statusesOf(page, async () => {
    await pressKey(page, 'button', 'Add filter')
    await chooseItem(page, 'Hide submitted')
  })
  expect(filtered, 'filter').toHaveLength(1)
})
