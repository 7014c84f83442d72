import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { pressKey } from '../support/keyboard.ts'
import { publishedForm } from '../support/published-form.ts'
import { expectTruth, syncButton } from '../support/sync-truth.ts'
import { seenInBothThemes } from '../support/themes.ts'

const notice = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'Everything on the server is downloaded again' })

test('storage cleared under a running tab is created again, and the person is told', async ({
  openDevice,
  server,
}) => {
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { items } = await api.call(API.projects.byUser, {
    params: { id: String(api.session.userId) },
    body: {},
  })
  const projectId = items.find(({ state }) => state === 'PUBLISHED')?.id ?? ''
  const device = await openDevice()
  const { page, context } = device
  await signInAs(page, 'plone-primary')
  const progress = page.getByRole('row', { name: /Success criteria, level AA / })
  await page.goto(`/project/${projectId}/detail`)
  await expect(progress).toBeVisible()
  await expectTruth(page, () => 'Saved')
  await expect(notice(page)).toBeHidden()

  device.watch.expectNetworkErrors(true)
  const devtools = await context.newCDPSession(page)
  const lose = () =>
    devtools.send('Storage.clearDataForOrigin', {
      origin: device.proxy.url,
      storageTypes: 'indexeddb',
    })
  const form = await publishedForm(api, 0)
  for (const time of ['first', 'second']) {
    await test.step(`the ${time} loss is reported where the person writes, and after the sign-in until they confirm the notice`, async () => {
      await page.goto(form.path)
      const notes = page.getByLabel('Remarks and explanations')
      await expect(notes).toBeVisible()
      await lose()
      await notes.fill(`Written after the ${time} loss`)
      await notes.press('Tab')
      await expect(notice(page)).toBeVisible()
      // The loss must not be reported as missing data or missing access.
      await expect(page.getByText('This does not exist or you have no access to it')).toHaveCount(0)
      await page.reload()
      // The cleared storage held the key of the session too.
      await signInAs(page, 'plone-primary')
      await page.reload()
      await expect(notice(page)).toBeVisible()
      if (time === 'first') await notice(page).getByRole('button', { name: 'OK' }).click()
    })
  }
  await seenInBothThemes(page, 'the notice that the storage was cleared')
  await page.goto(`/project/${projectId}/detail`)
  await expect(progress).toBeVisible()
  await expectTruth(page, () => 'Saved')

  await test.step('signing out clears everything on purpose, without a notice', async () => {
    await pressKey(page, 'button', /^Account of/)
    await page.getByRole('menuitem', { name: 'Sign out' }).click()
    await page.waitForURL('**/login**')
    await signInAs(page, 'plone-primary')
    await expect(page.getByRole('heading', { level: 1, name: 'Projects' })).toBeVisible()
    await expect(notice(page)).toBeHidden()
  })
})

test('rows lost on the device are found by comparison with the server and restored', async ({
  openDevice,
  server,
}) => {
  const { projectId } = await publishedForm(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    0,
  )
  const { page } = await openDevice()
  await signInAs(page, 'plone-primary')
  const progress = page.getByRole('row', { name: /Success criteria, level AA / })
  await page.goto(`/project/${projectId}/detail`)
  await expect(progress).toBeVisible()
  await expectTruth(page, () => 'Saved')
  await page.evaluate(async () => {
    const name =
      (await indexedDB.databases())
        .map((one) => one.name ?? '')
        .find((one) => one.startsWith('tenderbook-user-')) ?? ''
    const database = await new Promise<IDBDatabase>((resolve) => {
      const open = indexedDB.open(name)
      open.onsuccess = () => resolve(open.result)
    })
    const transaction = database.transaction(['page', 'pageInfo', 'delta'], 'readwrite')
    for (const store of transaction.objectStoreNames) transaction.objectStore(store).clear()
    await new Promise((resolve) => {
      transaction.oncomplete = resolve
    })
    database.close()
  })
  await page.reload()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(progress).toHaveCount(0)
  await syncButton(page).click()
  await page.getByRole('button', { name: 'Compare with the server now' }).click()
  await expect(progress).toBeVisible()
  await page.getByRole('button', { name: 'Compare with the server now' }).click()
  await expect(
    page.getByText(
      /this device holds the same as the server\. A difference found at .* was put right/,
    ),
  ).toBeVisible()
  await seenInBothThemes(page, 'the comparison with the server')
})
