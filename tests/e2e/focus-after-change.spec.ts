import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type ApiClient, signInApi } from '../support/api-client.ts'
import { expect as base, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { chooseItem } from '../support/keyboard.ts'
import { buildDefinition } from '../support/project-rows.ts'

const expect = base.configure({ timeout: 8_000 })

const press = async (page: Page, name: string | RegExp): Promise<void> => {
  await page.getByRole('button', { name }).first().focus()
  await page.keyboard.press('Enter')
}
/** Answers the question whether to delete. */
const confirmBy = async (page: Page, confirmation: string): Promise<void> => {
  const dialog = page.getByRole('dialog')
  await dialog.getByRole('button', { name: confirmation, exact: true }).focus()
  await page.keyboard.press('Enter')
  await expect(dialog).toHaveCount(0)
}

interface Deletion {
  what: string
  path: string
  /** The controls of the rows, one in each, in the order of the rows. */
  controls: RegExp
  /** Null = the control itself deletes. */
  item: string | null
  /** Label of the button that confirms; null = no question. */
  confirmation: string | null
  before?: (page: Page) => Promise<void>
}

const DELETIONS: readonly Deletion[] = [
  {
    what: 'a release',
    path: '/project/{id}/releases',
    controls: /^Actions for release/,
    item: 'Delete',
    confirmation: 'Delete release',
  },
  {
    what: 'a member',
    path: '/project/{id}/settings/members',
    controls: /^Actions for /,
    item: 'Remove…',
    confirmation: 'Remove',
  },
  {
    what: 'a requirement of a card',
    path: '/project/{id}/documents/{document}',
    controls: /^Actions for (?:PARTS|Need)/,
    item: 'Delete',
    confirmation: 'Delete',
    before: async (page) => {
      await page.getByText('Sections', { exact: true }).first().click()
    },
  },
  {
    what: 'a section',
    path: '/project/{id}/documents/{document}',
    controls: /^Delete Part /,
    item: null,
    confirmation: 'Delete',
    before: async (page) => {
      await page.getByText('Sections', { exact: true }).first().click()
      await press(page, 'Edit')
    },
  },
  {
    what: 'a file',
    path: '/project/{id}/packages/{package}',
    controls: /^Remove .*pdf$/,
    item: null,
    confirmation: null,
    before: async (page) => {
      await page
        .getByRole('region', { name: 'Files' })
        .locator('input[type=file]')
        .setInputFiles(
          ['one', 'two', 'three'].map((name) => ({
            name: `${name}.pdf`,
            mimeType: 'application/pdf',
            buffer: Buffer.from(`%PDF-1.7\n${name}\n`),
          })),
        )
      await expect(
        page.getByRole('region', { name: 'Files' }).getByText('Saved', { exact: true }),
      ).toHaveCount(3, { timeout: 30_000 })
    },
  },
  {
    what: 'a package',
    path: '/project/{id}/packages',
    controls: /^Actions for package/,
    item: 'Delete',
    confirmation: 'Delete package',
  },
]

/**
 * Deletes the second row, then the last one, by keyboard. The focus goes to the same control of the
 * next row, and from the last row to the one before.
 */
const deleteRows = async (page: Page, deletion: Deletion): Promise<void> => {
  const { what, controls, item, confirmation } = deletion
  const all = page.getByRole('main').getByRole('button', { name: controls })
  for (const from of ['the second', 'the last'] as const) {
    await expect(all.nth(1)).toBeVisible()
    const names = await all.evaluateAll((found) =>
      found.map((one) => one.getAttribute('aria-label') ?? ''),
    )
    const at = from === 'the last' ? names.length - 1 : 1
    const name = names[at] ?? ''
    await page.getByRole('button', { name, exact: true }).focus()
    await page.keyboard.press('Enter')
    if (item !== null) await chooseItem(page, item)
    if (confirmation !== null) await confirmBy(page, confirmation)
    await expect(page.getByRole('button', { name, exact: true })).toHaveCount(0)
    await expect(
      page.getByRole('button', { name: names[at + 1] ?? names[at - 1] ?? '', exact: true }),
      `${what}: the control of the next row after ${from} was deleted`,
    ).toBeFocused()
  }
}

/** Adds three rows of each kind to the demo's draft. */
const prepareRows = async (owner: ApiClient, prefix = 'PARTS') => {
  const {
    project: { id },
  } = await openDemoProject(owner, 'DRAFT')
  const params = { id }
  const [packageId = '', documentId = ''] = [crypto.randomUUID(), crypto.randomUUID()]
  for (const [at, count] of ['one', 'two', 'three'].entries()) {
    const word = `${count}-${prefix}`.toLowerCase()
    await owner.call(API.releases.create, { params, body: { version: `${at + 1}.0 ${prefix}` } })
    await owner.call(API.projectMembers.add, {
      params,
      body: { email: `${word}@example.org`, roleIds: ['role-project-req-author'], language: 'en' },
    })
    await owner.call(API.packages.create, {
      body: {
        projectId: id,
        id: at === 0 ? packageId : crypto.randomUUID(),
        name: `Package ${word}`,
      },
    })
    if (at === 0)
      await owner.call(API.documents.create, {
        body: { id: documentId, packageId, name: `Parts ${prefix}`, prefix },
      })
    const section = await owner.call(API.sections.create, {
      body: { documentId, name: `Part ${word}` },
    })
    await owner.call(API.requirements.create, {
      body: {
        sectionId: section.id,
        name: `Need ${word}`,
        definition: buildDefinition(),
      },
    })
  }
  return { id, documentId, packageId }
}

test('after a deletion by keyboard the next row has the focus, and keeps it when an undo restores the row', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const {
    project: { id },
  } = await openDemoProject(owner, 'DRAFT')
  const tree = await owner.call(API.projects.references, { params: { id } })
  const first = tree.find(({ kind }) => kind === 'document')
  for (const name of ['Alpha', 'Beta', 'Gamma'])
    await owner.call(API.documents.create, {
      body: {
        id: crypto.randomUUID(),
        packageId: first?.parentId ?? '',
        name,
        prefix: name.toUpperCase(),
      },
    })
  await signInAs(page, 'owner')
  const press = async (name: string | RegExp) => {
    await page.getByRole('button', { name }).first().focus()
    await page.keyboard.press('Enter')
  }
  const remove = async (menu: string | RegExp, confirmation: string) => {
    await press(menu)
    await chooseItem(page, 'Delete')
    const dialog = page.getByRole('dialog')
    await dialog.getByRole('button', { name: confirmation, exact: true }).focus()
    await page.keyboard.press('Enter')
    await expect(dialog).toHaveCount(0)
  }

  await page.goto(`/project/${id}/packages`)
  const menus = page.getByRole('button', { name: /^Actions for document/ })
  await expect(page.getByRole('button', { name: 'Actions for document Gamma' })).toBeVisible()
  const names = await menus.evaluateAll((all) => all.map((one) => one.getAttribute('aria-label')))
  const at = names.indexOf('Actions for document Beta')
  const next = names[at + 1] ?? names[at - 1] ?? ''
  await remove('Actions for document Beta', 'Delete document')
  await expect(page.getByRole('button', { name: next }), 'the next row').toBeFocused()
  await press('Undo')
  await expect(page.getByRole('button', { name: 'Actions for document Beta' })).toBeVisible()
  await expect(page.getByRole('button', { name: next }), 'where it was before').toBeFocused()
})

test('after each deletion by keyboard the same control of the next row has the focus, and after the last row the one before @variation', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { id, documentId, packageId } = await prepareRows(owner)
  await signInAs(page, 'owner')
  const faults: string[] = []
  for (const deletion of DELETIONS)
    await test
      .step(deletion.what, async () => {
        await page.goto(
          deletion.path
            .replace('{id}', id)
            .replace('{document}', documentId)
            .replace('{package}', packageId),
        )
        if (deletion.before) await deletion.before(page)
        await deleteRows(page, deletion)
      })
      .catch((error: unknown) => void faults.push(`${deletion.what}: ${String(error)}`))
  expect(faults).toEqual([])
})

test('a change of the view keeps the focus on its switch, and a deletion in the table moves it to the next row @variation', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { id, documentId } = await prepareRows(owner, 'VIEW')
  await signInAs(page, 'owner')
  await page.goto(`/project/${id}/documents/${documentId}`)
  await expect(page.getByRole('grid')).toBeVisible()
  const view = (name: string) => page.getByRole('radio', { name })
  await view('Table').focus()
  for (const [key, name] of [
    ['ArrowRight', 'Sections'],
    ['ArrowLeft', 'Table'],
    ['ArrowRight', 'Sections'],
    ['ArrowLeft', 'Table'],
  ] as const) {
    await page.keyboard.press(key)
    await expect(view(name)).toBeChecked()
    await expect(view(name), `the switch keeps the focus on ${name}`).toBeFocused()
  }

  const rows = page.locator('[role=row][data-row]')
  const idAt = (index: number) =>
    page.locator(`[role=row][aria-rowindex="${index + 2}"]`).getAttribute('data-row')
  await expect(rows.first()).toBeVisible()
  const [gone, next] = [await idAt(1), await idAt(2)]
  await page.locator(`[data-row="${gone}"]`).getByRole('checkbox').check()
  await expect(page.getByRole('toolbar', { name: 'Actions for the selection' })).toBeVisible()
  await press(page, 'Delete')
  await confirmBy(page, 'Delete')
  await expect(page.locator(`[data-row="${gone}"]`)).toHaveCount(0)
  await expect(page.locator(`[data-row="${next}"] :focus`), 'the next row').toHaveCount(1)
})

interface Saving {
  what: string
  path: string
  opener: RegExp
  /** Item of the menu that opens the dialog; null = the opener itself opens it. */
  item: string | null
  change: (page: Page) => Promise<unknown>
  save: string
}

const SAVINGS: readonly Saving[] = [
  {
    what: 'the owner of a package',
    path: '/project/{id}/packages',
    opener: /^Assign Package one-saved: /,
    item: null,
    change: async () => {},
    save: 'Save',
  },
  {
    what: 'the place of a release',
    path: '/project/{id}/releases',
    opener: /^Actions for release 1\.0 SAVED$/,
    item: 'Move to…',
    change: async () => {},
    save: 'Move',
  },
  {
    what: 'the roles of a member',
    path: '/project/{id}/settings/members',
    opener: /^Actions for one-saved@example\.org$/,
    item: 'Change roles…',
    change: async () => {},
    save: 'Save',
  },
]

test('a dialog that saves gives the focus back to what opened it', async ({ page, server }) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const { id } = await prepareRows(owner, 'SAVED')
  await signInAs(page, 'owner')
  const faults: string[] = []
  for (const { what, path, opener, item, change, save } of SAVINGS)
    await test
      .step(what, async () => {
        await page.goto(path.replace('{id}', id))
        await press(page, opener)
        if (item !== null) await chooseItem(page, item)
        const dialog = page.getByRole('dialog')
        await expect(dialog).toBeVisible()
        await change(page)
        await dialog.getByRole('button', { name: save, exact: true }).focus()
        await page.keyboard.press('Enter')
        await expect(dialog).toHaveCount(0)
        await expect(page.locator('*:focus'), what).toHaveAccessibleName(opener)
      })
      .catch((error: unknown) => void faults.push(`${what}: ${String(error)}`))
  expect(faults).toEqual([])
})

test('after the deletion of a vendor, whose page is gone, the heading of the list has the focus @variation', async ({
  page,
  server,
}) => {
  const owner = await signInApi(server.url, 'owner', DEMO_PASSWORD)
  const organization = String(owner.session.organizationId)
  const vendor = await owner.call(API.vendors.create, {
    params: { id: organization },
    body: { name: 'Without projects', description: '', zone: 'Europe/Bratislava' },
  })
  await signInAs(page, 'owner')
  await page.goto(`/organization/${organization}/vendor/${vendor.id}/detail`)
  await press(page, 'Delete vendor')
  await confirmBy(page, 'Delete vendor')
  await expect(page).toHaveURL(/vendors$/)
  await expect(page.locator('h1:focus, main :focus')).toHaveCount(1)
})
