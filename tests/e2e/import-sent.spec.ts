import { API } from '#schema/api/index.ts'
import { axe, type Device, expect, type Page, signInAs, test } from '../support/browser.ts'
import { type HostileProject, makeEmptyProject } from '../support/hostile-project.ts'
import { seenEverywhere } from '../support/themes.ts'

const CSV = [
  'No.,Area,Requirement',
  '1,Access,The system shows the roles of a person in one list.',
  '2,Access,The system records each change of a role with its author.',
  '3,Audit,The system keeps the log of all changes for ten years.',
].join('\n')

/** Reads a file, goes offline and imports it. */
const importOffline = async (device: Device, { projectId, documentId }: HostileProject) => {
  const { page } = device
  await signInAs(page, 'owner')
  await page.goto(`/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'Import…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Import requirements' })
  await dialog.locator('input[type=file]').setInputFiles({
    ...{ name: 'list.csv', mimeType: 'text/csv', buffer: Buffer.from(CSV) },
  })
  await dialog.getByRole('button', { name: 'Next: match the columns' }).click()
  await dialog.getByRole('button', { name: 'Next: preview' }).click()
  await expect(dialog.getByText('3 new, 0 changed.')).toBeVisible()
  await device.goOffline()
  await dialog.getByRole('button', { name: 'Import 3 requirements' }).click()
  await expect(dialog.getByRole('heading', { name: 'Import finished' })).toBeVisible()
  return dialog
}
const confirmed = (page: Page, count: number) =>
  page.getByText(`The server has confirmed ${count} of 3 requirements.`)

test('the end of an import shows what the server has confirmed, and that the rest is sent by itself @variation', async ({
  openDevice,
  server,
}) => {
  const project = await makeEmptyProject(server.url, 'Confirmed')
  const device = await openDevice()
  const { page } = device
  await importOffline(device, project)
  await expect(confirmed(page, 0)).toBeVisible()
  const later = 'The others are sent automatically when there is a connection again.'
  await expect(page.getByText(later)).toBeVisible()
  await axe(page, 'an import that waits for the server')
  await seenEverywhere(page, 'an import that waits for the server')

  await device.goOnline()
  await expect(confirmed(page, 3)).toBeVisible()
  await expect(page.getByText(later)).toBeHidden()
  await seenEverywhere(page, 'an import that the server has confirmed')
  const count = await project.api.call(API.projects.references, {
    params: { id: project.projectId },
  })
  expect(count.filter(({ kind }) => kind === 'requirement')).toHaveLength(3)
})

test('the end of an import names the requirements that the server refuses', async ({
  openDevice,
  server,
}) => {
  const project = await makeEmptyProject(server.url, 'Refused')
  const device = await openDevice()
  const { page } = device
  const dialog = await importOffline(device, project)
  const vendors = await project.api.call(API.vendors.list, {
    params: { id: String(project.api.session.organizationId) },
    body: {},
  })
  const params = { id: project.projectId }
  await project.api.call(API.stateTransitions.moveToPreparation, {
    params,
    body: { vendorIds: vendors.items.slice(0, 1).map(({ id }) => id) },
  })
  await project.api.call(API.stateTransitions.moveToArchived, { params })
  await device.goOnline()
  await expect(dialog.getByText('The server did not take 3 requirements:')).toBeVisible()
  await expect(dialog.getByText('The system keeps the log of all changes')).toBeVisible()
  await expect(confirmed(page, 0)).toBeVisible()
  await seenEverywhere(page, 'an import that the server refuses')
})
