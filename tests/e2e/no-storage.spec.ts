import { DEMO_PASSWORD } from '#server/demo/accounts.ts'
import { signInApi } from '../support/api-client.ts'
import { axe, expect, type Page, signInAs, test } from '../support/browser.ts'
import { publishedForm } from '../support/published-form.ts'

for (const [what, breakStorage] of [
  [
    'is refused',
    () => {
      IDBFactory.prototype.open = () => {
        throw new DOMException('A private window', 'SecurityError')
      }
    },
  ],
  [
    'is not there',
    () => {
      Object.defineProperty(globalThis, 'indexedDB', { value: undefined })
    },
  ],
] as const) {
  test(`where storage ${what}, a screen says what is missing and what to do`, async ({
    page,
    context,
  }) => {
    await context.addInitScript(breakStorage)
    await page.goto('/')
    await expect(page.getByRole('heading', { level: 1 })).toHaveText(
      'Tenderbook cannot store anything in this browser',
    )
    await expect(page.getByRole('listitem')).toHaveCount(3)
    await expect(page.getByRole('button', { name: 'Try again' })).toBeVisible()
    await axe(page, 'the screen without storage')
  })
}

test('where only local storage is forbidden, the application works', async ({ page, context }) => {
  await context.addInitScript(() => {
    Object.defineProperty(window, 'localStorage', {
      configurable: true,
      get() {
        throw new DOMException('Forbidden for this site', 'SecurityError')
      },
    })
  })
  await signInAs(page, 'owner')
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await page.reload()
  // IndexedDB holds the session too.
  await expect(page.getByRole('button', { name: /^Account of/ })).toBeVisible()
})

const memoryBar = (page: Page) =>
  page.getByRole('alert').filter({ hasText: 'This browser cannot open what it stored for you' })

test('when the database can neither be opened nor deleted, the person is told, works in memory and downloads unsent work', async ({
  page,
  context,
  server,
  watch,
}) => {
  const api = await signInApi(server.url, 'plone-primary', DEMO_PASSWORD)
  const form = await publishedForm(api, 0)
  const notes = page.getByLabel('Remarks and explanations')
  await context.addInitScript(() => {
    const open = IDBFactory.prototype.open
    const refuse = (name: string): void => {
      if (name.startsWith('tenderbook-user'))
        throw new DOMException(
          'Internal error opening backing store for indexedDB.open.',
          'UnknownError',
        )
    }
    IDBFactory.prototype.open = function (name, version) {
      refuse(name)
      return open.call(this, name, version)
    }
    const remove = IDBFactory.prototype.deleteDatabase
    IDBFactory.prototype.deleteDatabase = function (name) {
      refuse(name)
      return remove.call(this, name)
    }
  })
  await signInAs(page, 'plone-primary')
  await expect(memoryBar(page)).toBeVisible()
  await axe(page, 'the bar of a device without a database')
  await page.goto(form.path)
  await expect(memoryBar(page)).toBeVisible()
  await notes.fill('Written in memory')
  await notes.press('Tab')
  await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe('Written in memory')
  await expect(memoryBar(page).getByRole('button', { name: 'Download unsent work' })).toBeHidden()

  await test.step('the offered deletion of the database fails too', async () => {
    await memoryBar(page).getByRole('button', { name: 'Delete what is stored…' }).click()
    await page.getByRole('button', { name: 'Delete and load again' }).click()
    await expect(page.getByText('This browser cannot delete it either.')).toBeVisible()
  })

  await test.step('unsent work can be downloaded', async () => {
    watch.expectNetworkErrors(true)
    await context.setOffline(true)
    await notes.fill('Not sent yet')
    await notes.press('Tab')
    await expect(memoryBar(page)).toContainText('1 edit is unsent.')
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      memoryBar(page).getByRole('button', { name: 'Download unsent work' }).click(),
    ])
    expect(download.suggestedFilename()).toMatch(/^unsent-plone-primary-/)
    await context.setOffline(false)
    await expect.poll(form.storedNotes, { timeout: 60_000 }).toBe('Not sent yet')
  })
})

test('in a browser that stores nothing, a person can continue without storage', async ({
  page,
  context,
  server,
}) => {
  await context.addInitScript(() => {
    IDBFactory.prototype.open = () => {
      throw new DOMException('A private window', 'SecurityError')
    }
  })
  await page.goto('/')
  await page.getByRole('button', { name: 'Go on without storing' }).click()
  await page.getByLabel('Username').fill('owner')
  await page.getByLabel('Password', { exact: true }).fill(DEMO_PASSWORD)
  await page.keyboard.press('Enter')
  await expect(memoryBar(page)).toBeVisible()
  await expect(page.getByRole('heading', { level: 1 })).toBeVisible()
  await expect(page.getByRole('link', { name: /WCAG|accessibility/i }).first()).toBeVisible({
    timeout: 30_000,
  })
  expect(server.url).toContain('127.0.0.1')
})
