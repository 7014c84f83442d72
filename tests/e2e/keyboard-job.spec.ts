import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { type Device, expect, type Page, test } from '../support/browser.ts'
import { activeCell, goToCell, pressKey, tabTo } from '../support/keyboard.ts'
import { transcribe } from '../support/screen-reader.ts'
import { startServer } from '../support/start-server.ts'
import { countUnsent, expectTruth } from '../support/sync-truth.ts'

const DAY_MS = 86_400_000
const PROJECT = 'Archive of the town'
const REQUIREMENTS = ['Finds a word in scanned paper', 'Finds by date and author'] as const

const inDays = (days: number): string => {
  const [year, month, day] = new Date(Date.now() + days * DAY_MS)
    .toISOString()
    .slice(0, 10)
    .split('-')
  return `${day}.${month}.${year}`
}
const dialog = (page: Page, name: string) => page.getByRole('dialog', { name })

/** Counts what only a pointer causes, in every page of the device. */
const countPointers = (device: Device) =>
  device.context.addInitScript(() => {
    const count = () =>
      sessionStorage.setItem(
        'test.pointers',
        String(Number(sessionStorage.getItem('test.pointers')) + 1),
      )
    for (const type of ['pointerdown', 'mousedown', 'touchstart'])
      window.addEventListener(type, count, { capture: true })
  })
const expectNoPointer = async ({ page }: Device): Promise<void> =>
  expect(await page.evaluate(() => sessionStorage.getItem('test.pointers'))).toBeNull()

const write = async (
  page: Page,
  label: string,
  text: string,
  within: Parameters<typeof tabTo>[3] = page,
): Promise<void> => {
  await tabTo(page, 'textbox', label, within)
  await page.keyboard.press('ControlOrMeta+A')
  await page.keyboard.type(text)
}
const signIn = async (page: Page, username: string): Promise<void> => {
  await page.goto('/login')
  await write(page, 'Username', username)
  await tabTo(page, 'textbox', 'Password')
  await page.keyboard.type(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await page.waitForURL((url) => !url.pathname.startsWith('/login'))
}
/** Adds names in a form that stays open. */
const add = async (page: Page, label: string, names: readonly string[]): Promise<void> => {
  const field = page.getByRole('textbox', { name: label })
  for (const name of names) {
    await expect(field).toBeFocused()
    await page.keyboard.type(name)
    await page.keyboard.press('Enter')
    await expect(field).toHaveValue('')
  }
  await page.keyboard.press('Escape')
  await expect(field).toBeHidden()
}
/** Answers the row of the focused cell, and goes to the same cell of the next row. */
const answerRow = async (page: Page, how: string): Promise<void> => {
  await expect(activeCell(page)).toBeFocused()
  for (const text of ['100', 'Available now']) {
    await page.keyboard.type(text)
    await page.keyboard.press('Tab')
  }
  await page.keyboard.type(how)
  await page.keyboard.press('Enter')
  await expect(page.getByRole('gridcell', { name: how })).toBeVisible()
  for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowLeft')
}
const openProject = async (page: Page): Promise<void> => {
  await pressKey(page, 'link', 'Projects', page.getByRole('navigation'))
  await page.waitForURL('**/projects')
  await pressKey(page, 'link', PROJECT, page.getByRole('main'))
  await expect(page.getByRole('heading', { level: 1 })).toHaveText(PROJECT)
}

test('the main job is done by keyboard alone, from the new project to the scores', async ({
  openDevice,
  server,
}) => {
  test.slow()
  const requestor = await openDevice()
  const vendor = await openDevice()
  await countPointers(requestor)
  await countPointers(vendor)
  await transcribe(requestor.context, 'requestor')
  await transcribe(vendor.context, 'vendor')
  const { page } = requestor

  await test.step('a requestor makes a project with requirements and invites vendors', async () => {
    await signIn(page, 'owner')
    await pressKey(page, 'link', 'Projects', page.getByRole('navigation'))
    // The dashboard, which stays until the list is loaded, has the same button.
    await expect(page.getByRole('textbox', { name: 'Search projects' })).toBeVisible()
    await pressKey(page, 'button', 'New project')
    await write(page, 'Name', PROJECT)
    await page.keyboard.press('Enter')
    await page.waitForURL('**/packages')
    await pressKey(page, 'button', 'Add package')
    await add(page, 'Name of the package', ['Functions'])
    const section = page.getByRole('region', { name: 'Functions' })
    await pressKey(page, 'button', 'Add document', section)
    await add(page, 'Name of the document', ['Search'])
    await pressKey(page, 'button', 'Edit weights')
    const weights = dialog(page, 'Weights')
    for (const name of ['Functions', 'Search']) await write(page, name, '100', weights)
    await page.keyboard.press('Enter')
    await expect(weights).toBeHidden()
    await pressKey(page, 'link', 'Search', section)
    await pressKey(page, 'button', 'Add requirement')
    const text = page
      .getByRole('group', { name: 'New requirement' })
      .getByRole('textbox', { name: 'Requirement' })
    await expect(text).toBeFocused()
    for (const name of REQUIREMENTS) {
      await page.keyboard.type(name)
      await page.keyboard.press('Enter')
      await expect(page.getByRole('gridcell', { name })).toBeVisible()
      await expect(text).toHaveValue('')
    }
    await page.keyboard.press('Escape')
    await openProject(page)
    await pressKey(page, 'button', 'Move to preparation')
    const vendors = dialog(page, 'Move to preparation')
    await tabTo(page, 'checkbox', 'Plone', vendors)
    await page.keyboard.press('Space')
    await pressKey(page, 'button', 'Move to preparation', vendors)
    await expect(vendors).toBeHidden()
    await pressKey(page, 'button', 'Publish')
    const publish = dialog(page, 'Publish')
    await write(page, 'Deadline', inDays(1), publish)
    await page.keyboard.press('Tab')
    await pressKey(page, 'button', /^Publish$/, publish)
    await expect(publish).toBeHidden()
    await expect(page.getByRole('button', { name: 'Request early opening…' })).toBeVisible()
  })

  await test.step('a vendor answers with and without a network, and submits', async () => {
    await signIn(vendor.page, 'plone-primary')
    await openProject(vendor.page)
    await pressKey(vendor.page, 'link', 'Search', vendor.page.getByRole('main'))
    await expect(vendor.page.getByRole('gridcell', { name: REQUIREMENTS[0] })).toBeVisible()
    await goToCell(vendor.page, 0, 'Statement %')
    await answerRow(vendor.page, 'With a network')
    await expectTruth(vendor.page, () => 'Saved')
    await vendor.goOffline()
    await answerRow(vendor.page, 'Without a network')
    await expect.poll(() => countUnsent(vendor.page)).toBe(1)
    await vendor.goOnline()
    await expect.poll(() => countUnsent(vendor.page), { timeout: 120_000 }).toBe(0)
    await pressKey(vendor.page, 'button', 'Submit answers…')
    const submit = dialog(vendor.page, 'Submit answers')
    await pressKey(vendor.page, 'button', 'Submit 2 answers', submit)
    await expect(submit).toBeHidden()
    await expect(vendor.page.getByRole('gridcell', { name: 'Submitted' })).toHaveCount(2)
    await expectTruth(vendor.page, () => 'Saved')
    await expectNoPointer(vendor)
    await vendor.close()
  })

  requestor.watch.expectNetworkErrors(true)
  await server.stop()
  const later = await startServer({
    port: server.port,
    dataDir: server.dataDir,
    env: {
      NODE_OPTIONS: '--import ./tests/support/shifted-clock.ts',
      CLOCK_SHIFT_MS: String(2 * DAY_MS),
    },
  })
  try {
    await test.step('after the deadline the requestor evaluates', async () => {
      const renew = dialog(page, 'Renew session')
      await page.reload()
      await expect(renew).toBeVisible({ timeout: 120_000 })
      await expect(renew.getByRole('textbox', { name: 'Password' })).toBeFocused()
      await page.keyboard.type(DEMO_PASSWORD)
      await page.keyboard.press('Enter')
      await expect(renew).toBeHidden()
      await pressKey(page, 'button', 'Start evaluation')
      const start = dialog(page, 'Start evaluation')
      await pressKey(page, 'button', 'Start evaluation', start)
      await expect(start).toBeHidden()
      await pressKey(page, 'link', 'Evaluation')
      const matrix = page.getByRole('treegrid', { name: 'Scores by vendor' })
      await expect(matrix).toBeVisible()
      await tabTo(page, 'radio', 'Documents')
      for (const name of ['Sections', 'Requirements']) {
        await page.keyboard.press('ArrowRight')
        await expect(page.getByRole('radio', { name, exact: true })).toBeChecked()
      }
      const score = matrix.locator('[data-level="requirement"] [data-vendor]').first()
      const isInCell = () =>
        page.evaluate(() => document.activeElement?.matches('[data-cell]') === true)
      for (let stop = 0; stop < 60 && !(await isInCell()); stop += 1)
        await page.keyboard.press('Tab')
      const row = Number((await score.getAttribute('data-cell'))?.split(':')[0])
      for (let step = 0; step < row; step += 1) await page.keyboard.press('ArrowDown')
      for (let step = 0; step < 2; step += 1) await page.keyboard.press('ArrowRight')
      await expect(score).toBeFocused()
      await page.keyboard.press('o')
      const evidence = page.getByTestId('evidence-panel')
      await expect(evidence.getByLabel('Value in %')).toBeFocused()
      await page.keyboard.press('ControlOrMeta+A')
      await page.keyboard.type('50')
      await write(page, 'Reason', 'Found in one of two tries.', evidence)
      await pressKey(page, 'button', 'Override value', evidence)
      await expect(evidence.getByTestId('override-values')).toContainText('50 %')
      await page.keyboard.press('Escape')
      await expectTruth(page, () => 'Saved')
      await expect(matrix.getByRole('row', { name: /^Weighted total/ })).toContainText('75.00 %')
      await expectNoPointer(requestor)
    })
  } finally {
    await later.dispose()
    await server.start()
  }
})
