import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, readUpdatedOn, signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { pressKey } from '../support/keyboard.ts'
import { syncButton } from '../support/sync-truth.ts'
import { seenInBothThemes } from '../support/themes.ts'

const dialog = (page: Page) => page.getByRole('dialog', { name: 'On this device' })
const line = (page: Page, name: string) =>
  dialog(page).getByRole('listitem').filter({ hasText: name })
const openKept = async (page: Page): Promise<void> => {
  await syncButton(page).focus()
  await page.keyboard.press('Enter')
  await pressKey(page, 'button', 'Offline projects…', page.getByRole('dialog', { name: 'Sync' }))
  await expect(dialog(page)).toBeVisible()
}
const projectIn = async (api: ApiClient, state: string) => {
  const { items } = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const project = items.find((one) => one.state === state)
  if (!project) throw new Error(`the demo has no project in ${state}`)
  const references = await api.call(API.projects.references, { params: { id: project.id } })
  const section = references.find(
    ({ kind, id }) => kind === 'section' && references.some(({ parentId }) => parentId === id),
  )
  const requirement = references.find(({ parentId }) => parentId === section?.id)
  return {
    ...project,
    documentUrl: `/project/${project.id}/documents/${section?.parentId}`,
    requirementName: requirement?.label ?? '',
    requirementId: requirement?.id ?? '',
    fullId: requirement?.fullId ?? '',
  }
}

/** Backdates the last visit to the project on this device by an hour. */
const lookedAtAnHourAgo = (page: Page, projectId: string): Promise<void> =>
  page.evaluate(async (id) => {
    const settled = <T>(request: IDBRequest<T>): Promise<T> =>
      new Promise((resolve, reject) => {
        request.onsuccess = () => resolve(request.result)
        request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
      })
    const { name = '' } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith('tenderbook-user-')) ?? {}
    const database = await settled(indexedDB.open(name))
    const store = database.transaction('meta', 'readwrite').objectStore('meta')
    const known: { openedOn: number } = await settled(store.get(`keep/${id}`))
    await settled(store.put({ ...known, openedOn: Date.now() - 3_600_000 }))
    database.close()
  }, projectId)

test('a project is kept on the device without being opened, and removed again', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const draft = await projectIn(api, 'DRAFT')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner')

  await test.step('the project is fetched at once, and its entry shows its size and age', async () => {
    await openKept(page)
    await expect(line(page, draft.name)).toContainText('Not on this device')
    await line(page, draft.name).getByRole('checkbox').focus()
    await page.keyboard.press('Space')
    await expect(line(page, draft.name)).toContainText(
      /\d+(\.\d)? (kB|MB) · as of \d+:\d\d · not opened yet/,
    )
    await seenInBothThemes(page, 'what the device keeps')
    await page.setViewportSize({ width: 390, height: 844 })
    await seenInBothThemes(page, 'what the device keeps')
    expect(
      await page.evaluate(() => document.documentElement.scrollWidth - innerWidth),
      'nothing is wider than the window',
    ).toBeLessThanOrEqual(0)
    await page.setViewportSize({ width: 1440, height: 900 })
    await page.keyboard.press('Escape')
    await expect(dialog(page)).toBeHidden()
  })

  await test.step('the project opens offline', async () => {
    await untilInstalled(page)
    await device.goOffline()
    await page.goto(draft.documentUrl)
    await expect(
      page.getByText(draft.fullId === '' ? draft.requirementName : draft.fullId).first(),
    ).toBeVisible()
    await device.goOnline()
    await expect(syncButton(page)).toContainText('Saved', { timeout: 60_000 })
  })

  await test.step('an open project cannot be removed; a closed one can', async () => {
    await openKept(page)
    const takeOff = dialog(page).getByRole('button', {
      name: `Remove ${draft.name} from this device`,
    })
    await expect(takeOff).toHaveAttribute('aria-disabled', 'true')
    await page.keyboard.press('Escape')
    await page.goto('/dashboard')
    await openKept(page)
    await pressKey(page, 'button', `Remove ${draft.name} from this device`, dialog(page))
    await expect(line(page, draft.name)).toContainText('Not on this device')
    await expect(line(page, draft.name).getByRole('checkbox')).not.toBeChecked()
  })
})

test('a returning person sees what others changed since the last visit, also offline @variation', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-contact', DEMO_PASSWORD)
  const open = await projectIn(api, 'PUBLISHED')
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'plone-primary', `/project/${open.id}/detail`)
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(open.name)
  await expect(page.getByRole('heading', { name: 'Since your last visit' })).toBeHidden()
  // A page of the same origin that shows no project.
  await page.goto('/api/application/version')

  await lookedAtAnHourAgo(page, open.id)
  const answerId = `${open.requirementId}.${api.session.vendorId}`
  await api.call(API.requirements.updateCommitment, {
    params: { id: open.requirementId },
    body: {
      updatedOn: await readUpdatedOn(api, open.id, answerId),
      values: { notes: 'A colleague was here' },
    },
  })
  await page.goto(`/project/${open.id}/detail`)
  const section = page.getByRole('region', { name: 'Since your last visit' })
  await expect(section).toContainText('1 answer')
  await seenInBothThemes(page, 'what changed since the last visit')
  await untilInstalled(page)
  await device.goOffline()
  await page.reload()
  await expect(section).toContainText('1 answer')
})
