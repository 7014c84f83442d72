import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { ELSEWHERE } from '../support/elsewhere.ts'
import { follow } from '../support/follow.ts'
import { publishedForm } from '../support/published-form.ts'
import { countUnsent } from '../support/sync-truth.ts'
import { variationIf } from '../support/variation.ts'

/**
 * Samples the built application; client/routes/-every-route.test.ts visits every route as every
 * kind of user.
 */
test('the routes redirect people without access to the sign-in or to their start page', async ({
  page,
  server,
}) => {
  const { project } = await openDemoProject(
    await signInApi(server.url, 'evaluator', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const settings = ['general', 'members', 'roles', 'permissions'].map(
    (name) => `/project/${project.id}/settings/${name}`,
  )
  const expectFallback = async (paths: readonly string[], fallback: string): Promise<void> => {
    for (const [index, path] of paths.entries()) {
      // Load the application once as each kind of person; the router guards both ways in.
      await (index === 0 ? page.goto(path) : follow(page, path))
      await expect(page, path).toHaveURL((url) => url.pathname === fallback)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  }
  await expectFallback(
    [
      '/',
      '/administration',
      `/project/${project.id}/detail`,
      '/vendor/dashboard/collaborators',
      '/nowhere',
    ],
    '/login',
  )
  await signInAs(page, 'evaluator')
  await expectFallback(
    [
      '/',
      '/login',
      '/registration',
      '/administration',
      '/vendor',
      '/vendor/dashboard/collaborators',
      '/nowhere',
      ...settings,
    ],
    '/dashboard',
  )
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  await signInAs(page, 'plone-primary')
  await expectFallback(
    [
      '/',
      '/login',
      '/dashboard',
      '/projects',
      '/administration',
      '/vendor/dashboard',
      '/organization/1/members',
      '/nowhere',
      settings[0] ?? '',
    ],
    '/vendor/dashboard/projects',
  )
})

test('the sign-in redirects only to addresses inside the application', async ({
  page,
  server,
  context,
}) => {
  const visited: string[] = []
  await context.route(
    (url) => url.origin !== server.url,
    async (route) => {
      visited.push(route.request().url())
      await route.abort()
    },
  )
  const signInPath = (redirect: string) => `/login?${new URLSearchParams({ redirect }).toString()}`
  const goTo = async (address: string) => void (await page.goto(signInPath(address)))
  const expectHome = async (address: string) => {
    await expect(page, address).toHaveURL(
      (url) => url.origin === server.url && url.pathname === '/dashboard',
    )
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  }
  for (const address of ['https://elsewhere.example/', '/\\elsewhere.example']) {
    await signInAs(page, 'evaluator', signInPath(address))
    await expectHome(address)
    await page.getByRole('button', { name: /^Account of/ }).click()
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login**')
  }
  await signInAs(page, 'evaluator')
  for (const address of ELSEWHERE) {
    await goTo(address)
    await expectHome(address)
  }
  await goTo('/projects?q=x')
  await expect(page).toHaveURL((url) => url.pathname === '/projects' && url.search === '?q=x')
  expect(visited).toEqual([])
})

test('an unknown address says so, in the same words for missing pages and pages without access @variation', async ({
  page,
  server,
}) => {
  const { project } = await openDemoProject(
    await signInApi(server.url, 'evaluator', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'evaluator')
  const bar = page.getByRole('alert').filter({ hasText: 'There is nothing at' })
  const told = async (path: string): Promise<string> => {
    await page.goto(path)
    await expect(page, path).toHaveURL((url) => url.pathname === '/dashboard')
    await expect(bar).toContainText(path)
    return (await bar.innerText()).replace(path, '…')
  }
  const texts = [
    await told('/nowhere'),
    await told('/organization/members'),
    await told('/administration'),
    await told('/project/nowhere/detail'),
    await told(`/project/${project.id}/settings/general`),
    await told(`/project/${project.id}/nowhere`),
  ]
  expect(new Set(texts).size).toBe(1)
  await axe(page, 'the bar of an address that leads nowhere')
  await page.getByRole('navigation').getByRole('link', { name: 'Projects' }).click()
  await expect(page).toHaveURL((url) => url.pathname === '/projects')
  await expect(bar).toBeHidden()

  for (const path of [
    '/organization/9999/members',
    '/organization/9999/settings/profile',
    '/organization/1/vendor/9999/detail',
  ]) {
    await follow(page, path)
    await expect(
      page.getByText('There is nothing here that you can open').first(),
      path,
    ).toBeVisible()
    await expect(page.getByRole('link', { name: 'To your start page' }).first()).toBeVisible()
  }
  for (const [path, words] of [
    ['documents/nowhere', 'Document not found'],
    ['packages/nowhere', 'Package not found'],
    ['documents/nowhere/requirement/X-1', 'Requirement not found'],
  ] as const) {
    await follow(page, `/project/${project.id}/${path}`)
    await expect(page.getByText(words)).toBeVisible()
    await expect(page.getByRole('main').getByRole('link', { name: /^All / })).toBeVisible()
  }
})

test('a person who lost access to a project is led from its address to their kept edits', async ({
  openDevice,
  server,
}) => {
  const form = await publishedForm(await signInApi(server.url, 'nvda-contact', DEMO_PASSWORD), 3)
  const device = await openDevice()
  const { page } = device
  await signInAs(page, 'nvda-contact', form.path)
  const notes = page.getByLabel('Remarks and explanations')
  await expect(notes).toBeVisible()
  await device.goOffline()
  await notes.fill('Words that must not be lost')
  await notes.press('Tab')
  await expect.poll(() => countUnsent(page)).toBe(1)

  const primary = await signInApi(server.url, 'nvda-primary', DEMO_PASSWORD)
  const { vendorId, userId } = primary.session
  await primary.call(API.restrictions.set, {
    params: { id: form.projectId },
    body: { vendorId: vendorId ?? 0, users: [{ userId, packageIds: null }] },
  })
  await device.goOnline()
  await expect.poll(() => countUnsent(page), { timeout: 60_000 }).toBe(0)
  await page.goto(form.path)
  await expect(page).toHaveURL((url) => url.pathname === '/vendor/dashboard/projects')
  const bar = page.getByRole('alert').filter({ hasText: 'There is nothing at' })
  await bar.getByRole('button', { name: 'Look at 1 edit of yours that is kept' }).click()
  await expect(page.getByRole('dialog')).toContainText('Words that must not be lost')
})

test('the sign-in reports the answer of a captive portal or proxy as an unreachable server @variation', async ({
  page,
  watch,
}) => {
  watch.expectNetworkErrors(true)
  const html = { contentType: 'text/html', body: '<html>Welcome to the airport</html>' }
  for (const answer of [
    { status: 200, ...html },
    { status: 502, ...html },
    { status: 504, ...html },
    { status: 302, headers: { location: 'https://portal.example/' } },
  ]) {
    await page.route('**/api/users-service/auth/prelogin', (route) => route.fulfill(answer))
    await page.goto('/login')
    await page.getByLabel('Username').fill('owner')
    await page.locator('input[type=password]').fill(DEMO_PASSWORD)
    await page.keyboard.press('Enter')
    await expect(
      page.getByText('There is no way to the server at the moment'),
      String(answer.status),
    ).toBeVisible()
    await expect(page.getByText('Something went wrong in the application')).toHaveCount(0)
    await page.unroute('**/api/users-service/auth/prelogin')
  }
})

for (const theme of ['dark', 'light'] as const) {
  test(`the frame of the page shows before the application starts, in the ${theme} theme${variationIf(theme === 'light')}`, async ({
    page,
  }) => {
    await signInAs(page, 'owner')
    const header = await page.getByRole('banner').boundingBox()
    const rail = await page.getByRole('navigation', { name: 'Main menu' }).boundingBox()
    await page.evaluate((name) => localStorage.setItem('tenderbook.theme', name), theme)
    let release = (): void => undefined
    const held = new Promise<void>((resolve) => {
      release = resolve
    })
    await page.route('**/assets/index-*.js', async (route) => {
      await held
      await route.continue()
    })
    await page.goto('/dashboard', { waitUntil: 'commit' })
    await expect(page.locator('.frame-header')).toBeVisible()
    // The page's own style sheet may come after its first element.
    const heightOf = async () => (await page.locator('.frame-header').boundingBox())?.height
    await expect.poll(heightOf).toBe(header?.height)
    const widthOf = () =>
      page.locator('.frame-rail').evaluate((element) => element.getBoundingClientRect().width - 1)
    await expect.poll(widthOf).toBe(rail?.width)
    await expect(page.locator('html')).toHaveAttribute('data-mantine-color-scheme', theme)
    expect(await page.evaluate(() => getComputedStyle(document.body).backgroundColor)).toBe(
      theme === 'dark' ? 'rgb(24, 26, 31)' : 'rgb(255, 255, 255)',
    )
    release()
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.locator('#frame')).toHaveCount(0)
  })
}
