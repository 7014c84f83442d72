import { join } from 'node:path'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { projectRoot } from '../support/project-root.ts'
import { seenEverywhere } from '../support/themes.ts'

const PICTURE = join(projectRoot, 'client/public/icons/icon-192.png')

const setPicture = async (page: Page, title: string): Promise<void> => {
  const chooser = page.waitForEvent('filechooser')
  await page.getByRole('button', { name: 'Choose a picture…' }).click()
  await (await chooser).setFiles(PICTURE)
  const dialog = page.getByRole('dialog', { name: title })
  await dialog.getByLabel('Zoom').fill('2')
  await dialog.getByRole('button', { name: 'Save' }).click()
  await expect(page.getByRole('button', { name: 'Remove picture' })).toBeVisible()
}

test('the pictures of a project, an organization and a vendor stand beside their names, initials where there is none', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { organizationId, userId } = owner.session
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(userId) },
    body: { filters: { state: 'PUBLISHED' } },
  })
  const [project] = items
  if (project === undefined) throw new Error('The demo has a published project')

  await signInAs(page, 'owner', `/project/${project.id}/settings/general`)
  await setPicture(page, 'Picture of the project')
  await seenEverywhere(page, 'settings with a picture')
  await page.goto('/projects?state=PUBLISHED')
  const row = page.getByRole('row').filter({ hasText: project.name })
  await expect(row.locator('img')).toHaveJSProperty('naturalWidth', 256)
  await page.goto('/projects?state=DRAFT')
  await expect(page.getByRole('row').nth(1).locator('svg text')).toHaveText(/^\p{Lu}+$/u)
  await page.goto('/projects')
  await seenEverywhere(page, 'projects with pictures')

  await page.goto(`/organization/${organizationId}/settings/profile`)
  await setPicture(page, 'Picture of the organization')
  await seenEverywhere(page, 'an organization with a picture')
  await page.goto(`/organization/${organizationId}/vendors`)
  await page.getByRole('link', { name: /Drupal/ }).click()
  await setPicture(page, 'Picture of the organization')
  await page.goto(`/organization/${organizationId}/vendors`)
  const vendor = page.getByRole('row').filter({ hasText: 'Drupal' })
  await expect(vendor.locator('img')).toHaveJSProperty('naturalWidth', 256)
  await expect(
    page.getByRole('row').filter({ hasText: 'Plone' }).locator('svg text').first(),
  ).toBeVisible()
  await seenEverywhere(page, 'vendors with pictures')

  await page.goto(`/project/${project.id}/settings/general`)
  await page.getByRole('button', { name: 'Remove picture' }).click()
  await expect(page.getByRole('button', { name: 'Choose a picture…' })).toBeVisible()
})

test('a vendor sees the picture of a project and is not offered to change it @variation', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: { filters: { state: 'PUBLISHED' } },
  })
  const id = items[0]?.id ?? ''
  const picture =
    'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=='
  const { updatedOn } = await owner.call(API.projects.get, { params: { id } })
  await owner.call(API.projectAvatars.set, { params: { id }, body: { picture, updatedOn } })
  await signInAs(page, 'drupal-contact', '/vendor/dashboard/projects')
  await expect(page.getByRole('article').first().locator('img')).toHaveJSProperty('naturalWidth', 1)
  await page.goto(`/project/${id}/settings/general`)
  await expect(page.getByRole('button', { name: 'Change picture…' })).toBeHidden()
})
