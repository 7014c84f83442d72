import type { Locator } from '@playwright/test'
import { DEMO_ACCOUNTS, DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { follow } from '../support/follow.ts'
import { goToCell, tabTo } from '../support/keyboard.ts'
import { startServer } from '../support/start-server.ts'
import { seenInBothThemes } from '../support/themes.ts'

test('the sign-in page of a demo offers every account in one click, and each account sees its own projects', async ({
  page,
  browser,
  server,
}) => {
  await page.goto('/login')
  for (const { username } of DEMO_ACCOUNTS)
    await expect(page.locator(`[data-username=${username}]`)).toBeVisible()
  await seenInBothThemes(page, 'signing in')
  await page.setViewportSize({ width: 390, height: 844 })
  await seenInBothThemes(page, 'signing in')

  const seen: Record<string, string[]> = {}
  for (const [username, name] of [
    ['owner', 'Demo Owner'],
    ['evaluator', 'Demo Evaluator'],
    ['plone-contact', 'Plone Contact 2'],
  ] as const) {
    const context = await browser.newContext({ baseURL: server.url })
    const own = await context.newPage()
    await own.goto('/login')
    await tabTo(own, 'button', new RegExp(`^${name}`))
    await own.keyboard.press('Enter')
    await own.waitForURL((url) => !url.pathname.startsWith('/login'))
    await own.goto(username === 'plone-contact' ? '/vendor/dashboard/projects' : '/projects')
    const links = own
      .getByRole('main')
      .getByRole('link', { name: /^(?:Accessibility of|Application security)/ })
    await expect(links.first()).toBeVisible()
    seen[username] = (await links.allInnerTexts())
      .map((text) => text.split('\n')[0] ?? '')
      .toSorted()
    await context.close()
  }
  const accessibility = [
    'Accessibility of the content platform',
    'Accessibility of the content platform (evaluation)',
  ]
  expect(seen['owner']).toEqual([...accessibility, 'Application security requirements'])
  expect(seen['plone-contact']).toEqual(accessibility)
})

test('without the demo, the sign-in page offers and loads no accounts @variation', async ({
  page,
}) => {
  const empty = await startServer({ demo: false })
  try {
    expect(await (await fetch(`${empty.url}/api/users-service/auth/demo-accounts`)).json()).toEqual(
      [],
    )
    await page.goto(`${empty.url}/login`)
    await expect(page.getByRole('heading', { name: 'Sign in' })).toBeVisible()
    await expect(page.getByText('Demo accounts')).toHaveCount(0)
    // Let the page finish its requests before the server stops.
    await page.waitForLoadState('networkidle')
    await page.evaluate(() => document.fonts.ready.then(() => undefined))
  } finally {
    await empty.dispose()
  }
})

test('in forced colours what is current, chosen, ticked, unsent or scored has a line or a fill @variation', async ({
  openDevice,
  server,
}) => {
  const device = await openDevice({ context: { forcedColors: 'active' } })
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto('/projects')
  const current = page.getByRole('navigation').locator('[aria-current=page]')
  await expect(current).toHaveText('Projects')
  await expect(current).toHaveCSS('outline-style', 'solid')
  await expect(current).toHaveCSS('outline-width', '2px')
  const other = page.getByRole('navigation').getByRole('link', { name: 'Dashboard' })
  await expect(other).toHaveCSS('outline-style', 'none')

  await page
    .getByRole('main')
    .getByRole('link', { name: /\(evaluation\)/ })
    .first()
    .click()
  const bar = page.getByRole('img', { name: /submitted/ }).first()
  await expect(bar).toBeVisible()
  const colours = await bar.evaluate((element) => {
    const fill = element.firstElementChild
    return [element, fill ?? element].map((one) => getComputedStyle(one).backgroundColor)
  })
  expect(new Set(colours).size).toBe(2)
  await test.step('the tints of scores differ by their line', async () => {
    await page.getByRole('link', { name: 'Evaluation', exact: true }).click()
    const cells = page.getByRole('treegrid').locator('[data-tint]')
    await expect(cells.first()).toBeVisible()
    const steps = await cells.evaluateAll((found) =>
      found.map((cell) => {
        const { borderInlineStartStyle, borderInlineStartWidth } = getComputedStyle(cell)
        return [cell.getAttribute('data-tint'), borderInlineStartWidth, borderInlineStartStyle]
      }),
    )
    const lines = new Map(steps.map(([tint, ...line]) => [tint, line.join(' ')]))
    expect(lines.size).toBeGreaterThan(2)
    expect(new Set(lines.values()).size).toBe(lines.size)
    if (process.env['SHOTS_DIR'])
      await page.screenshot({ path: `${process.env['SHOTS_DIR']}/forced-matrix.png` })
  })

  await test.step('a table shows its range, ticks and view', async () => {
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    const { documentUrl } = await openDemoProject(owner, 'PUBLISHED')
    await follow(page, documentUrl)
    const segment = (name: string) =>
      page.locator('label').filter({ hasText: name }).locator('span')
    await expect(segment('Table')).toHaveCSS('outline-style', 'solid')
    await expect(segment('Sections')).toHaveCSS('outline-style', 'none')
    await goToCell(page, 0, 'ID')
    await page.keyboard.press('Shift+ArrowDown')
    const chosen = page
      .getByRole('grid')
      .locator(':is([role=gridcell], [role=rowheader])[aria-selected=true]')
    await expect(chosen).toHaveCount(2)
    for (const cell of await chosen.all()) await expect(cell).toHaveCSS('outline-style', 'solid')
    const other = page.locator('[role=row][aria-rowindex="5"] [role=gridcell]').nth(1)
    await expect(other).toHaveCSS('outline-style', 'none')
    const mark = page.locator('[role=row][aria-rowindex="3"]').getByRole('checkbox')
    await mark.click()
    await expect(mark).toBeChecked()
    const seen = await mark.evaluate((element) => {
      const { borderBottomColor, borderBottomWidth } = getComputedStyle(element, '::after')
      return [borderBottomWidth, borderBottomColor === getComputedStyle(element).backgroundColor]
    })
    expect(seen).toEqual(['2px', false])
    if (process.env['SHOTS_DIR'])
      await page.screenshot({ path: `${process.env['SHOTS_DIR']}/forced-table.png` })
  })

  await test.step('what has not been sent has a dot', async () => {
    await device.close()
    const vendor = await openDevice({ context: { forcedColors: 'active' } })
    const plone = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
    const { documentUrl } = await openDemoProject(plone, 'PUBLISHED')
    await signInAs(vendor.page, 'plone-primary', documentUrl)
    const badge = vendor.page
      .getByRole('button', { name: /^Notifications, / })
      .locator('[data-count]')
    await expect(badge).toHaveAttribute('data-count', /^[0-9]+$/)
    await goToCell(vendor.page, 0, 'Remarks and explanations')
    await vendor.goOffline()
    await vendor.page.keyboard.type('Unsent')
    await vendor.page.keyboard.press('Enter')
    const dot = vendor.page
      .getByRole('grid')
      .getByTitle(/not sent/i)
      .first()
    await expect(dot).toBeVisible()
    await expectFilled(dot, '[role=row]')
    if (process.env['SHOTS_DIR'])
      await vendor.page.screenshot({ path: `${process.env['SHOTS_DIR']}/forced-answers.png` })

    const { page: own } = vendor
    await expect(badge).toHaveAttribute('data-count', /^[0-9]+$/)
    await expect(badge).toHaveCSS('border-top-style', 'solid')
    await expect(badge).toHaveCSS('border-top-width', '1px')
    await goToCell(own, 1, 'Statement %')
    await own.evaluate(() => {
      const clipboardData = new DataTransfer()
      clipboardData.setData('text/plain', 'many')
      document.activeElement?.dispatchEvent(
        new ClipboardEvent('paste', { clipboardData, bubbles: true, cancelable: true }),
      )
    })
    const wrong = own.getByRole('grid').locator('[aria-invalid]').first()
    await expect(wrong).toHaveCSS('border-inline-start-style', 'double')
    await expect(wrong).toHaveCSS('border-inline-start-width', '4px')
  })
})

/** The mark has another colour than the part of the page that it stands in. */
const expectFilled = async (mark: Locator, within: string): Promise<void> => {
  await expect(mark).toBeVisible()
  const [fill, behind] = await mark.evaluate(
    (element, part) =>
      [element, element.closest(part) ?? document.body].map(
        (one) => getComputedStyle(one).backgroundColor,
      ),
    within,
  )
  expect(fill).not.toBe(behind)
  expect(fill).not.toBe('rgba(0, 0, 0, 0)')
}
