import { API } from '#schema/api/index.ts'
import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect as base, type Page, signInAs, test } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import {
  NARROW_DIALOGS,
  OWNER_DIALOGS,
  VENDOR_DIALOGS,
  type WalkedDialog,
} from '../support/dialog-walk.ts'

const expect = base.configure({ timeout: 8_000 })
type Ids = Readonly<Record<string, string>>

/** A project in preparation with one vendor and a document without requirements. */
const prepare = async (serverUrl: string): Promise<Ids> => {
  const owner = await signInApi(serverUrl, 'owner', DEMO_PASSWORD)
  const { items } = await owner.call(API.projects.byUser, {
    params: { id: String(owner.session.userId) },
    body: {},
  })
  const idOf = (state: string) => items.find((one) => one.state === state)?.id ?? ''
  const params = { id: idOf('DRAFT') }
  const organization = String(owner.session.organizationId)
  const vendors = await owner.call(API.organizations.vendors, { params: { id: organization } })
  const drupal = vendors.find(({ label }) => label === 'Drupal')
  await owner.call(API.stateTransitions.moveToPreparation, {
    params,
    body: { vendorIds: [drupal?.value ?? 0] },
  })
  const tree = await owner.call(API.projects.references, { params })
  const document = tree.find(({ kind }) => kind === 'document')
  const empty = {
    id: crypto.randomUUID(),
    packageId: document?.parentId ?? '',
    name: 'Empty',
    prefix: 'EMPTY',
  }
  await owner.call(API.documents.create, { body: empty })
  const evaluator = await owner.call(API.projectMembers.list, { params, body: {} })
  if (!evaluator.items.some(({ username }) => username === 'author')) {
    const people = await owner.call(API.projectMembers.unassigned, { params })
    const author = people.find(({ username }) => username === 'author')
    await owner.call(API.projectMembers.add, {
      params,
      body: { userId: author?.userId ?? 0, roleIds: ['role-project-req-author'] },
    })
  }
  return {
    draft: params.id,
    evaluation: idOf('EVALUATION'),
    document: document?.id ?? '',
    organization,
  }
}

const pathOf = (path: string, ids: Ids): string =>
  path.replace(/\{(\w+)\}/g, (_whole, name: string) => ids[name] ?? '')
const focusOf = (page: Page) => page.locator('*:focus')
const isTextField = (page: Page): Promise<boolean> =>
  focusOf(page).evaluate(
    (field) =>
      field instanceof HTMLTextAreaElement ||
      (field instanceof HTMLInputElement &&
        !field.readOnly &&
        ['text', 'email'].includes(field.type) &&
        field.getAttribute('aria-haspopup') !== 'listbox'),
  )

const expectFirst = async (
  page: Page,
  { first }: WalkedDialog,
  dialog: ReturnType<Page['getByRole']>,
): Promise<void> => {
  await expect(dialog.locator(':focus'), 'the focus is inside').toHaveCount(1)
  await expect(
    focusOf(page),
    'the focus is not on the button that closes',
  ).not.toHaveAccessibleName('Close')
  if (first === null) return
  await expect(focusOf(page), 'the first field has the focus').toHaveAccessibleName(first)
}

const expectTextKept = async (
  page: Page,
  { typed = 'typed words' }: WalkedDialog,
  dialog: ReturnType<Page['getByRole']>,
): Promise<void> => {
  const kept = new RegExp(typed.replaceAll('.', '\\.'), 'i')
  await page.keyboard.press('Control+a')
  await page.keyboard.type(typed)
  const question = page.getByRole('dialog', { name: 'Discard changes?' })
  await page.keyboard.press('Escape')
  await expect(question).toBeVisible()
  await expect(question.getByRole('button', { name: 'Keep editing' })).toBeFocused()
  await page.keyboard.press('Escape')
  await expect(question).toBeHidden()
  await expect(focusOf(page), 'the question gives the focus back').toHaveValue(kept)
  await page.mouse.click(4, 4)
  await expect(question).toBeVisible()
  await question.getByRole('button', { name: 'Keep editing' }).click()
  await expect(dialog.locator(':focus'), 'a click beside asks too').toHaveValue(kept)
  await page.keyboard.press('Escape')
  await question.getByRole('button', { name: 'Discard changes' }).click()
}

/** The button Cancel returns the focus as Escape does. */
const expectCancelReturns = async (page: Page, { open, name }: WalkedDialog): Promise<void> => {
  await open(page)
  const dialog = page.getByRole('dialog', { name })
  await expect(dialog).toBeVisible()
  await expect(dialog.locator(':focus')).toHaveCount(1)
  const cancel = dialog.getByRole('button', { name: 'Cancel', exact: true })
  if ((await cancel.count()) === 0) await page.keyboard.press('Escape')
  else {
    await cancel.focus()
    await page.keyboard.press('Enter')
  }
  await expect(dialog).toBeHidden()
  await expect(focusOf(page), 'Cancel gives the focus back').toHaveCount(1)
  await expect(page.locator('main:focus, h1:focus'), 'to what opened it').toHaveCount(0)
}

const lookAt = async (page: Page, walked: WalkedDialog, ids: Ids): Promise<void> => {
  const path = pathOf(walked.path, ids)
  const { pathname, search } = new URL(page.url())
  if (`${pathname}${search}` !== path) await page.goto(path)
  await expect(page.getByRole('heading', { level: 1 }).first()).toBeVisible()
  const size = page.viewportSize()
  if (walked.width !== undefined) await page.setViewportSize({ width: walked.width, height: 800 })
  await walked.open(page)
  const dialog = page.getByRole('dialog', { name: walked.name })
  await expect(dialog).toBeVisible()
  await expectFirst(page, walked, dialog)
  if (walked.wrong) {
    await dialog.getByRole('button', { name: walked.wrong.press }).click()
    await expect(focusOf(page), 'a fault moves the focus to its field').toHaveAccessibleName(
      walked.wrong.field,
    )
  }
  const asks = walked.keepsText !== true && walked.first !== null && (await isTextField(page))
  if (asks) await expectTextKept(page, walked, dialog)
  else await page.keyboard.press('Escape')
  await expect(dialog).toBeHidden()
  await expect(focusOf(page), 'the focus goes back to the page').toHaveCount(1)
  await expect(page.locator('main:focus, h1:focus'), 'and to what opened it').toHaveCount(0)
  await expectCancelReturns(page, walked)
  if (walked.width !== undefined && size !== null) await page.setViewportSize(size)
}

/** Visits every dialog before failing, so that one run names every fault. */
const walk = async (page: Page, dialogs: readonly WalkedDialog[], ids: Ids): Promise<void> => {
  const faults: string[] = []
  page.setDefaultTimeout(8_000)
  for (const walked of dialogs) {
    await test
      .step(walked.component, () => lookAt(page, walked, ids))
      .catch(async (error: unknown) => {
        faults.push(`${walked.component}: ${String(error)}`)
        await page.goto('/settings/profile')
      })
  }
  expect(faults).toEqual([])
}

test('every dialog of a requestor focuses its first field, keeps typed text and returns the focus', async ({
  page,
  server,
}) => {
  const ids = await prepare(server.url)
  await signInAs(page, 'owner')
  await walk(page, OWNER_DIALOGS, ids)
})

test('every dialog of a vendor and every drawer of a narrow screen focuses its first field, keeps typed text and returns the focus', async ({
  page,
  server,
}) => {
  const { documentUrl, requirements } = await openDemoProject(
    await signInApi(server.url, 'plone-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'plone-primary')
  await walk(page, VENDOR_DIALOGS, { answered: documentUrl })
  await page.setViewportSize({ width: 390, height: 800 })
  await walk(page, NARROW_DIALOGS, {})
  await page.goto(`${documentUrl}/requirement/${requirements[0]?.fullId}`)
  const opener = page
    .getByRole('main')
    .getByRole('button', { name: /list|requirements/i })
    .first()
  await opener.click()
  const list = page.getByRole('dialog', { name: 'Requirements' })
  await expect(list.locator(':focus')).toHaveCount(1)
  await page.keyboard.press('Escape')
  await expect(list).toBeHidden()
  await expect(opener).toBeFocused()
})
