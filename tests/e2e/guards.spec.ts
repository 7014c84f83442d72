import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { ELSEWHERE } from '../support/elsewhere.ts'

/** A sample in the built application; every route as every kind of user is visited by client/routes/-every-route.test.ts. */
test('the routes lead whoever may not open them to where they belong', async ({ page, server }) => {
  const { project } = await openDemoProject(await signInApi(server.url, 'evaluator', DEMO_PASSWORD), 'PUBLISHED')
  const settings = ['general', 'members', 'roles', 'permissions'].map((name) => `/project/${project.id}/settings/${name}`)
  const expectFallback = async (paths: readonly string[], fallback: string): Promise<void> => {
    for (const path of paths) {
      await page.goto(path)
      await expect(page, path).toHaveURL((url) => url.pathname === fallback)
      await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    }
  }
  await expectFallback(['/', '/administration', `/project/${project.id}/detail`, '/vendor/dashboard/collaborators', '/nowhere'], '/login')
  await signInAs(page, 'evaluator')
  await expectFallback(['/', '/login', '/registration', '/administration', '/vendor', '/vendor/dashboard/collaborators', '/nowhere', ...settings], '/dashboard')
  await page.getByRole('button', { name: /^Account of/ }).click()
  await page.getByRole('menuitem', { name: 'Sign out' }).click()
  await page.waitForURL('**/login**')
  await signInAs(page, 'plone-primary')
  await expectFallback(['/', '/login', '/dashboard', '/projects', '/administration', '/vendor/dashboard', '/organization/1/members', '/nowhere', settings[0] ?? ''], '/vendor/dashboard/projects')
})

test('whatever address the sign-in is given to go on at, it stays in the application', async ({ page, server, context }) => {
  const visited: string[] = []
  await context.route((url) => url.origin !== server.url, async (route) => {
    visited.push(route.request().url())
    await route.abort()
  })
  const signInPath = (redirect: string) => `/login?${new URLSearchParams({ redirect }).toString()}`
  const goTo = async (address: string) => void (await page.goto(signInPath(address)))
  const expectHome = async (address: string) => {
    await expect(page, address).toHaveURL((url) => url.origin === server.url && url.pathname === '/dashboard')
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
