import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi, weightsOn } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { dumpStorage } from '../support/dump-storage.ts'
import { openEarly } from '../support/open-early.ts'
import { saysSync } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

const PROOF = {
  name: 'DRUPAL-TAINT.png',
  mimeType: 'image/png',
  buffer: Buffer.concat([
    Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'),
    Buffer.from('the certificate of the vendor'),
  ]),
}
const inDays = (days: number): string =>
  new Date(Date.now() + days * 86_400_000).toISOString().slice(0, 10)

interface Prepared {
  author: ApiClient
  id: string
  documentPath: string
  /** Path of the document's fields in the editor. */
  path: string
}
/** Creates a project in PREPARATION with one requirement that asks for nothing yet. */
const prepare = async (url: string): Promise<Prepared> => {
  const author = await signInApi(url, 'author', DEMO_PASSWORD)
  const { id, organizationId } = await author.call(API.projects.create, {
    body: {
      name: 'Certified archive',
      deadline: { date: inDays(30), zone: 'Europe/Bratislava' },
    },
  })
  const params = { id }
  const { id: packageId } = await author.call(API.packages.create, {
    body: { projectId: id, name: 'Security' },
  })
  const document = await author.call(API.documents.create, {
    body: { packageId, name: 'Certificates', prefix: 'CER' },
  })
  const section = await author.call(API.sections.create, {
    body: { documentId: document.id, name: 'Standards', index: 0 },
  })
  await author.call(API.requirements.create, {
    body: {
      sectionId: section.id,
      name: 'Is certified',
      definition: JSON.stringify({
        contentConfiguration: { parameters: [] },
        suppliersCommitment: { parameters: [] },
      }),
    },
  })
  await author.call(API.projects.setWeights, {
    params,
    body: await weightsOn(author, params.id, {
      packages: [{ id: packageId, weight: 100 }],
      documents: [{ id: document.id, weight: 100 }],
    }),
  })
  const vendors = await author.call(API.organizations.vendors, {
    params: { id: String(organizationId) },
  })
  const vendorIds = vendors
    .filter(({ label }) => label === 'Drupal' || label === 'NVDA')
    .map(({ value }) => value)
  await author.call(API.stateTransitions.moveToPreparation, { params, body: { vendorIds } })
  const documentPath = `/project/${id}/documents/${document.id}`
  return { author, id, documentPath, path: `${documentPath}/requirement/CER-0001` }
}

/** Ends the publishing early, with a colleague who confirms it. */
const openAnswers = async (author: ApiClient, id: string, url: string): Promise<void> => {
  const evaluator = await signInApi(url, 'evaluator', DEMO_PASSWORD)
  await author.call(API.projectMembers.add, {
    params: { id },
    body: {
      userId: evaluator.session.userId,
      roleIds: ['role-project-admin'],
    },
  })
  const second = { client: evaluator, username: 'evaluator', password: DEMO_PASSWORD }
  await openEarly(author, second, id)
}

const fieldOf = (page: Page) => page.getByRole('group', { name: 'Certificate' })
const attach = (page: Page, files: Parameters<ReturnType<Page['locator']>['setInputFiles']>[0]) =>
  fieldOf(page).locator('input[type=file]').setInputFiles(files)

test('a vendor attaches evidence to a field offline, submits it, and requestors see it after the opening only', async ({
  page,
  openDevice,
  server,
}) => {
  test.slow()
  const { author, id, documentPath, path } = await prepare(server.url)

  await test.step('the requestor adds a required field for files with bounds', async () => {
    await signInAs(page, 'author', path)
    await page.getByRole('button', { name: 'Edit fields…' }).click()
    const editor = page.getByRole('dialog')
    await editor.getByRole('button', { name: 'Add a field' }).click()
    await page.getByRole('menuitem', { name: 'Files' }).click()
    await editor.getByLabel('Name').fill('Certificate')
    await editor.getByLabel('Must be filled in').selectOption('always')
    await editor.getByLabel('Most files').fill('1')
    await editor.getByLabel('Each file smaller than (KB)').fill('10')
    await editor.getByLabel('.png').check()
    await seenEverywhere(page, 'the editor of a field for files')
    await editor.getByRole('button', { name: 'Save' }).click()
    await expect(editor).toBeHidden()
    await expect(fieldOf(page)).toContainText('Vendors attach files here.')
    await saysSync(page, 'Saved')
    await author.call(API.stateTransitions.moveToPublished, { params: { id }, body: {} })
  })

  const vendor = await openDevice({ installs: true })
  await test.step('the vendor attaches the file offline; files that do not fit are refused with the reason', async () => {
    await signInAs(vendor.page, 'drupal-primary', path)
    await expect(fieldOf(vendor.page)).toBeVisible({ timeout: 60_000 })
    await untilInstalled(vendor.page)
    await saysSync(vendor.page, 'Saved')
    await vendor.goOffline()
    await attach(vendor.page, [
      { name: 'plan.pdf', mimeType: 'application/pdf', buffer: Buffer.from('%PDF-1.7\nplan') },
      { ...PROOF, name: 'large.png', buffer: Buffer.concat([PROOF.buffer, Buffer.alloc(10_240)]) },
      PROOF,
      { ...PROOF, name: 'second.png' },
    ])
    const problems = fieldOf(vendor.page).getByRole('alert')
    await expect(problems).toContainText('plan.pdf: Files of type pdf are not allowed here')
    await expect(problems).toContainText('large.png: File size must be less than 10KB')
    await expect(problems).toContainText('second.png: The number of files must be at most 1')
    await expect(fieldOf(vendor.page).getByRole('listitem').first()).toContainText(PROOF.name)
    await expect(fieldOf(vendor.page)).toContainText('Waiting to be sent')
  })

  await test.step('the answer cannot be submitted before the file has been sent', async () => {
    await vendor.page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(
      vendor.page.getByText(`The file ${PROOF.name} of this answer is not on the server yet.`),
    ).toBeVisible()
    await seenEverywhere(vendor.page, 'a file of an answer that waits')
  })

  await test.step('the vendor comes online and submits', async () => {
    await vendor.goOnline()
    await saysSync(vendor.page, 'Saved')
    await expect(fieldOf(vendor.page)).not.toContainText('Waiting to be sent')
    await vendor.page.getByRole('button', { name: 'Submit', exact: true }).click()
    await expect(vendor.page.getByText('Receipt').first()).toBeVisible({ timeout: 60_000 })
    await seenEverywhere(vendor.page, 'a submitted file of an answer')
    await vendor.page.goto(documentPath)
    const cell = vendor.page.getByRole('gridcell', { name: `${PROOF.name} (1 kB)` })
    await expect(cell).toHaveAttribute('title', 'Open the requirement to attach files')
  })

  await test.step('neither the requestor nor another vendor finds a trace while answers are sealed', async () => {
    for (const username of ['author', 'nvda-primary'] as const) {
      const other = await openDevice()
      await signInAs(other.page, username, path)
      await expect(other.page.getByRole('heading', { level: 1 })).toBeVisible()
      await saysSync(other.page, 'Saved')
      expect(await dumpStorage(other.page)).not.toContain('DRUPAL-TAINT')
      expect(await other.page.content()).not.toContain('DRUPAL-TAINT')
    }
  })

  await test.step('after the opening the requestor sees and downloads the file', async () => {
    await openAnswers(author, id, server.url)
    await page.goto(path)
    const answer = page.getByRole('region', { name: 'Drupal' })
    await expect(answer).toContainText('1 kB', { timeout: 60_000 })
    await seenEverywhere(page, 'the file of an answer after the opening')
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      answer.getByRole('button', { name: PROOF.name }).click(),
    ])
    expect(saved.suggestedFilename()).toBe(PROOF.name)
  })
})
