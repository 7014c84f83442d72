import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { saysSync } from '../support/sync-truth.ts'
import { seenEverywhere } from '../support/themes.ts'

interface Prepared {
  owner: ApiClient
  projectId: string
  /** Names of the first three documents. */
  names: readonly [string, string, string]
  documentIds: readonly string[]
}

/** The draft of the demo in Preparation, with the evaluator as its Collaborator. */
const prepare = async (url: string): Promise<Prepared> => {
  const owner = await signInApi(url, 'owner', DEMO_PASSWORD)
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: {},
  })
  const draft = items.find(({ state }) => state === 'DRAFT')
  if (draft === undefined) throw new Error('The demo has no draft')
  const params = { id: draft.id }
  const vendors = await owner.call(API.vendors.list, {
    params: { id: String(owner.session.organizationId) },
    body: {},
  })
  await owner.call(API.stateTransitions.moveToPreparation, {
    params,
    body: { vendorIds: vendors.items.slice(0, 1).map(({ id }) => id) },
  })
  const members = await owner.call(API.projectMembers.list, { params, body: {} })
  const evaluator = members.items.find(({ username }) => username === 'evaluator')
  await owner.call(API.projectMembers.setRoles, {
    params,
    body: { userId: evaluator?.userId ?? 0, roleIds: ['role-project-req-colaborator'] },
  })
  const { packages } = await owner.call(API.projects.requirementCount, { params })
  const documentIds = packages.flatMap(({ documents }) => documents.map(({ id }) => id))
  const nameOf = async (index: number): Promise<string> =>
    (await owner.call(API.documents.get, { params: { id: documentIds[index] ?? '' } })).name
  return {
    owner,
    projectId: draft.id,
    names: [await nameOf(0), await nameOf(1), await nameOf(2)],
    documentIds,
  }
}

const rename = async (page: Page, from: string, to: string): Promise<void> => {
  await page.getByRole('button', { name: `Actions for document ${from}`, exact: true }).click()
  await page.getByRole('menuitem', { name: 'Rename' }).click()
  await page.getByRole('textbox', { name: 'Name of the document' }).fill(to)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('link', { name: to, exact: true })).toBeVisible()
}

test('an owner assigns two documents to a collaborator, who works offline in them and is refused elsewhere @variation', async ({
  page,
  server,
  openDevice,
}) => {
  test.slow()
  const { owner, projectId, names, documentIds } = await prepare(server.url)
  const [first, second, third] = names
  const packages = `/project/${projectId}/packages`

  await test.step('the owner assigns several documents at once', async () => {
    await signInAs(page, 'owner', packages)
    await expect(page.getByText('Unassigned').first()).toBeVisible()
    await page.getByRole('button', { name: 'Assign several' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign several' })
    await dialog.getByRole('combobox', { name: 'Owner' }).fill('evalu')
    await page.getByRole('option', { name: 'Demo Evaluator' }).click()
    await dialog.getByRole('checkbox', { name: first, exact: true }).check()
    await dialog.getByRole('checkbox', { name: second, exact: true }).check()
    await seenEverywhere(page, 'assigning several documents')
    await dialog.getByRole('button', { name: 'Assign 2 items' }).click()
    await expect(
      page.getByRole('button', { name: `Assign ${first}: Demo Evaluator`, exact: true }),
    ).toBeVisible()
    await seenEverywhere(page, 'packages with owners')
  })

  await test.step('the owner adds a member to several documents and keeps their owners', async () => {
    await page.getByRole('button', { name: 'Assign several' }).click()
    const dialog = page.getByRole('dialog', { name: 'Assign several' })
    await dialog.getByText('Keep the owners').click()
    await dialog.getByRole('checkbox', { name: second, exact: true }).check()
    await dialog.getByRole('checkbox', { name: third, exact: true }).check()
    await expect(dialog.getByRole('button', { name: 'Assign 2 items' })).toBeDisabled()
    await dialog.getByRole('checkbox', { name: 'Demo Author' }).check()
    await seenEverywhere(page, 'adding a member to several documents')
    await dialog.getByRole('button', { name: 'Assign 2 items' }).click()
    await expect(
      page.getByRole('button', { name: `Assign ${second}: Demo Evaluator, Demo Author` }),
    ).toBeVisible()
    await expect(
      page.getByRole('button', { name: `Assign ${third}: Demo Author`, exact: true }),
    ).toBeVisible()
    await page.getByRole('button', { name: 'Undo', exact: true }).first().click()
    await expect(
      page.getByRole('button', { name: `Assign ${third}: Unassigned`, exact: true }),
    ).toBeVisible()
  })

  await test.step('the owner adds a member to one document, with the keyboard', async () => {
    const people = page.getByRole('button', { name: `Assign ${first}: Demo Evaluator` })
    await people.focus()
    await page.keyboard.press('Enter')
    const dialog = page.getByRole('dialog', { name: `Assign ${first}` })
    await dialog.getByRole('checkbox', { name: 'Demo Author' }).focus()
    await page.keyboard.press('Space')
    await seenEverywhere(page, 'owner and members of a document')
    await dialog.getByRole('button', { name: 'Save' }).click()
    await expect(
      page.getByRole('button', { name: `Assign ${first}: Demo Evaluator, Demo Author` }),
    ).toBeVisible()
    await saysSync(page, 'Saved')
  })

  const device = await openDevice({ installs: true })
  const mine = device.page
  await test.step('the collaborator finds their documents from the dashboard', async () => {
    await signInAs(mine, 'evaluator', '/dashboard')
    await untilInstalled(mine)
    await mine.getByRole('link', { name: '2 documents are assigned to you' }).click()
    await expect(mine.getByRole('radio', { name: 'Assigned to me' })).toBeChecked()
    await expect(mine.getByRole('link', { name: first, exact: true })).toBeVisible()
    await expect(mine.getByRole('link', { name: third, exact: true })).toBeHidden()
    await seenEverywhere(mine, 'documents assigned to me')
  })

  await test.step('they work offline in both, and only there', async () => {
    await device.goOffline()
    await rename(mine, first, 'First, renamed offline')
    await rename(mine, second, 'Second, renamed offline')
    await mine.getByText('All', { exact: true }).click()
    await mine.getByRole('button', { name: `Actions for document ${third}`, exact: true }).click()
    await expect(mine.getByRole('menuitem', { name: 'Copy link' })).toBeVisible()
    await expect(mine.getByRole('menuitem', { name: 'Rename' })).toBeHidden()
    await mine.keyboard.press('Escape')
  })

  await test.step('online again, the server takes their work and refuses any elsewhere', async () => {
    await device.goOnline()
    await saysSync(mine, 'Saved')
    const nameOf = async (index: number) =>
      (await owner.call(API.documents.get, { params: { id: documentIds[index] ?? '' } })).name
    expect([await nameOf(0), await nameOf(1)]).toEqual([
      'First, renamed offline',
      'Second, renamed offline',
    ])
    const evaluator = await signInApi(server.url, 'evaluator', DEMO_PASSWORD)
    const id = documentIds[2] ?? ''
    const { updatedOn } = await owner.call(API.documents.get, { params: { id } })
    await expect(
      evaluator.call(API.documents.update, {
        body: { id, updatedOn, name: 'Not mine' },
      }),
    ).rejects.toThrow('NOT_ALLOWED')
    expect(await nameOf(2)).toBe(third)
  })

  await test.step('the owner sees which documents are still unassigned', async () => {
    await page.goto(`/project/${projectId}/documents?assigned=unassigned`)
    await expect(page.getByRole('link', { name: third })).toBeVisible()
    await expect(page.getByRole('link', { name: /First, renamed offline/ })).toBeHidden()
    await seenEverywhere(page, 'unassigned documents')
  })
})

test('a primary contact gives a section to a colleague, who answers offline and marks it ready, and only the primary may submit', async ({
  page,
  server,
  openDevice,
}) => {
  test.slow()
  const primary = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const { project, documentId, documentUrl, answers } = await openDemoProject(primary, 'PUBLISHED')
  const projectId = project.id

  await test.step('the primary contact gives the first section to a colleague and asks for approval', async () => {
    await signInAs(page, 'plone-primary', documentUrl)
    await page.getByRole('button', { name: 'Who answers', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Who answers/ })
    await dialog.getByRole('combobox').nth(1).click()
    await page.getByRole('option', { name: 'Plone Contact 2' }).click()
    await dialog.getByLabel('Due', { exact: true }).nth(1).fill('24.12.2090')
    await page.keyboard.press('Tab')
    await dialog.getByRole('switch', { name: 'Approval before submission' }).click()
    await expect(dialog.getByText('Contacts who may submit too')).toBeVisible()
    await seenEverywhere(page, 'who answers what')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await saysSync(page, 'Saved')
    await expect(page.getByText('due 24.12.2090', { exact: true })).toBeVisible()
    await expect(page.getByTitle('Plone Contact 2', { exact: true })).toHaveCount(1)
    await seenEverywhere(page, 'a document with a due date')
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Sections').click()
    const tree = page.getByRole('navigation', { name: 'Sections' })
    await expect(tree.getByTitle('Plone Contact 2')).toHaveCount(1)
    await seenEverywhere(page, 'sections with the contacts who answer')
    await page.getByRole('radiogroup', { name: 'View' }).getByText('Table').click()
  })

  const device = await openDevice({ installs: true })
  const mine = device.page
  await test.step('the colleague finds the document, answers offline and marks the part as ready', async () => {
    await signInAs(mine, 'plone-contact', `/project/${projectId}/documents?assigned=me`)
    await untilInstalled(mine)
    await expect(mine.getByRole('main').getByRole('link')).toHaveCount(1)
    await seenEverywhere(mine, 'documents that a contact answers')
    await mine.goto('/vendor/dashboard/projects')
    const given = mine.getByRole('region', { name: 'Given to you' })
    await expect(given.getByRole('link')).toHaveCount(1)
    await expect(given.getByRole('link')).toContainText('due 24.12.2090')
    await seenEverywhere(mine, 'what a contact was given to answer')
    await device.goOffline()
    await mine.reload()
    await given.getByRole('link').click()
    await expect(mine).toHaveURL(/\/documents\/.*section=/)
    await expect(mine.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
    await device.goOnline()
    await mine.goto(documentUrl)
    await expect(mine.getByRole('button', { name: 'Mark as ready' })).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Submit answers…' })).toHaveCount(0)
    await device.goOffline()
    await mine.reload()
    await expect(mine.getByText('due 24.12.2090', { exact: true })).toBeVisible()
    await mine.getByRole('button', { name: 'Answer next' }).last().click()
    await mine.getByLabel('Remarks and explanations').fill('Answered by a colleague')
    await mine.getByLabel('Remarks and explanations').blur()
    await expect(mine.getByText('Your primary contact submits this document')).toBeVisible()
    await expect(mine.getByRole('button', { name: 'Submit', exact: false })).toHaveCount(0)
    await mine.goBack()
    await mine.getByRole('button', { name: 'Mark as ready' }).click()
    await expect(mine.getByRole('button', { name: 'Ready', exact: true })).toBeVisible()
    await seenEverywhere(mine, 'a document with an own part')
    await device.goOnline()
    await saysSync(mine, 'Saved')
  })

  await test.step('the primary contact sees it and may submit; the requestor sees nothing of it', async () => {
    await page.getByRole('button', { name: 'Who answers', exact: true }).click()
    const dialog = page.getByRole('dialog', { name: /^Who answers/ })
    await expect(dialog.getByText('Ready', { exact: true })).toBeVisible()
    // The part of the colleague is ready; the whole document, now past its day, is not.
    await expect(page.getByText('due 24.12.2090', { exact: true })).toBeHidden()
    await dialog.getByLabel('Due', { exact: true }).first().fill('01.01.2026')
    await page.keyboard.press('Tab')
    await dialog.getByRole('button', { name: 'Close' }).last().click()
    await expect(page.getByText('overdue: 01.01.2026', { exact: true })).toBeVisible()
    await seenEverywhere(page, 'an overdue document')
    await expect(page.getByRole('button', { name: 'Submit answers…' }).first()).toBeVisible()
    expect([...(await answers()).values()].map(({ notes }) => notes)).toContain(
      'Answered by a colleague',
    )
    const params = { id: projectId }
    expect((await primary.call(API.parts.list, { params })).map((one) => one.documentId)).toContain(
      documentId,
    )
    const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
    expect(await owner.call(API.parts.list, { params })).toEqual([])
  })
})
