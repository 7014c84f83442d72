import { expect, type Page, signInAs, test } from '../support/browser.ts'
import type { CutProxy } from '../support/cut-proxy.ts'
import { seenInBothThemes } from '../support/themes.ts'

/**
 * Whether the browser caches the failure of a module for the life of the page; newer browsers
 * retry. The probe is the bundler's runtime, which only defines functions: a module with effects
 * may fail because it runs a second time.
 */
const keepsFailures = async (page: Page, proxy: CutProxy): Promise<boolean> => {
  const canImport = (query: string) =>
    page.evaluate(async (wanted) => {
      const runtime = performance
        .getEntriesByType('resource')
        .find(({ name }) => name.includes('/assets/rolldown-runtime-'))
      if (runtime === undefined)
        throw new Error('The page has not loaded the runtime of the bundler')
      return await import(runtime.name + wanted).then(
        () => true,
        () => false,
      )
    }, query)
  expect(await canImport('?again'), 'the probe may run a second time').toBe(true)
  proxy.cut()
  expect(await canImport('?tried')).toBe(false)
  proxy.restore()
  return !(await canImport('?tried'))
}
const stylesLacking = (page: Page): Promise<number> =>
  page.evaluate(
    () =>
      [...document.querySelectorAll<HTMLLinkElement>('link[rel=stylesheet]')].filter(
        ({ sheet }) => sheet === null,
      ).length,
  )
/** A sheet that another part of the page fetches in advance may still be on its way. */
const expectLooks = async (page: Page): Promise<void> =>
  await expect.poll(() => stylesLacking(page), 'what came late has its looks').toBe(0)

test('before the service worker is installed, a dialog or screen that fails to load leaves the page intact and loads on retry', async ({
  openDevice,
}) => {
  // Without a service worker, every visit is a first visit with no stored application.
  const { page, proxy, watch } = await openDevice()
  await signInAs(page, 'owner')
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Dashboard')
  const missing = page.getByRole('dialog', { name: 'This could not be loaded' })
  const retry = missing.getByRole('button', { name: 'Try again' })
  watch.expectNetworkErrors(true)
  const isLoadedAnew = await keepsFailures(page, proxy)
  let loads = 0
  page.on('load', () => {
    loads += 1
  })

  for (const { opener, there } of [
    {
      opener: page.getByRole('banner').getByRole('button', { name: /^Search/ }),
      there: page.getByRole('combobox'),
    },
    {
      opener: page.getByRole('button', { name: /^Account of/ }),
      there: page.getByRole('menuitem', { name: 'Sign out' }),
    },
  ]) {
    proxy.cut()
    await opener.click()
    await expect(missing).toBeVisible()
    await retry.click()
    await expect(missing).toBeVisible()
    await seenInBothThemes(page, 'a dialog that could not be loaded')
    await page.keyboard.press('Escape')
    await expect(missing).toBeHidden()
    await expect(opener).toBeFocused()

    await opener.press('Enter')
    await expect(missing).toBeVisible()
    proxy.restore()
    loads = 0
    await retry.click()
    if (isLoadedAnew) {
      await expect.poll(() => loads).toBe(1)
      await opener.click()
    }
    await expect(there).toBeVisible()
    expect(loads).toBe(Number(isLoadedAnew))
    await expectLooks(page)
    await page.keyboard.press('Escape')
    await expect(there).toBeHidden()
  }

  // The page has fetched the sync panel in advance, for use without a network.
  const panel = () =>
    page.evaluate(
      () =>
        performance
          .getEntriesByType('resource')
          .find(
            (entry) =>
              /sync-popover.*\.js$/.test(entry.name) &&
              (entry as PerformanceResourceTiming).responseStatus === 200,
          )?.name,
    )
  await expect.poll(panel, { timeout: 60_000 }).toBeDefined()
  // Importing the panel also loads its own dependencies.
  await page.evaluate((url) => import(url), (await panel()) ?? '')
  await expect.poll(() => stylesLacking(page)).toBe(0)
  proxy.cut()
  await page.getByRole('button', { name: /^Sync:/ }).click()
  await expect(page.getByRole('dialog', { name: 'Sync' })).toBeVisible()
  await page.keyboard.press('Escape')
  await page.getByRole('link', { name: 'Projects', exact: true }).first().click()
  const alert = page.getByRole('alert').filter({ hasText: 'This could not be loaded' })
  await expect(alert).toBeVisible()
  // The router logs the part that failed to load.
  expect(
    watch.problems
      .splice(0)
      .filter((problem) => !problem.includes('A part of the application could not be loaded')),
  ).toEqual([])
  await seenInBothThemes(page, 'a screen that could not be loaded')
  proxy.restore()
  await alert.getByRole('button', { name: 'Try again' }).click()
  await expect(page.getByRole('heading', { level: 1 })).toHaveText('Projects')
  await expect(alert).toBeHidden()
  await expectLooks(page)
})
