import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'

test('a password is hidden, can be shown, pasted and filled in by a password manager', async ({ page, context }) => {
  await context.grantPermissions(['clipboard-read', 'clipboard-write'])
  await page.goto('/login')
  await expect(page.getByLabel('Username')).toHaveAttribute('autocomplete', 'username')
  const password = page.getByLabel('Password', { exact: true })
  await expect(password).toHaveAttribute('type', 'password')
  await expect(password).toHaveAttribute('autocomplete', 'current-password')
  await page.evaluate(() => navigator.clipboard.writeText('Žltý kôň 1 🐎 <&>'))
  await password.focus()
  await page.keyboard.press('ControlOrMeta+V')
  await expect(password).toHaveValue('Žltý kôň 1 🐎 <&>')
  await page.getByRole('button', { name: 'Show or hide the password' }).click()
  await expect(password).toHaveAttribute('type', 'text')
})

test('wherever somebody is signed in they can sign out', async ({ page, server }) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { items: [project] } = await api.call(API.projects.byUser, { params: { id: String(api.session.userId) }, body: {} })
  await signInAs(page, 'owner')
  const organization = `/organization/${api.session.organizationId}`
  const inProject = ['detail', 'packages', 'documents', 'releases', 'evaluation-detail', 'settings/general', 'settings/members', 'settings/roles', 'settings/permissions'].map((screen) => `/project/${project?.id}/${screen}`)
  for (const path of ['/dashboard', '/projects', ...inProject, `${organization}/members`, `${organization}/vendors`, `${organization}/settings/profile`, `${organization}/settings/access-log`, '/nowhere']) {
    await page.goto(path)
    await expect(page.getByRole('button', { name: /^Account of/ }), path).toBeVisible()
  }
  await page.getByRole('button', { name: /^Account of/ }).click()
  await expect(page.getByRole('menuitem', { name: 'Sign out' })).toBeVisible()
})
