import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { expect, type Page, signInAs, test, untilInstalled } from '../support/browser.ts'
import { openDemoProject } from '../support/demo-project.ts'
import { activeCell, chooseItem, goToCell, pressKey } from '../support/keyboard.ts'
import { seenInBothThemes } from '../support/themes.ts'
import { variationIf } from '../support/variation.ts'

const cellsOf = (page: Page, columnIndex: number) =>
  page
    .locator(`:is([role=gridcell], [role=rowheader])[aria-colindex="${columnIndex}"]`)
    .evaluateAll((cells) =>
      cells
        .map((cell) => ({
          row: Number(cell.closest('[role=row]')?.getAttribute('aria-rowindex')),
          text: cell.textContent?.trim() ?? '',
        }))
        .toSorted((one, other) => one.row - other.row)
        .map(({ text }) => text),
    )
const columnOf = async (page: Page, header: string) =>
  Number(
    await page.getByRole('columnheader', { name: header }).first().getAttribute('aria-colindex'),
  )
/** Wide enough for every button of the toolbar. */
const WIDE = { width: 1_700, height: 900 }
const heading = (page: Page, name: string) => page.getByRole('columnheader', { name })

test('a vendor sorts by header and keyboard, and an edited row keeps its place until it loses the focus', async ({
  page,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'drupal-primary')
  await page.goto(documentUrl)
  const first = page.locator('[role=row][aria-rowindex="2"]')
  await expect(first).toContainText('-0001')
  const column = await columnOf(page, 'Statement %')

  await heading(page, 'Statement %').click()
  await expect(heading(page, 'Statement %')).toHaveAttribute('aria-sort', 'ascending')
  const percents = () =>
    cellsOf(page, column).then((texts) =>
      texts.filter((text) => text !== '').map((text) => Number.parseInt(text, 10)),
    )
  await expect.poll(async () => (await percents()).length).toBeGreaterThan(3)
  expect(await percents()).toEqual((await percents()).toSorted((a, b) => a - b))

  // Add a second sort key by keyboard; numbers show the order of the keys.
  await heading(page, 'Statement %').focus()
  await page.keyboard.press('Enter')
  await expect(heading(page, 'Statement %')).toHaveAttribute('aria-sort', 'descending')
  await heading(page, 'ID').focus()
  await page.keyboard.press('Shift+Enter')
  await page.keyboard.press('Shift+Enter')
  await expect(heading(page, 'ID')).toHaveAttribute('aria-sort', 'descending')
  await expect(heading(page, 'ID')).toContainText('2')
  await expect(page.getByRole('group', { name: 'Sorting and filters in use' })).toContainText(
    'Sorted: Statement % ↓, ID ↓',
  )
  await seenInBothThemes(page, 'a sorted table')

  await page.reload()
  await expect(heading(page, 'Statement %')).toHaveAttribute('aria-sort', 'descending')
  // The rows take their order only once the answers are loaded.
  await expect.poll(async () => (await percents())[0]).toBe(100)
  const firstId = await first.getAttribute('data-row')
  await first.locator(`[aria-colindex="${column}"]`).click()
  await page.keyboard.type('1')
  await page.keyboard.press('Control+Enter')
  await expect(first).toHaveAttribute('data-row', firstId ?? '')
  await page.keyboard.press('ArrowDown')
  await expect(first).not.toHaveAttribute('data-row', firstId ?? '')
  await expect(activeCell(page)).toBeFocused()

  await page.getByRole('button', { name: 'Return to document order' }).click()
  await expect(first).toContainText('-0001')
  await expect(page.locator('[aria-sort]')).toHaveCount(0)
})

test('a table is filtered by a number and by a text; a link carries the filters, and invalid filters are dropped @variation', async ({
  page,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'drupal-primary')
  await page.goto(documentUrl)
  const rows = page.locator('[role=row][data-row]')
  await expect(rows.first()).toBeVisible()

  await pressKey(page, 'button', 'Add filter')
  await chooseItem(page, 'Statement %')
  const range = page.getByRole('dialog', { name: 'Statement %' })
  await range.getByLabel('From').fill('abc')
  await expect(range.getByRole('alert')).toHaveText('Enter a number')
  await range.getByLabel('From').fill('60')
  await range.getByLabel('To').fill('100')
  await expect(page.getByRole('button', { name: 'Statement %: 60 – 100' })).toBeVisible()
  await seenInBothThemes(page, 'the filter of a number')
  await page.keyboard.press('Escape')
  const column = await columnOf(page, 'Statement %')
  await expect
    .poll(async () =>
      (await cellsOf(page, column)).every((text) => Number.parseInt(text, 10) >= 60),
    )
    .toBe(true)

  await pressKey(page, 'button', 'Add filter')
  await chooseItem(page, 'Requirement')
  await page.getByRole('dialog', { name: 'Requirement' }).getByRole('textbox').fill('AUDIO')
  await expect(page.getByRole('button', { name: 'Requirement: contains “AUDIO”' })).toBeVisible()
  await page.keyboard.press('Enter')
  const name = await columnOf(page, 'Requirement')
  await expect
    .poll(async () => (await cellsOf(page, name)).every((text) => /audio/i.test(text)))
    .toBe(true)
  const shown = await rows.count()
  expect(shown).toBeGreaterThan(0)

  // The link alone restores the same rows; invalid filters are dropped with a message.
  const url = new URL(page.url())
  const where: unknown = JSON.parse(url.searchParams.get('where') ?? 'null')
  url.searchParams.set(
    'where',
    JSON.stringify({ ...Object(where), 'a:gone': { op: 'empty' }, id: { op: 'between', from: 1 } }),
  )
  url.searchParams.set('status', '["NOPE"]')
  await page.goto(url.href)
  await expect(
    page.getByText('3 filters of this address do not fit this document and were left out'),
  ).toBeVisible()
  await expect(rows).toHaveCount(shown)
  expect(page.url()).not.toContain('gone')

  await page.getByRole('button', { name: 'Clear all filters' }).click()
  await expect.poll(() => rows.count()).toBeGreaterThan(shown)
  await goToCell(page, 0, 'Requirement')
})

test('rows are grouped by section, folded and wrapped, and stay so after a reload @variation', async ({
  page,
  server,
}) => {
  const { documentUrl, requirements } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  await signInAs(page, 'drupal-primary')
  await page.goto(documentUrl)
  const headings = page.getByRole('rowheader').filter({ has: page.locator('[aria-expanded]') })
  const rows = page.locator('[role=row][data-row]')
  await expect(rows.first()).toBeVisible()
  await expect(headings).toHaveCount(0)

  await pressKey(page, 'button', 'Columns')
  const panel = page.getByRole('dialog', { name: 'Columns' })
  await panel.getByLabel('Group by section').check()
  await panel.getByLabel('Wrap long texts').check()
  await page.keyboard.press('Escape')
  await expect(headings.first()).toBeVisible()
  const grid = page.getByRole('grid')
  await expect(grid).toHaveAttribute('aria-rowcount', String(requirements.length + 1))
  await seenInBothThemes(page, 'a table that is grouped and wrapped')

  // Rows adjoin without gaps or overlaps, whatever their heights.
  const gaps = () =>
    grid
      .locator('[role=rowgroup]')
      .nth(1)
      .locator('> [role=row]')
      .evaluateAll((found) => {
        // The active row is rendered even when it is scrolled out of view.
        const boxes = found
          .map((row) => row.getBoundingClientRect())
          .filter(({ top }) => top < window.innerHeight)
          .toSorted((one, other) => one.top - other.top)
        return boxes.slice(1).map((box, at) => Math.round(box.top - (boxes[at]?.bottom ?? 0)))
      })
  await expect.poll(async () => (await gaps()).every((gap) => gap === 0)).toBe(true)
  const heights = await rows.evaluateAll((found) =>
    found.map((row) => row.getBoundingClientRect().height),
  )
  expect(Math.max(...heights)).toBeGreaterThan(40)
  // Reordered rows keep their heights.
  await heading(page, 'Requirement').click()
  await heading(page, 'Requirement').click()
  await expect(heading(page, 'Requirement')).toHaveAttribute('aria-sort', 'descending')
  await expect.poll(async () => (await gaps()).every((gap) => gap === 0)).toBe(true)

  const firstId = await rows.first().getAttribute('data-row')
  const fold = headings.first().getByRole('button')
  await fold.focus()
  await page.keyboard.press('Enter')
  await expect(fold).toHaveAttribute('aria-expanded', 'false')
  await expect(rows.first()).not.toHaveAttribute('data-row', firstId ?? '')
  await page.keyboard.press('Enter')
  await expect(rows.first()).toHaveAttribute('data-row', firstId ?? '')

  await page.reload()
  await expect(headings.first()).toBeVisible()
  // Control+End reaches the last row below many headings.
  await goToCell(page, 0, 'ID')
  await page.keyboard.press('Control+End')
  await expect(activeCell(page)).toBeFocused()
  await expect(activeCell(page)).toBeInViewport()
})

test('a saved view restores columns, groups and filters; a shared view reaches colleagues and no other vendor', async ({
  openDevice,
  server,
}) => {
  const { documentUrl } = await openDemoProject(
    await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
    'PUBLISHED',
  )
  const own = await openDevice({ installs: true })
  const { page } = own
  await signInAs(page, 'drupal-primary', documentUrl)
  const rows = page.locator('[role=row][data-row]')
  await expect(rows.first()).toBeVisible()
  await untilInstalled(page)
  const count = async () => Number(await page.getByRole('grid').getAttribute('aria-rowcount'))
  const all = await count()
  const saveView = async (name: string, isShared: boolean): Promise<void> => {
    await page.setViewportSize(WIDE)
    await pressKey(page, 'button', 'Views')
    await chooseItem(page, 'Save or delete views…')
    const dialog = page.getByRole('dialog', { name: 'Views' })
    await dialog.getByLabel('Name').fill(name)
    await dialog.getByLabel('Share with your colleagues').setChecked(isShared)
    await dialog.getByRole('button', { name: 'Save view' }).click()
    await expect(dialog).toBeHidden()
  }
  const itemsOf = async (page: Page): Promise<string[]> => {
    await page.setViewportSize(WIDE)
    await pressKey(page, 'button', 'Views')
    const items = page.getByRole('menuitem')
    await expect(items.last()).toBeVisible()
    const texts = await items.allTextContents()
    await page.keyboard.press('Escape')
    return texts
  }

  await page.getByRole('searchbox', { name: 'Search this document' }).fill('audio')
  await expect.poll(count).toBeLessThan(all)
  await heading(page, 'Requirement').click()
  await own.goOffline()
  await saveView('Sound', false)
  expect(await itemsOf(page)).toContain('Sound (not sent yet)')
  await own.goOnline()
  await expect.poll(() => itemsOf(page), { timeout: 60_000 }).toContain('Sound')
  await saveView('For all of us', true)
  await page.getByRole('searchbox', { name: 'Search this document' }).fill('')
  await page.getByRole('button', { name: 'Return to document order' }).click()
  await expect.poll(count).toBe(all)
  await pressKey(page, 'button', 'Views')
  await chooseItem(page, 'Sound')
  await expect.poll(count).toBeLessThan(all)
  await expect(heading(page, 'Requirement')).toHaveAttribute('aria-sort', 'ascending')

  const colleague = await openDevice()
  await signInAs(colleague.page, 'drupal-contact', documentUrl)
  await expect
    .poll(() => itemsOf(colleague.page))
    .toEqual(['For all of us (shared)', 'Save or delete views…'])
  await pressKey(page, 'button', 'Views')
  await chooseItem(page, 'Save or delete views…')
  const dialog = page.getByRole('dialog', { name: 'Views' })
  const shared = dialog.getByLabel('Share with your colleagues')
  await expect(shared).not.toBeChecked()
  await dialog.getByLabel('Name').fill('For all of us')
  await expect(shared, 'a shared view stays shared when it is saved again').toBeChecked()
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: 'Discard changes' }).click()
  const other = await openDevice()
  await signInAs(other.page, 'plone-primary', documentUrl)
  await expect(other.page.getByRole('grid')).toBeVisible()
  expect(await itemsOf(other.page)).toEqual(['Save or delete views…'])

  await pressKey(page, 'button', 'Views')
  await chooseItem(page, 'Save or delete views…')
  await page.getByRole('button', { name: 'Delete For all of us' }).click()
  await page.keyboard.press('Escape')
  await colleague.page.reload()
  await expect.poll(() => itemsOf(colleague.page)).toEqual(['Save or delete views…'])
})

for (const viewport of [
  { width: 1440, height: 900 },
  { width: 390, height: 844 },
] as const) {
  test(`a long text is edited in full view, in the last row and at the right edge, at ${viewport.width} px${variationIf(viewport.width === 1440)}`, async ({
    page,
    server,
  }) => {
    const { documentUrl } = await openDemoProject(
      await signInApi(server.url, 'drupal-primary', DEMO_PASSWORD),
      'PUBLISHED',
    )
    await page.setViewportSize(viewport)
    await signInAs(page, 'drupal-primary', documentUrl)
    if (viewport.width < 768) await page.getByText('Table', { exact: true }).click()
    await goToCell(page, 0, 'Requirement')
    await page.keyboard.press('Control+End')
    const column = await columnOf(page, 'Remarks and explanations')
    const atColumn = async () => Number(await activeCell(page).getAttribute('aria-colindex'))
    // On a narrow screen, other columns follow this one.
    while ((await atColumn()) > column) await page.keyboard.press('ArrowLeft')
    await expect(activeCell(page)).toBeInViewport()
    await page.keyboard.press('F2')
    const editor = page.getByRole('textbox', { name: 'Remarks and explanations', exact: true })
    await expect(editor).toBeFocused()
    await expect(editor).toBeInViewport({ ratio: 1 })
    // No other element covers a corner of the editor.
    const covered = await editor.evaluate((element) => {
      const { left, right, top, bottom } = element.getBoundingClientRect()
      const corners = [left + 4, right - 4].flatMap((x) => [top + 4, bottom - 4].map((y) => [x, y]))
      return corners.filter(([x = 0, y = 0]) => !element.contains(document.elementFromPoint(x, y)))
    })
    expect(covered).toEqual([])
  })
}
