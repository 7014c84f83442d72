import { expect, type Locator, type Page } from '@playwright/test'

type Role = Parameters<Page['getByRole']>[0]
const MOST_STOPS = 120

/** Moves the focus to the target with the Tab key only. */
export const tabTo = async (
  page: Page,
  role: Role,
  name: string | RegExp,
  within: Page | Locator = page,
): Promise<void> => {
  const target = within.getByRole(role, { name }).first()
  // A segment's radio is invisible; its label is what a person sees.
  await (role === 'radio' ? expect(target).toBeAttached() : expect(target).toBeVisible())
  for (let stop = 0; stop < MOST_STOPS; stop += 1) {
    if (await target.evaluate((element) => element === document.activeElement)) return
    await page.keyboard.press('Tab')
  }
  throw new Error(`${role} ${String(name)} cannot be reached by Tab`)
}
export const pressKey = async (
  page: Page,
  role: Role,
  name: string | RegExp,
  within: Page | Locator = page,
): Promise<void> => {
  await tabTo(page, role, name, within)
  await page.keyboard.press('Enter')
}

/**
 * Tabs into the table, then moves to a cell with the arrow keys. Rows count from 0; columns are
 * named by their header.
 */
export const goToCell = async (page: Page, row: number, header: string): Promise<void> => {
  const grid = page.getByRole('grid')
  const isInside = () =>
    grid.evaluate(
      (element) =>
        element.contains(document.activeElement) &&
        document.activeElement?.matches(
          '[role=gridcell], [role=rowheader], [role=columnheader]',
        ) === true,
    )
  for (let stop = 0; stop < MOST_STOPS && !(await isInside()); stop += 1)
    await page.keyboard.press('Tab')
  const headers = await grid
    .getByRole('columnheader')
    .evaluateAll((cells) => cells.map((cell) => cell.textContent?.trim() ?? ''))
  const column = headers.findIndex((text) => text === header)
  if (column < 0) throw new Error(`no column ${header} among ${headers.join(', ')}`)
  // A header that was used last is where Tab enters the table.
  await page.keyboard.press('ArrowDown')
  await page.keyboard.press('Control+Home')
  const tick = await grid.getByRole('columnheader').first().getByRole('checkbox').count()
  for (let step = 0; step < row; step += 1) await page.keyboard.press('ArrowDown')
  for (let step = 0; step < column - tick; step += 1) await page.keyboard.press('ArrowRight')
  await expect(activeCell(page)).toHaveAttribute('aria-colindex', String(column + 1))
  await expect(
    page.locator(
      `[role=row][aria-rowindex="${row + 2}"] :is([role=gridcell], [role=rowheader])[data-active]`,
    ),
  ).toBeFocused()
}
export const activeCell = (page: Page): Locator =>
  page.getByRole('grid').locator(':is([role=gridcell], [role=rowheader])[data-active]')

/** Chooses an item of the menu that was just opened, with the arrow keys. */
export const chooseItem = async (page: Page, name: string): Promise<void> => {
  const item = page.getByRole('menuitem', { name, exact: true })
  await expect(item).toBeVisible()
  // The arrow keys have no effect until the menu or one of its items has the focus.
  const menu = page.getByRole('menu').filter({ has: item })
  await expect
    .poll(
      () =>
        menu.evaluate((one) =>
          one.contains(document.activeElement)
            ? 'menu'
            : document.activeElement?.outerHTML.slice(0, 300),
        ),
      'the menu has the focus',
    )
    .toBe('menu')
  const isThere = () => item.evaluate((element) => element === document.activeElement)
  for (let stop = 0; stop < MOST_STOPS && !(await isThere()); stop += 1)
    await page.keyboard.press('ArrowDown')
  await expect(item, 'the arrows reach the item').toBeFocused()
  await page.keyboard.press('Enter')
  // A closing menu returns the focus to its button.
  await expect(page.getByRole('menu')).toHaveCount(0)
}
