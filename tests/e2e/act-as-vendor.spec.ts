import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { pressKey } from '../support/keyboard.ts'
import { expectTruth } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

const TRIED = 'Typed in the vendor view only'
const bar = (page: Page) => page.getByRole('status').filter({ hasText: 'as a vendor' })
const exit = (page: Page) => page.getByRole('button', { name: 'Exit vendor view' })

test('a requestor sees a whole project as a vendor with chosen packages would, and nothing tried is kept or sent', async ({
  page,
  server,
}) => {
  test.slow()
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project, requirements } = await openDemoProject(owner, 'PUBLISHED')
  const sent: string[] = []
  page.on('request', (request) => sent.push(`${request.url()} ${request.postData() ?? ''}`))
  await signInAs(page, 'owner', `/project/${project.id}/detail`)
  for (const name of ['Vendors', 'Messages'])
    await expect(page.getByRole('heading', { name })).toBeVisible()

  await test.step('the packages are chosen first', async () => {
    await page.getByRole('button', { name: 'View as vendor…' }).click()
    const dialog = page.getByRole('dialog', { name: 'View as vendor' })
    await dialog.getByText('Some packages').click()
    await expect(dialog.getByRole('button', { name: 'View as vendor' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Web Content Accessibility Guidelines 2.1' }).check()
    await seenEverywhere(page, 'the choice of a vendor view')
    await dialog.getByRole('button', { name: 'View as vendor' }).click()
    await expect(bar(page)).toContainText('nothing you enter here is saved or sent')
  })

  await test.step('the project has what a vendor reads, and nothing of the team or of real vendors', async () => {
    await expect(page.getByRole('heading', { name: 'Your answers' })).toBeVisible()
    for (const name of ['Vendors', 'Messages'])
      await expect(page.getByRole('heading', { name })).toBeHidden()
    await expect(page.getByText('Drupal')).toHaveCount(0)
    for (const name of ['Evaluation', 'Settings', 'Discussions', 'History'])
      await expect(page.getByRole('link', { name, exact: true })).toHaveCount(0)
    for (const name of ['Keep on this device…', 'Check receipts…'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await seenEverywhere(page, 'a project in the vendor view')
    await page.getByRole('link', { name: 'Documents', exact: true }).click()
    await expect(
      page.getByRole('link', { name: 'WCAG-A Success criteria, level A', exact: true }),
    ).toBeVisible()
    await expect(page.getByRole('link', { name: /Software/ })).toHaveCount(0)
  })

  await test.step('the table and the form are those of a vendor; answers are tried', async () => {
    await page.getByRole('link', { name: 'WCAG-A Success criteria, level A', exact: true }).click()
    const [first, second] = requirements
    await pressKey(page, 'button', 'Answer next')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(first?.fullId ?? '')
    await pressKey(page, 'button', 'Check answer')
    await expect(page.getByRole('link', { name: /^Adherence level: / })).toBeVisible()
    await seenEverywhere(page, 'a form in the vendor view')
    await page.getByLabel('Adherence level').selectOption('not-applicable')
    await expect(page.getByLabel('Statement')).toBeHidden()
    await page.getByLabel('Adherence level').selectOption('supports')
    await page.getByLabel('Statement').fill('100')
    await page.getByLabel('Release').selectOption({ label: 'Available now' })
    await page.getByLabel('Remarks and explanations').fill(TRIED)
    await expect(page.getByText('This answer can be submitted.')).toBeVisible()
    await expect(page.getByText('Only tried, not saved')).toBeHidden()
    await page.keyboard.press('Alt+ArrowDown')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(second?.fullId ?? '')
    await expect(page.getByLabel('Adherence level')).toHaveValue('')
    await page.getByRole('link', { name: 'Success criteria, level A', exact: true }).click()
    await expect(page.getByText(TRIED)).toBeVisible()
    for (const name of ['Submit answers…', 'Views', 'History of the document'])
      await expect(page.getByRole('button', { name })).toHaveCount(0)
    await seenEverywhere(page, 'a document in the vendor view')
    await page.getByRole('button', { name: /^Files/ }).click()
    await expect(page.getByRole('heading', { name: 'Files', exact: true })).toBeVisible()
    await expect(page.getByRole('button', { name: 'Add files…' })).toHaveCount(0)
    await page.keyboard.press('Escape')
  })

  await test.step('nothing tried is on the device or on its way, and no call asked for a vendor', async () => {
    expect(await dumpStorage(page)).not.toContain(TRIED)
    await expectTruth(page, () => 'Saved')
    expect(sent.filter((one) => one.includes(TRIED))).toEqual([])
    expect(sent.filter((one) => /restrictions|commitments|\/parts/.test(one))).toEqual([])
  })

  await test.step('the end of the view shows the own project again', async () => {
    await exit(page).click()
    await expect(bar(page)).toBeHidden()
    await expect(page.getByText(TRIED)).toHaveCount(0)
    await page.getByRole('link', { name: 'Overview', exact: true }).click()
    await expect(page.getByRole('heading', { name: 'Vendors' })).toBeVisible()
    await expect(page.getByText('Drupal').first()).toBeVisible()
  })
})

test('after the opening, the vendor view shows no answer of a real vendor, and leaving the project ends it', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { project, requirements, documentUrl } = await openDemoProject(owner, 'EVALUATION')
  const vendor = await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD)
  const own = await openDemoProject(vendor, 'EVALUATION')
  const [requirementId, values] =
    [...(await own.answers())].find(
      ([id, { notes }]) =>
        String(notes ?? '').length > 20 && requirements.some((one) => one.id === id),
    ) ?? []
  const fullId = requirements.find(({ id }) => id === requirementId)?.fullId ?? ''
  const notes = String(values?.['notes'])
  const answer = page.getByText(notes.slice(0, 20)).first()
  await signInAs(page, 'owner', `${documentUrl}/requirement/${fullId}`)
  await expect(answer).toBeVisible()
  await pressKey(page, 'button', 'View as vendor')
  await expect(bar(page)).toBeVisible()
  await expect(page.getByRole('heading', { name: 'Answer', exact: true })).toBeVisible()
  await expect(answer).toBeHidden()
  await expect(page.getByText('Drupal')).toHaveCount(0)

  await page.getByRole('link', { name: 'Dashboard', exact: true }).click()
  await expect(bar(page)).toBeHidden()
  await page.goto(`/project/${project.id}/detail`)
  await expect(page.getByRole('heading', { name: 'Vendors' })).toBeVisible()
})
