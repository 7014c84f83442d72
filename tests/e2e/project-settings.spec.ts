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

test('the settings of a project: members, invitations, roles, permissions and the next owner', async ({ page, server }) => {
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

  await test.step('what the roles may do is shown', async () => {
    await page.getByRole('navigation', { name: 'Project settings' }).getByRole('link', { name: 'Permissions' }).click()
    await expect(page.getByRole('row', { name: 'Override answers yes no no no yes' })).toBeVisible()
    await seenEverywhere(page, 'the permissions of a project')
  })

  await test.step('the project is handed over, and the settings follow', async () => {
    await page.goto(`/project/${id}/settings/general`)
    await page.getByRole('button', { name: 'Change owner…' }).click()
    const dialog = page.getByRole('dialog', { name: 'Change owner' })
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(dialog.getByRole('link', { name: 'Choose somebody.' })).toBeVisible()
    await seenEverywhere(page, 'the next owner')
    await dialog.getByRole('textbox', { name: 'New owner' }).click()
    await page.getByRole('option').first().click()
    await dialog.getByRole('button', { name: 'Hand over' }).click()
    await expect(page.getByText(/^The project has a new owner/)).toBeVisible()
    await expect(page.getByText(/^.+ owns this project\.$/)).toBeVisible()
  })
})

test('who is removed reads why, is led away, and finds nothing left', async ({ page, server, openDevice }) => {
  const id = await ownProject(server.url, 'DRAFT')
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  await api.raw('PUT', `/projects-service/projects/${id}/state-transition/move-to-preparation`, { vendorIds: [(await api.call(API.organizations.vendors, { params: { id: String(api.session.organizationId) } }))[0]?.value] })
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  await api.raw('POST', `/projects-service/projects/${id}/add-member`, { userId: author.session.userId, roleIds: ['role-project-req-author'] })
  const device = await openDevice()
  await signInAs(device.page, 'author')
  await device.page.goto(`/project/${id}/packages`)
  await expect(device.page.getByRole('heading', { level: 1 })).toHaveText('Packages')

  await signInAs(page, 'owner')
  await page.goto(`/project/${id}/settings/members`)
  await page.getByRole('row', { name: /Author/ }).getByRole('button').click()
  await page.getByRole('menuitem', { name: 'Remove…' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Remove' }).click()
  await expect(page.getByText('Demo Author was removed.')).toBeVisible()

  await expect(device.page.getByText('Access to content denied: You do not have sufficient rights to access this content.')).toBeVisible()
  await expect(device.page).toHaveURL(/\/dashboard$/)
  await device.page.goto('/project/there-is-none/detail')
  await expect(device.page.getByText(/^Cannot load project there-is-none\. Make sure project with id exists\.|Access to content denied/)).toBeVisible()
  await expect(device.page).toHaveURL(/\/dashboard$/)
})
