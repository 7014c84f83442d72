import { mkdtemp } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, type Page, signInAs, test } from '../support/browser.ts'
import { syncButton } from '../support/sync-truth.ts'

/**
 * The first page of this tab that makes a database whose name begins so never ends its upgrade.
 * Says in the session storage that it is at it.
 */
const neverMake = (page: Page, prefix: string): Promise<unknown> =>
  page.addInitScript((start) => {
    if (sessionStorage.getItem(start) !== null) return
    const open = IDBFactory.prototype.open
    IDBFactory.prototype.open = function (name, version) {
      const request = open.call(this, name, version)
      if (!name.startsWith(start)) return request
      request.addEventListener('upgradeneeded', () => {
        sessionStorage.setItem(start, '')
        const store = request.result.createObjectStore('endless')
        const again = (): void => store.count().addEventListener('success', again)
        again()
      })
      return request
    }
  }, prefix)
const isMaking = (page: Page, prefix: string): Promise<unknown> =>
  page.waitForFunction((start) => sessionStorage.getItem(start) !== null, prefix)

test.describe('a page that is left for Back while it makes', () => {
  test('the database of the person keeps no later page waiting', async ({ openDevice }) => {
    const { page } = await openDevice({ profileDir: await mkdtemp(join(tmpdir(), 'tenderbook-')) })
    await neverMake(page, 'tenderbook-user-')
    await signInAs(page, 'plone-primary')
    await isMaking(page, 'tenderbook-user-')
    await page.goto('/vendor/dashboard/personal')
    await expect(syncButton(page)).toContainText('Saved')
  })

  test('the database of the session keeps no later page waiting', async ({ openDevice }) => {
    const { page } = await openDevice({ profileDir: await mkdtemp(join(tmpdir(), 'tenderbook-')) })
    await neverMake(page, 'tenderbook-session')
    await page.goto('/login')
    await isMaking(page, 'tenderbook-session')
    await signInAs(page, 'plone-primary', '/login?again')
    await expect(syncButton(page)).toContainText('Saved')
  })
})
