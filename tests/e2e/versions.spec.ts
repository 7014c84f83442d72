import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { ADDED_NAME, type ChangedVersion, changeVersion } from '../support/next-version.ts'
import { seenEverywhere } from '../support/themes.ts'

const compareOf = (page: Page) => page.getByTestId('compare')
const rowOf = (page: Page, name: string) => compareOf(page).getByRole('row', { name })
const dialog = (page: Page, name: string | RegExp) => page.getByRole('dialog', { name })

const ownerOf = (url: string): Promise<ApiClient> => signInApi(url, 'owner', DEMO_PASSWORD)
const projectsOf = async (owner: ApiClient) => {
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: { pageSize: 100 },
  })
  return items
}

const VERSION = 'Second round'
const changes = new Map<string, ChangedVersion>()

/** The second version of the demo's evaluated project, created and changed once in this file. */
const secondVersion = async (url: string) => {
  const owner = await ownerOf(url)
  const projects = await projectsOf(owner)
  const made = projects.find(({ version }) => version === VERSION)
  const id = made?.id ?? (await createVersion(owner, projects))
  const changed = changes.get(id) ?? (await changeVersion(owner, id))
  changes.set(id, changed)
  return { owner, id, ...changed }
}
const createVersion = async (
  owner: ApiClient,
  projects: Awaited<ReturnType<typeof projectsOf>>,
): Promise<string> => {
  const project = projects.find(({ state }) => state === 'EVALUATION')
  if (project === undefined) throw new Error('the demo has no project in evaluation')
  const { id } = await owner.call(API.versions.create, {
    params: { id: project.id },
    body: { version: VERSION },
  })
  return id
}

test('the owner creates a new version of an evaluated project and continues in it', async ({
  page,
  server,
}) => {
  const owner = await ownerOf(server.url)
  const project = (await projectsOf(owner)).find(({ state }) => state === 'EVALUATION')
  if (project === undefined) throw new Error('the demo has no project in evaluation')
  await signInAs(page, 'owner', `/project/${project.id}/versions`)
  await expect(page.getByText('This is the first version')).toBeVisible()
  await seenEverywhere(page, 'the versions of a project without another version')

  await page.goto(`/project/${project.id}/detail`)
  await page.getByRole('button', { name: 'Create new version' }).click()
  const form = dialog(page, 'Create new version')
  await expect(form).toContainText('This version is archived')
  const name = form.getByLabel('Name of the new version')
  await expect(name).toHaveValue('2')
  await expect(form.getByLabel('Name of the new version')).toBeFocused()
  await seenEverywhere(page, 'the dialog of a new version')

  await name.fill(` ${project.version} `)
  await name.press('Enter')
  await expect(name).toHaveAccessibleDescription(/Project with this version already exists/)
  await expect(name).toBeFocused()
  await name.fill(VERSION)
  await form.getByRole('button', { name: 'Create new version' }).click()

  await page.waitForURL((url) => !url.pathname.includes(project.id))
  await expect(page.getByText('New version created')).toBeVisible()
  await expect(page.getByText('Preparation', { exact: true }).first()).toBeVisible()
  await page.getByRole('link', { name: 'Versions' }).click()
  const versions = page.getByRole('table', { name: 'Versions' })
  await expect(versions.getByRole('row', { name: /Second round/ })).toContainText('Current version')
  await expect(versions.getByRole('row', { name: /Archived/ })).toBeVisible()
  await expect(page.getByText(/^Requirements: \d+ unchanged$/)).toBeVisible()
})

test('a person compares two versions by keyboard, row by row and word by word', async ({
  page,
  server,
}) => {
  test.slow()
  const { id, renamed, removed, moved } = await secondVersion(server.url)
  await signInAs(page, 'owner', `/project/${id}/versions`)
  await expect(rowOf(page, ADDED_NAME)).toContainText('New')
  await expect(rowOf(page, `${removed.fullId} `)).toContainText('Removed')
  await expect(rowOf(page, `${renamed.fullId} `)).toContainText('Changed')
  await expect(rowOf(page, `${moved.fullId} `)).toContainText('Moved from')
  await expect(page.getByText(/2 changed, 1 new, 1 removed, \d+ unchanged/)).toBeVisible()
  await seenEverywhere(page, 'two compared versions')

  await test.step('the arrows walk, collapse and open', async () => {
    const first = compareOf(page).locator('[data-row="0"]')
    await first.focus()
    await page.keyboard.press('ArrowLeft')
    await expect(first).toHaveAttribute('aria-expanded', 'false')
    await expect(first).toContainText('Inside:')
    await page.keyboard.press('ArrowRight')
    await expect(first).toHaveAttribute('aria-expanded', 'true')
    await page.keyboard.press('End')
    await expect(compareOf(page).getByRole('row').last()).toBeFocused()
    await page.keyboard.press('Home')
    await expect(first).toBeFocused()
    const target = rowOf(page, `${renamed.fullId} `)
    const steps = Number(await target.getAttribute('data-row'))
    for (let at = 0; at < steps; at += 1) await page.keyboard.press('ArrowDown')
    await expect(target).toBeFocused()
    await page.keyboard.press('Enter')
    const details = dialog(page, `Requirement ${renamed.fullId}`)
    await expect(details.getByRole('button', { name: 'Next difference' })).toBeFocused()
    await expect(details.getByRole('insertion')).toHaveText(/\(revised\)/)
    await axe(page, 'the differences of a requirement')
    await details.getByRole('button', { name: 'Next difference' }).click()
    await expect(dialog(page, /Requirement/)).not.toHaveAccessibleName(
      `Requirement ${renamed.fullId}`,
    )
    await page.keyboard.press('Escape')
    await expect(dialog(page, /Requirement/)).toBeHidden()
    await expect(target).toBeFocused()
  })

  await test.step('a filter by status stands in the address', async () => {
    for (const status of [/^Changed/, /^Removed/])
      await page.getByRole('button', { name: status }).click()
    await expect(rowOf(page, `${removed.fullId} `)).toBeHidden()
    await expect(rowOf(page, ADDED_NAME)).toBeVisible()
    expect(new URL(page.url()).searchParams.get('show')).toBe('new')
    await page.reload()
    await expect(rowOf(page, ADDED_NAME)).toBeVisible()
    await expect(rowOf(page, `${removed.fullId} `)).toBeHidden()
  })
})

test('the compared version works offline once it was opened @variation', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const { owner, id } = await secondVersion(server.url)
  const device = await openDevice({ installs: true })
  const { page } = device
  await signInAs(page, 'owner', `/project/${id}/versions`)
  await expect(rowOf(page, ADDED_NAME)).toBeVisible()
  await untilInstalled(page)
  await device.goOffline()
  await page.reload()
  await expect(page.getByRole('note')).toContainText('The server cannot be reached')
  await expect(rowOf(page, ADDED_NAME)).toContainText('New')
  const versions = page.getByRole('table', { name: 'Versions' })
  await expect(versions.getByRole('row', { name: /Second round/ })).toBeVisible()
  expect((await owner.call(API.versions.list, { params: { id } })).length).toBe(2)
})

test('a version that is not listed is named as missing @variation', async ({ page, server }) => {
  const { id } = await secondVersion(server.url)
  await signInAs(page, 'owner', `/project/${id}/versions?with=unknown`)
  await expect(page.getByText('The compared version: does not exist')).toBeVisible()
  await page.getByRole('radio', { name: /^Compare with version/ }).click()
  await expect(compareOf(page)).toBeVisible()
})

test('a requirement shows what it was in the former version', async ({ page, server }) => {
  const { id, renamed } = await secondVersion(server.url)
  await signInAs(
    page,
    'owner',
    `/project/${id}/documents/${renamed.documentId}/requirement/${renamed.fullId}`,
  )
  await page.getByRole('button', { name: 'In other versions' }).click()
  const region = page.getByRole('region', { name: 'In other versions' })
  await expect(region.getByRole('link', { name: /^Version/ })).toBeVisible()
  await expect(region.getByRole('insertion')).toHaveText(/\(revised\)/)
  await region.scrollIntoViewIfNeeded()
  await seenEverywhere(page, 'a requirement in other versions')
})

test('the exports of another version are started from this one @variation', async ({
  page,
  server,
}) => {
  const { id } = await secondVersion(server.url)
  await signInAs(page, 'owner', `/project/${id}/exports`)
  const choice = page.getByRole('combobox', { name: 'Version' })
  await choice.click()
  await page.getByRole('option', { name: /Archived/ }).click()
  const download = page.waitForEvent('download')
  await page.getByRole('button', { name: 'Export', exact: true }).click()
  expect((await download).suggestedFilename()).toMatch(/\.xlsx$/)
  await expect(page.getByRole('table', { name: 'Your exports' })).toContainText('Requirements')
  await choice.click()
  await page.getByRole('option', { name: /Second round/ }).click()
  await expect(page.getByText('No exports yet')).toBeVisible()
})

test('a document is cloned with a prefix of its own', async ({ page, server }) => {
  const { id } = await secondVersion(server.url)
  await signInAs(page, 'owner', `/project/${id}/packages`)
  const menu = () => page.getByRole('button', { name: /^Actions for document/ }).first()
  await menu().click()
  await page.getByRole('menuitem', { name: 'Clone document…' }).click()
  const form = dialog(page, /^Clone /)
  const prefix = form.getByLabel('ID prefix')
  await prefix.fill('WCAG-A')
  await prefix.press('Enter')
  await expect(prefix).toHaveAccessibleDescription(/already used in this project/)
  await prefix.fill('COPY')
  await form.getByLabel('Name of the document').fill('The second copy')
  await seenEverywhere(page, 'the dialog that clones a document')
  await form.getByRole('button', { name: 'Clone document' }).click()
  await expect(form).toBeHidden()
  await expect(page.getByRole('link', { name: 'The second copy' })).toBeVisible()
})

test('a project is created from another one, with the chosen parts', async ({ page, server }) => {
  test.slow()
  await signInAs(page, 'owner', '/projects')
  await page.getByRole('button', { name: 'New project' }).click()
  const form = dialog(page, 'New project')
  await form.getByText('From another project').click()
  await form.getByRole('button', { name: 'Create project' }).click()
  const source = form.getByRole('combobox', { name: 'Project to copy' })
  await expect(source).toHaveAccessibleDescription(/Choose a project/)
  await source.fill('security')
  await page.getByRole('listbox').getByRole('option').first().click()
  await expect(form.getByRole('checkbox', { name: 'Requirements' })).toBeChecked()
  await expect(form.getByRole('checkbox', { name: 'Vendors answers' })).not.toBeChecked()
  await expect(form.getByRole('checkbox', { name: /Keep documents/ })).toBeChecked()
  await form.getByRole('checkbox', { name: 'Members' }).uncheck()
  await expect(form.getByRole('checkbox', { name: 'Roles' })).toBeDisabled()
  await seenEverywhere(page, 'the dialog of a project from another one')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill('Security of the intranet')
  await form.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/packages$/)
  await expect(page.getByRole('link', { name: 'Security of the intranet' })).toBeVisible()

  const owner = await ownerOf(server.url)
  const projects = await projectsOf(owner)
  const copy = projects.find(({ name }) => name === 'Security of the intranet')
  const original = projects.find(({ name }) => name === 'Application security requirements')
  expect(copy).toMatchObject({ state: 'DRAFT', requirementCount: original?.requirementCount })
})

test('a project whose answer was lost is not created twice', async ({ page, server, watch }) => {
  const name = 'Lost and found'
  await signInAs(page, 'owner', '/projects')
  watch.expectNetworkErrors(true)
  await page.route(
    '**/projects-service/projects/create',
    async (route) => {
      await route.fetch()
      await route.abort()
    },
    { times: 1 },
  )
  await page.getByRole('button', { name: 'New project' }).first().click()
  const form = dialog(page, 'New project')
  await form.getByRole('textbox', { name: 'Name', exact: true }).fill(name)
  await form.getByRole('button', { name: 'Create project' }).click()
  await expect(form.getByRole('alert')).toBeVisible()
  await form.getByRole('button', { name: 'Create project' }).click()
  await page.waitForURL(/\/packages$/)
  const made = (await projectsOf(await ownerOf(server.url))).filter((one) => one.name === name)
  expect(made.length).toBe(1)
})
