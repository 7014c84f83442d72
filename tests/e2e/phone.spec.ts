import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'
import { openFirstRequirement } from '../support/demo-project.ts'
import { follow } from '../support/follow.ts'

const SIZE = { width: 390, height: 844 }
const PHONE = { viewport: SIZE, hasTouch: true, isMobile: true }
/** What the keyboard of a phone leaves of the page, in px. */
const ABOVE_KEYBOARD = 508
const IPHONE =
  'Mozilla/5.0 (iPhone; CPU iPhone OS 18_5 like Mac OS X) AppleWebKit/605.1.15 (KHTML, like Gecko) Version/18.5 Mobile/15E148 Safari/604.1'

/** Tells the page what Safari on iOS tells it when the keyboard opens: only less of it is seen. */
const openKeyboard = (page: Page): Promise<void> =>
  page.evaluate((height) => {
    const viewport = globalThis.visualViewport as VisualViewport
    Object.defineProperty(viewport, 'height', { get: () => height, configurable: true })
    viewport.dispatchEvent(new Event('resize'))
  }, ABOVE_KEYBOARD)
const closeKeyboard = (page: Page): Promise<void> =>
  page.evaluate(() => {
    const viewport = globalThis.visualViewport as VisualViewport
    Reflect.deleteProperty(viewport, 'height')
    viewport.dispatchEvent(new Event('resize'))
  })
/** Whether the focused field lies above the keyboard, with nothing over its middle. */
const isFieldSeen = (page: Page): Promise<boolean> =>
  page.evaluate((height) => {
    const field = document.activeElement as HTMLElement
    const { left, top, width, bottom } = field.getBoundingClientRect()
    const hit = document.elementFromPoint(left + width / 2, (top + bottom) / 2)
    return field.matches('input, textarea, select') && top >= 0 && bottom <= height && hit === field
  }, ABOVE_KEYBOARD)

test('a phone shows what is typed into, selects by a long press and explains the installation', async ({
  openDevice,
  server,
}) => {
  const { plone, url } = await openFirstRequirement(server)
  const { page, context } = await openDevice({ context: { ...PHONE, userAgent: IPHONE } })
  await signInAs(page, 'plone-primary')

  await test.step('the keyboard covers no field of an answer', async () => {
    await follow(page, url)
    await page.getByRole('textbox', { name: 'Remarks and explanations' }).tap()
    await openKeyboard(page)
    expect(await isFieldSeen(page)).toBe(true)
    await closeKeyboard(page)
    const bottom = page.getByRole('region', { name: 'Main action' })
    await expect.poll(async () => (await bottom.boundingBox())?.y).toBeGreaterThan(ABOVE_KEYBOARD)
  })
  await test.step('the keyboard covers no field of a dialog', async () => {
    await page.getByRole('button', { name: /^Account of/ }).tap()
    await page.getByRole('menuitem', { name: 'Send feedback…' }).tap()
    await page.getByRole('textbox', { name: 'Your feedback' }).tap()
    await openKeyboard(page)
    expect(await isFieldSeen(page)).toBe(true)
    const send = page.getByRole('dialog').getByRole('button', { name: /^Send$/ })
    await send.scrollIntoViewIfNeeded()
    const box = await send.boundingBox()
    expect((box?.y ?? SIZE.height) + (box?.height ?? 0)).toBeLessThanOrEqual(ABOVE_KEYBOARD)
    await closeKeyboard(page)
    await page.getByRole('dialog').getByRole('button', { name: 'Close' }).tap()
  })

  await page.evaluate(
    (key) => localStorage.setItem(key, '"table"'),
    `tenderbook.user-${plone.session.userId}.document.view`,
  )
  await follow(page, url.split('/requirement/')[0] ?? '')
  const grid = page.getByRole('grid')
  const cell = grid
    .getByRole('row')
    .nth(9)
    .locator('[role=gridcell]:not([aria-readonly], [data-check])')
    .first()
  await test.step('a cell editor is seen and says which cell it edits', async () => {
    await cell.tap()
    await cell.tap()
    await openKeyboard(page)
    expect(await isFieldSeen(page)).toBe(true)
    const caption = page.getByRole('paragraph').filter({ hasText: 'WCAG-A-0009' })
    await expect(caption).toContainText('1.4.2 Audio Control, Web')
    await page.keyboard.press('Escape')
    await closeKeyboard(page)
  })
  await test.step('a long press selects the row, and a scroll does not', async () => {
    const input = await context.newCDPSession(page)
    const row = grid.getByRole('row').filter({ hasText: '2.1.1 Keyboard, Web' })
    const box = await row.boundingBox()
    const at = [{ x: 200, y: (box?.y ?? 0) + 20 }]
    const touch = (type: 'touchStart' | 'touchMove' | 'touchEnd', touchPoints: typeof at) =>
      input.send('Input.dispatchTouchEvent', { type, touchPoints })
    await touch('touchStart', at)
    await expect(row.getByRole('checkbox')).toBeChecked()
    await touch('touchEnd', [])
    await expect(page.getByText('1 selected').first()).toBeVisible()
    await expect(grid.getByRole('textbox')).toHaveCount(0)
    const [point] = at
    await touch('touchStart', at)
    await touch('touchMove', [{ x: 200, y: (point?.y ?? 0) - 60 }])
    await page.waitForTimeout(700)
    await touch('touchEnd', [])
    await expect(row.getByRole('checkbox')).toBeChecked()
    await axe(page, 'a selection on a phone')
  })
  await test.step('the installation is explained with a drawing per step', async () => {
    await page.getByRole('button', { name: /^Account of/ }).tap()
    await page.getByRole('menuitem', { name: 'Install app…' }).tap()
    const installing = page.getByRole('dialog', { name: 'Install app' })
    await expect(installing.getByRole('listitem')).toHaveCount(3)
    await expect(installing.locator('svg[viewBox="0 0 96 72"]')).toHaveCount(3)
    await expect(installing.locator('[tabindex="-1"]').first()).toBeFocused()
    await axe(page, 'the steps of the installation')
    if (process.env['SHOTS_DIR'])
      await page.screenshot({ path: `${process.env['SHOTS_DIR']}/install.png` })
    await page.keyboard.press('Escape')
    await expect(page.getByRole('button', { name: /^Account of/ })).toBeFocused()
  })
})
