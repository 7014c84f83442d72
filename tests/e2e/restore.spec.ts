import { readFile } from 'node:fs/promises'
import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { seenInBothThemes } from '../support/themes.ts'

const openDialog = async (page: Page) => {
  await page.getByRole('button', { name: 'Restore from archive…' }).click()
  return page.getByRole('dialog', { name: 'Restore a project from an archive' })
}
const archiveOf = async (page: Page, projectId: string): Promise<Buffer> => {
  await page.goto(`/project/${projectId}/exports`)
  await page.getByRole('combobox', { name: 'Content' }).click()
  await page.getByRole('option', { name: 'Project archive' }).click()
  const waiting = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  const file = await waiting
  expect(file.suggestedFilename()).toMatch(/\.tenderbook$/)
  return await readFile(await file.path())
}

test('an archive is restored as an archived project, and a damaged one is refused with the reason', async ({
  page,
  server,
}) => {
  test.slow()
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project } = await openDemoProject(owner, 'EVALUATION')
  const tree = await owner.call(API.projects.references, { params: { id: project?.id ?? '' } })
  const requirements = tree.filter(({ kind }) => kind === 'requirement')
  await signInAs(page, 'owner')
  const bytes = await archiveOf(page, project?.id ?? '')

  await page.goto('/projects')
  const dialog = await openDialog(page)
  const input = dialog.getByLabel('Project archive')
  const choose = (name: string, buffer: Buffer) =>
    input.setInputFiles({ name, mimeType: 'application/octet-stream', buffer })
  await seenInBothThemes(page, 'the choice of an archive')
  await choose('notes.tenderbook', Buffer.from('no archive at all'))
  await expect(dialog.getByRole('alert')).toHaveText('notes.tenderbook: is no project archive')
  const damaged = Buffer.from(bytes)
  const middle = Math.floor(damaged.length / 2)
  damaged.writeUInt8((damaged.readUInt8(middle) + 1) % 256, middle)
  await choose('damaged.tenderbook', damaged)
  await expect(dialog.getByRole('alert')).toContainText(
    /^damaged\.tenderbook: This archive cannot be restored: /,
  )

  await choose('whole.tenderbook', bytes)
  const open = dialog.getByRole('button', { name: 'Open project' })
  await expect(open).toBeFocused()
  await expect(dialog.getByRole('status')).toContainText(`${project?.name} (version`)
  await expect(dialog.getByRole('status')).toContainText(`Requirements${requirements.length}`)
  await seenInBothThemes(page, 'a restored project')
  await open.click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(project?.name ?? '')
  await expect(page.getByText('Archived', { exact: true }).first()).toBeVisible()
  await expect(page.getByText(/^Restored from an archive on [\d.]+ by Demo Owner$/)).toBeVisible()
  expect(page.url()).not.toContain(project?.id ?? 'no project')

  const restored = new URL(page.url()).pathname.split('/')[2] ?? ''
  const [document] = (
    await owner.call(API.projects.references, { params: { id: restored } })
  ).filter(({ kind }) => kind === 'document')
  for (const path of [
    `documents/${document?.id}?view=table`,
    'evaluation-detail',
    'questions-and-answers/all',
    'log',
    'vendors',
    'packages',
  ]) {
    await page.goto(`/project/${restored}/${path}`)
    await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
    await expect(page.getByText('This could not be loaded')).toHaveCount(0)
    await axe(page, `a restored project: ${path}`)
  }
})

test('people who may not create projects are offered no restoration @variation', async ({
  page,
}) => {
  await signInAs(page, 'plone-primary', '/dashboard')
  await page.goto('/projects')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('button', { name: 'Restore from archive…' })).toHaveCount(0)
})
