import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { expect, signInAs, test, untilInstalled } from '../support/browser.ts'
import { countUnsent, expectTruth } from '../support/sync-truth.ts'

const structureOf = async (api: ApiClient, projectId: string) =>
  (await api.call(API.projects.references, { params: { id: projectId } })).toSorted((one, other) =>
    one.id < other.id ? -1 : 1,
  )

test('after a reload, Ctrl+Z restores a document deleted offline, and the server has the document with its content', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { items } = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const project = items.find(({ state }) => state === 'DRAFT')
  if (!project) throw new Error('the demo has no draft')
  const before = await structureOf(api, project.id)
  const document = before.find(({ kind }) => kind === 'document')
  const requirement = before.find(
    ({ kind, parentId }) =>
      kind === 'requirement' && before.find(({ id }) => id === parentId)?.parentId === document?.id,
  )
  if (!document || !requirement) throw new Error('the draft has no requirement')
  const definition = async () =>
    (await api.call(API.requirements.get, { params: { id: requirement.id } })).definition
  const said = await definition()

  const device = await openDevice({ installs: true })
  const { page } = device
  const row = page.getByRole('row').filter({ hasText: document.label })
  await signInAs(page, 'owner')
  await page.goto(`/project/${project.id}/packages/${document.parentId}`)
  await expect(row).toBeVisible()
  await untilInstalled(page)
  await expectTruth(page, () => 'Saved')
  await device.goOffline()

  await page.getByRole('button', { name: `Actions for document ${document.label}` }).click()
  await page.getByRole('menuitem', { name: 'Delete' }).click()
  await page.getByRole('dialog').getByRole('button', { name: 'Delete document' }).click()
  await expect(row).toHaveCount(0)
  expect(await countUnsent(page)).toBe(1)
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expectTruth(page, (unsent) => `Offline, ${unsent} not sent`)
  await expect(row).toHaveCount(0)

  await page.keyboard.press('Control+z')
  await expect(row).toBeVisible()
  await device.goOnline()
  await expectTruth(page, () => 'Saved')
  expect(await structureOf(api, project.id)).toEqual(before)
  expect(await definition()).toBe(said)
  // The table draws only the rows in view, so open the requirement's own page.
  const fullId = requirement.fullId ?? ''
  await page.goto(`/project/${project.id}/documents/${document.id}/requirement/${fullId}`)
  await expect(page.getByRole('main').getByText(fullId, { exact: true }).first()).toBeVisible()
})
