import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
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

test('[CH31] a requestor reads who created a requirement', async ({ page, server }) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { documentUrl, requirements } = await openDemoProject(owner, 'EVALUATION')
  await signInAs(page, 'owner', `${documentUrl}/requirement/${requirements[0]?.fullId ?? ''}`)
  await page.getByRole('button', { name: 'History', exact: true }).click()
  await expect(history(page)).toContainText('Requirement created')
  await history(page).getByRole('listitem').first().scrollIntoViewIfNeeded()
  await seenEverywhere(page, 'the history of a requirement for its author')
})
