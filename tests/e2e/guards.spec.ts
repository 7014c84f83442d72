import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'

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
