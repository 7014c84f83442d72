import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

const ownProject = async (url: string, state: string): Promise<string> => {
  const api = await signInApi(url, 'owner', DEMO_PASSWORD)
  const { items } = await api.call(API.projects.byUser, { params: { id: String(api.session.userId) }, body: {} })
  return items.find((project) => project.state === state)?.id ?? ''
}

test('the settings of a project: members, invitations and roles', async ({ page, server }) => {
  const id = await ownProject(server.url, 'EVALUATION')
  await signInAs(page, 'owner')
  await page.goto(`/project/${id}/settings/general`)
  await expect(page.getByRole('heading', { name: 'Owner' })).toBeVisible()
  await seenEverywhere(page, 'the settings of a project')

  await test.step('somebody is invited by email', async () => {
    await page.getByRole('navigation', { name: 'Project settings' }).getByRole('link', { name: 'Members' }).click()
    await expect(page.getByRole('row', { name: /Owner/ })).toBeVisible()
    await seenEverywhere(page, 'the members of a project')
    await page.getByRole('button', { name: 'Add member' }).click()
    const dialog = page.getByRole('dialog', { name: 'Add member' })
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(dialog.getByRole('link', { name: 'Choose somebody.' })).toBeVisible()
    await seenEverywhere(page, 'a new member with errors')
    await dialog.getByText('By email').click()
    await dialog.getByRole('textbox', { name: 'Email' }).fill('new@city.example')
    await seenEverywhere(page, 'a new member by email')
    await dialog.getByRole('button', { name: 'Add', exact: true }).click()
    await expect(page.getByRole('row', { name: /new@city\.example Invited/ })).toBeVisible()
  })

  await test.step('roles are given in the dialog and in the table', async () => {
    await page.getByRole('button', { name: 'Actions for new@city.example' }).click()
    await page.getByRole('menuitem', { name: 'Change roles…' }).click()
    const dialog = page.getByRole('dialog', { name: /^Roles of/ })
    await dialog.getByLabel('Approver').check()
    await seenEverywhere(page, 'the roles of a member')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(page.getByRole('row', { name: /new@city\.example.*Reviewer, Approver/ })).toBeVisible()
    await page.getByRole('navigation', { name: 'Project settings' }).getByRole('link', { name: 'Roles' }).click()
    const box = page.getByRole('checkbox', { name: 'new@city.example: Approver' })
    await expect(box).toBeChecked()
    await seenEverywhere(page, 'the roles of a project')
    await box.click()
    await expect(box).not.toBeChecked()
  })
})
