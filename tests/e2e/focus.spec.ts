import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { goToCell, pressKey } from '../support/keyboard.ts'

const openAnswers = async (page: Page, serverUrl: string) => {
  const demo = await openDemoProject(
    await signInApi(serverUrl, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'drupal-primary')
  await page.goto(demo.documentUrl)
  await expect(page.getByRole('grid')).toBeVisible()
  return demo
}

test('each page names itself and its project in the title, and is announced when it is there', async ({
  page,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'drupal-primary')
  const project = new URL(documentUrl, server.url).pathname.split('/').slice(0, 3).join('/')
  await page.goto(`${project}/detail`)
  const heading = page.getByRole('heading', { level: 1 })
  await expect(heading).toBeVisible()
  const name = await heading.innerText()
  await expect(page).toHaveTitle(`${name} · Tenderbook`)
  await pressKey(page, 'link', 'Packages', page.getByRole('navigation').first())
  await expect(page).toHaveTitle(`Packages · ${name} · Tenderbook`)
  await expect(page.locator('[data-page-title]')).toHaveText(`Packages · ${name} · Tenderbook`)
  const document = page.getByRole('main').getByRole('link').first()
  await document.focus()
  await page.keyboard.press('Enter')
  await expect(page).not.toHaveTitle(/^Packages/)
  await expect(heading, 'the link is gone, so the heading has the focus').toBeFocused()
  await expect(page).toHaveTitle(`${await heading.innerText()} · ${name} · Tenderbook`)
  await expect(page.locator('[data-page-title]')).toHaveText(await page.title())
})

test('Tab leaves a table, whose rows have headers and whose checkboxes name their row', async ({
  page,
  server,
}) => {
  const { requirements } = await openAnswers(page, server.url)
  const grid = page.getByRole('grid')
  const [first, second] = requirements.map(({ fullId }) => fullId ?? '')
  await expect(grid.getByRole('rowheader', { name: first ?? '', exact: true })).toBeVisible()
  await expect(grid.getByRole('checkbox', { name: `Select row ${first}` })).toBeVisible()
  await expect(grid.getByRole('checkbox', { name: `Select row ${second}` })).toBeVisible()
  const isInside = () => grid.evaluate((element) => element.contains(document.activeElement))
  for (const key of ['Tab', 'Shift+Tab']) {
    await goToCell(page, 1, 'Requirement')
    await page.keyboard.press(key)
    expect(await isInside(), `${key} leaves the table`).toBe(false)
  }
})
