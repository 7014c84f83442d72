import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { openDatabase } from '#server/database/open.ts'
import { buildDefinition, buildStatement } from '../support/project-rows.ts'
import { signInApi, weightsOn } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { seenEverywhere } from '../support/themes.ts'

const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

/** Creates a project in PREPARATION with one document and one statement, and invites Drupal. */
const prepare = async (url: string): Promise<string> => {
  const author = await signInApi(url, 'author', DEMO_PASSWORD)
  const deadline = { date: inDays(30), zone: 'Europe/Bratislava' }
  const { id, organizationId } = await author.call(API.projects.create, {
    body: { name: 'Archive of documents', deadline },
  })
  const params = { id }
  const { id: packageId } = await author.call(API.packages.create, {
    body: { projectId: id, name: 'Functions' },
  })
  const document = await author.call(API.documents.create, {
    body: { packageId, name: 'Search', prefix: 'SEA' },
  })
  const section = await author.call(API.sections.create, {
    body: { documentId: document.id, name: 'Words', index: 0 },
  })
  const statement = buildStatement({ name: 'Degree of fulfilment', weight: 3, knockOut: 40 })
  await author.call(API.requirements.create, {
    body: {
      sectionId: section.id,
      name: 'Finds every word',
      definition: buildDefinition({ answer: [statement] }),
    },
  })
  const { id: otherId } = await author.call(API.packages.create, {
    body: { projectId: id, name: 'Operations' },
  })
  await author.call(API.projects.setWeights, {
    params,
    body: await weightsOn(author, id, {
      packages: [
        { id: packageId, weight: 60 },
        { id: otherId, weight: 40 },
      ],
      documents: [{ id: document.id, weight: 100 }],
    }),
  })
  const vendors = await author.call(API.organizations.vendors, {
    params: { id: String(organizationId) },
  })
  const drupal = vendors.find(({ label }) => label === 'Drupal')
  await author.call(API.stateTransitions.moveToPreparation, {
    params,
    body: { vendorIds: [drupal?.value ?? 0] },
  })
  return id
}

test('a switch publishes the weights, vendors read them, and the published weights are locked', async ({
  page,
  openDevice,
  server,
}) => {
  test.slow()
  const id = await prepare(server.url)
  await signInAs(page, 'author')
  await page.goto(`/project/${id}/settings/general`)
  const published = page.getByRole('switch', { name: 'Publish weights' })
  await published.press('Space')
  await expect(published).toBeChecked()
  await expect(page.getByText('Saved', { exact: true }).first()).toBeVisible()
  await seenEverywhere(page, 'the switch for published weights')
  const author = await signInApi(server.url, 'author', DEMO_PASSWORD)
  await expect
    .poll(async () => (await author.call(API.projects.get, { params: { id } })).weightsPublished)
    .toBe(true)
  await author.call(API.stateTransitions.moveToPublished, { params: { id }, body: {} })
  await expect(published).toBeDisabled()
  await expect(
    page.getByText('The credits are published with the weights, so they are locked.'),
  ).toBeVisible()

  const { page: vendor } = await openDevice()
  await signInAs(vendor, 'drupal-primary')
  await vendor.goto(`/project/${id}/detail`)
  const weights = vendor.getByRole('region', { name: 'How answers are scored' })
  await expect(weights).toContainText('Functions 60 %')
  await seenEverywhere(vendor, 'the published weights on the overview of a vendor')
  const documents = await author.call(API.projects.references, { params: { id } })
  const documentId = documents.find(({ kind }) => kind === 'document')?.id ?? ''
  await vendor.goto(`/project/${id}/documents/${documentId}/requirement/SEA-0001`)
  const weight = vendor.getByRole('complementary', { name: 'Weight' })
  await expect(weight).toContainText(
    'Degree of fulfilment: weight 3 in the document; knock-out below 40',
  )
  await seenEverywhere(vendor, 'the published weight of a requirement')

  await page.goto(`/project/${id}/detail`)
  await page.getByRole('button', { name: 'Republish' }).click()
  const dialog = page.getByRole('dialog')
  await dialog.getByText('Change the published weights with this addendum').click()
  await dialog.getByLabel('Functions').fill('55')
  await dialog.getByLabel('Operations').fill('45')
  await seenEverywhere(page, 'other weights of an addendum')
  const idOf = (name: string) => documents.find(({ label }) => label === name)?.id ?? ''
  const colleagues = {
    packages: [
      { id: idOf('Functions'), weight: 50 },
      { id: idOf('Operations'), weight: 50 },
    ],
    documents: [{ id: documentId, weight: 100 }],
  }
  await author.call(API.stateTransitions.moveToPublished, {
    params: { id },
    body: { weights: await weightsOn(author, id, colleagues) },
  })
  await dialog.getByRole('button', { name: 'Republish' }).click()
  await expect(dialog.getByRole('alert')).toContainText('has been changed by another user')
  await expect(dialog.getByLabel('Functions')).toHaveValue('55 %')
  await expect(async () => {
    await dialog.getByRole('button', { name: 'Republish' }).click()
    await expect(dialog).toBeHidden()
  }).toPass()
  await expect(weight).toContainText('the package for 55 % of the project')
})

test('a person on both sides is refused with the reason, and the owner sees who it is', async ({
  page,
  server,
}) => {
  const id = await prepare(server.url)
  const database = await openDatabase({ dataDir: server.dataDir, databaseUrl: undefined })
  const { id: userId } = await database.queries
    .selectFrom('users')
    .select('id')
    .where('username', '=', 'drupal-contact')
    .executeTakeFirstOrThrow()
  const { organization_id } = await database.queries
    .selectFrom('projects')
    .select('organization_id')
    .where('id', '=', id)
    .executeTakeFirstOrThrow()
  const row = {
    organization_id,
    user_id: userId,
    roles: '[]',
    is_primary_contact: 0,
    created_on: 0,
  }
  await database.write(
    async (tx) => void (await tx.insertInto('organization_members').values(row).execute()),
  )
  await signInAs(page, 'author')
  await page.goto(`/project/${id}/settings/members`)
  await page.getByRole('button', { name: 'Add member' }).click()
  const dialog = page.getByRole('dialog', { name: 'Add member' })
  await dialog.getByRole('combobox', { name: 'Person' }).fill('Drupal')
  await page.getByRole('option', { name: /Drupal Contact 2/ }).click()
  await dialog.getByRole('button', { name: 'Add', exact: true }).click()
  await expect(
    dialog.getByText(
      'One person cannot be on both sides of a project: Drupal Contact 2 is a contact of Drupal',
    ),
  ).toBeVisible()
  await seenEverywhere(page, 'a refused member of both sides')
  await page.keyboard.press('Escape')
  const member = {
    project_id: id,
    user_id: userId,
    roles: '["role-project-req-reviewer"]',
    created_on: 0,
  }
  await database.write(
    async (tx) => void (await tx.insertInto('project_members').values(member).execute()),
  )
  await database.close()
  await page.reload()
  await expect(page.getByText('Also a contact of Drupal')).toBeVisible()
  await seenEverywhere(page, 'a member who is a contact too')
})

test('a change of weights after the opening requires a reason, which the board shows', async ({
  page,
}) => {
  test.slow()
  await signInAs(page, 'owner')
  await page.getByRole('link', { name: /Evaluate the answers/ }).click()
  await page.getByRole('button', { name: 'What if…' }).click()
  const weights = page.getByRole('treegrid', { name: 'Scores by vendor' }).getByRole('textbox')
  await weights.nth(0).fill('55')
  await page.getByRole('radio', { name: 'Packages', exact: true }).press('Space')
  await weights.nth(1).fill('45')
  await page.getByRole('button', { name: 'Save weights…' }).click()
  const dialog = page.getByRole('dialog', { name: 'Save weights' })
  await dialog.getByRole('button', { name: 'Save weights' }).click()
  await seenEverywhere(page, 'the reason for other weights')
  await dialog.getByLabel('Reason').fill('The board agreed on the weights of the call')
  await dialog.getByRole('button', { name: 'Save weights' }).click()
  await expect(page.getByRole('note').filter({ hasText: 'Changed after opening' })).toContainText(
    'The board agreed',
  )
  await page.getByRole('button', { name: 'Scoring rules' }).click()
  await page.getByRole('switch', { name: 'Apply knock-outs' }).press('Space')
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('Enter a reason')).toBeVisible()
  await seenEverywhere(page, 'the reason for other rules')
  await page.getByLabel('Reason').fill('Two vendors miss one')
  await page.getByRole('button', { name: 'Save rules' }).click()
  await expect(page.getByText('1 earlier change')).toBeVisible()
  await seenEverywhere(page, 'a board that was changed after the opening')
})
