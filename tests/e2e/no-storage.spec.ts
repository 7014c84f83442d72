import { axe, expect, signInAs, test } from '../support/browser.ts'

for (const [what, breakStorage] of [
  ['is refused', () => { IDBFactory.prototype.open = () => { throw new DOMException('A private window', 'SecurityError') } }],
  ['is not there', () => { Object.defineProperty(globalThis, 'indexedDB', { value: undefined }) }],
] as const) {
  test(`where storage ${what}, a screen says what is missing and what to do`, async ({ page, context }) => {
    await context.addInitScript(breakStorage)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText('Tenderbook cannot store anything in this browser')
    await expect(page.getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await axe(page, 'the screen without storage')
  })
}

test('where only the local storage is forbidden, people work all the same', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', { configurable: true, get() { throw new DOMException('Forbidden for this site', 'SecurityError') } })
  })
  await signInAs(page, 'owner')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  // Who is signed in stands in IndexedDB too.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
})
