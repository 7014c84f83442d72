import { DEMO_PASSWORD, type DemoUsername } from '#server/demo/accounts.ts'
import { type JobPage, until } from '../support/job-page.ts'

/** The text of the button that tells the state of the sync. */
export const syncButton = (page: JobPage): Promise<string> =>
  page.evaluate(() => document.querySelector<HTMLElement>('[data-sync-phase]')?.innerText ?? '')
/** Number of unsent entries in the device's database, whatever the page shows. */
export const countUnsent = (page: JobPage): Promise<number> =>
  page.evaluate(async () => {
    const { name } =
      (await indexedDB.databases()).find((one) => one.name?.startsWith('tenderbook-user-')) ?? {}
    const database = await new Promise<IDBDatabase>((resolve, reject) => {
      const request = indexedDB.open(name ?? '')
      request.onsuccess = () => resolve(request.result)
      request.onerror = () => reject(request.error ?? new Error('IndexedDB'))
    })
    return await new Promise<number>((resolve) => {
      const request = database.transaction('outbox').objectStore('outbox').count()
      request.onsuccess = () => {
        database.close()
        resolve(request.result)
      }
    })
  })
/**
 * Waits until the device holds the whole application. Without it, Firefox keeps the failure of a
 * part that was fetched without a network until the page is loaded again.
 */
export const installed = (page: JobPage): Promise<void> =>
  until(page, 'installed', () => page.evaluate(() => navigator.serviceWorker.controller !== null))

/**
 * Types with the keyboard: the driver's own way to fill a field never returns in some versions of
 * Firefox.
 */
const fill = (page: JobPage, selector: string, text: string): Promise<void> =>
  until(page, `typed into ${selector}`, async () => {
    const isThere = await page.evaluate((which) => {
      const field = document.querySelector<HTMLInputElement>(which)
      field?.select()
      return field !== null
    }, selector)
    if (!isThere) return false
    await page.keyboard.type(text)
    const typed = await page.evaluate(
      (which) => document.querySelector<HTMLInputElement>(which)?.value,
      selector,
    )
    return typed === text
  })
export const signIn = async (page: JobPage, url: string, username: DemoUsername): Promise<void> => {
  await page.goto(`${url}/login`)
  await fill(page, 'input[autocomplete=username]', username)
  await fill(page, 'input[type=password]', DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await until(
    page,
    'signed in',
    async () => !(await page.evaluate(() => location.pathname)).startsWith('/login'),
  )
}
