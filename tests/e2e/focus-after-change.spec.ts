import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { chooseItem } from '../support/keyboard.ts'

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
