import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { makeEmptyProject } from '../support/hostile-project.ts'
import { buildDefinition } from '../support/project-rows.ts'
import { seenEverywhere } from '../support/themes.ts'

const history = (page: Page, name = 'History') => page.getByRole('region', { name, exact: true })

test('[CH31] [CH32] a vendor reads what changed in its answer, and a requestor none of it while it is sealed', async ({
  page,
  server,
  watch,
}) => {
  const vendor = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { project, documentUrl, requirements } = await openDemoProject(vendor, 'PUBLISHED')
  const [first] = requirements
  if (first === undefined) throw new Error('the demo has no requirement')
  const params = { id: first.id }
  const write = async (notes: string, updatedOn?: number) =>
    await vendor.call(API.requirements.updateCommitment, {
      params,
      body: { values: { notes }, updatedOn },
    })
  const commitments = await vendor.call(API.projects.vendorCommitments, {
    params: { id: project.id, vendorId: String(vendor.session.vendorId) },
  })
  const there = commitments.find(({ requirementId }) => requirementId === first.id)
  const { updatedOn } = await write('The former words', there?.updatedOn)
  await write('The new words', updatedOn)
  const address = `${documentUrl}/requirement/${first.fullId}`

  await signInAs(page, 'plone-primary', address)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const newest = history(page).getByRole('listitem').first()
  await expect(newest).toContainText('Answer changed')
  await expect(newest.getByRole('deletion')).toHaveText('The former words')
  await expect(newest.getByRole('insertion')).toHaveText('The new words')
  await expect(newest.getByRole('time')).toHaveAttribute('title', /\d:\d\d:\d\d$/)
  await newest.scrollIntoViewIfNeeded()
  await seenEverywhere(page, 'the history of an answer')

  watch.expectNetworkErrors(true)
  await page.route('**/requirements/by-document/*', (route) => route.abort())
  await page.goto(address)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  const again = history(page).getByRole('button', { name: 'Try again' })
  await expect(again).toBeVisible()
  await page.unroute('**/requirements/by-document/*')
  await again.click()
  await expect(newest).toContainText('The new words')

  await page.evaluate(() => localStorage.setItem('tenderbook.language', 'sk'))
  await page.goto(address)
  await page.getByRole('button', { name: 'História', exact: true }).click()
  await expect(history(page, 'História')).toContainText('Odpoveď zmenená')

  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { items } = await owner.call(API.requirements.byDocument, {
    params: { docId: documentUrl.split('/').at(-1) ?? '' },
    body: { requirementId: first.id, pageSize: 200 },
  })
  expect(items.filter(({ entity }) => entity === 'commitment')).toEqual([])
})

test('[KH1] offline, a vendor reads the history that the device has, with its unsent changes on top @variation', async ({
  openDevice,
  server,
}) => {
  const vendor = await signInApi(server.url, 'nvda-primary', DEMO_PASSWORD)
  const { project, documentUrl, requirements } = await openDemoProject(vendor, 'PUBLISHED')
  const [first, second] = requirements
  if (first === undefined || second === undefined) throw new Error('the demo has no requirement')
  const commitments = await vendor.call(API.projects.vendorCommitments, {
    params: { id: project.id, vendorId: String(vendor.session.vendorId) },
  })
  const there = commitments.find(({ requirementId }) => requirementId === first.id)
  await vendor.call(API.requirements.updateCommitment, {
    params: { id: first.id },
    body: { values: { notes: 'Read while online' }, updatedOn: there?.updatedOn },
  })
  const device = await openDevice({ installs: true })
  const { page } = device
  const addressOf = ({ fullId }: { fullId: string }) => `${documentUrl}/requirement/${fullId}`
  const open = () => page.getByRole('button', { name: 'History', exact: true }).click()
  await signInAs(page, 'nvda-primary', addressOf(first))
  await open()
  await expect(history(page)).toContainText('Read while online')

  await untilInstalled(page)
  await device.goOffline()
  await page.goto(addressOf(first))
  const notes = page.getByLabel('Remarks and explanations')
  await notes.fill('Typed while offline')
  await notes.blur()
  await open()
  await expect(history(page).getByRole('note')).toContainText('The server cannot be reached')
  const waiting = history(page).getByRole('list', { name: 'Your unsent changes' })
  await expect(waiting.getByRole('listitem').first()).toContainText('Not sent yet')
  await expect(waiting.getByRole('insertion').first()).toHaveText('Typed while offline')
  await expect(history(page)).toContainText('Read while online')
  await history(page).scrollIntoViewIfNeeded()
  await seenEverywhere(page, 'the history of an answer, offline')

  await test.step('a history that the device never read stays on the server', async () => {
    await page.goto(addressOf(second))
    await open()
    await expect(history(page)).toContainText('The history is on the server only.')
    await expect(history(page).getByRole('button', { name: 'Try again' })).toBeVisible()
  })

  await test.step('back online, the sent change is in the history of the server', async () => {
    await page.goto(addressOf(first))
    await open()
    await expect(waiting).toBeVisible()
    await device.goOnline()
    await expect(waiting).toHaveCount(0)
    await expect(history(page).getByRole('note')).toHaveCount(0)
    await expect(history(page).getByRole('insertion').first()).toHaveText('Typed while offline')
  })
})

test('[CH31] a requestor reads who created a requirement @variation', async ({ page, server }) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { documentUrl, requirements } = await openDemoProject(owner, 'EVALUATION')
  await signInAs(page, 'owner', `${documentUrl}/requirement/${requirements[0]?.fullId ?? ''}`)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(history(page)).toContainText('Requirement created')
  await history(page).getByRole('listitem').first().scrollIntoViewIfNeeded()
  await seenEverywhere(page, 'the history of a requirement for its author')
})

test('[CH31] a requestor reads the history of a document, newest first, with the requirement that each entry is about', async ({
  page,
  server,
}) => {
  const { api, projectId, documentId } = await makeEmptyProject(server.url, 'Recorded')
  await api.call(API.requirements.createBulk, {
    body: {
      documentId,
      sections: [{ id: 'told-section', name: 'Access' }],
      requirements: [
        { id: 'told', sectionId: 'told-section', name: 'Signs in', definition: buildDefinition() },
      ],
    },
  })
  const { updatedOn } = await api.call(API.documents.get, { params: { id: documentId } })
  await api.call(API.documents.update, { body: { id: documentId, updatedOn, name: 'Renamed' } })
  await signInAs(page, 'owner', `/project/${projectId}/documents/${documentId}`)
  await page.getByRole('button', { name: 'History of the document' }).click()
  const drawer = page.getByRole('dialog', { name: 'History of Renamed' })
  const entries = drawer.getByRole('listitem')
  await expect(entries.first()).toContainText('Document: Changed')
  await expect(entries.first().getByRole('deletion')).toHaveText('Document')
  await expect(entries.first().getByRole('insertion')).toHaveText('Renamed')
  await expect(entries.filter({ hasText: 'HST-0001 · Requirement created' })).toHaveCount(1)
  await expect(entries.filter({ hasText: 'Access · Section: Added' })).toHaveCount(1)
  await seenEverywhere(page, 'the history of a document')
  await page.keyboard.press('Escape')
  await expect(page.getByRole('button', { name: 'History of the document' })).toBeFocused()
})
