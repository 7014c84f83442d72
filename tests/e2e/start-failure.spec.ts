import { axe, expect, type Page, test } from '../support/browser.ts'
import { variationIf } from '../support/variation.ts'

/** Lets the first `count` requests for the application's script fail, as a broken connection does. */
const failStarts = async (page: Page, count: number): Promise<void> => {
  let left = count
  await page.route(/\/assets\/index-[^/]+\.js$/, async (route) => {
    if (left-- > 0) await route.abort('connectionreset')
    else await route.continue()
  })
}
const username = (page: Page) => page.getByLabel('Username')

test('a page whose script does not arrive loads again by itself', async ({ page, watch }) => {
  watch.expectNetworkErrors(true)
  await failStarts(page, 2)
  await page.goto('/login')
  await expect(page.getByRole('heading', { name: 'Tenderbook could not be loaded' })).toBeVisible()
  await expect(username(page)).toBeVisible()
})

for (const [language, title, again] of [
  ['en', 'Tenderbook could not be loaded', 'Try again'],
  ['sk', 'Tenderbook sa nepodarilo načítať', 'Skúsiť znova'],
] as const)
  test(`a page whose script never arrives says so and offers to try again (${language})${variationIf(language === 'en')}`, async ({
    page,
    watch,
  }) => {
    watch.expectNetworkErrors(true)
    await page.addInitScript((chosen) => {
      localStorage.setItem('tenderbook.language', chosen)
      // Three attempts were made already.
      sessionStorage.setItem('tenderbook.start.tries', JSON.stringify([3, Date.now()]))
    }, language)
    await failStarts(page, 1)
    await page.goto('/login')
    await expect(page.getByRole('heading', { name: title })).toBeVisible()
    await axe(page, `the failed start (${language})`)
    const shots = process.env['SHOTS_DIR']
    if (shots) await page.screenshot({ path: `${shots}/start-${language}.png` })
    await page.getByRole('button', { name: again }).click()
    await expect(page.getByRole('textbox').first()).toBeVisible()
    await expect(page.getByRole('heading', { name: title })).toBeHidden()
  })
