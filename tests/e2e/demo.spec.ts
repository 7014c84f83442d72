import { DEMO_ACCOUNTS } from '#server/demo/accounts.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { tabTo } from '../support/keyboard.ts'
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
      .getByRole('link', { name: /Accessibility of|Application security/ })
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

test('without the demo, the sign-in page offers and loads no accounts', async ({ page }) => {
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

test('in forced colours the current page has a line and a progress bar shows how full it is', async ({
  openDevice,
}) => {
  const { page } = await openDevice({ context: { forcedColors: 'active' } })
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
})
