import { afterAll, afterEach, beforeAll, beforeEach, describe, test } from 'vitest'
import { type JobPage, until } from '../support/job-page.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { hasWebkit, openWebkit } from '../support/webkit.ts'
import { signIn, syncButton } from './device-page.ts'

let server: RunningServer
let opened: Awaited<ReturnType<typeof openWebkit>>

/** How long each page is shown before the next one is opened. */
const LEFT_AFTER_MS = [2_500, 300, 50, 900, 0, 500, 1_400, 150, 700, 20, 1_100, 400] as const
/** What tells apart the documents that the tab has loaded. */
const loadedAt = (page: JobPage): Promise<number> => page.evaluate(() => performance.timeOrigin)
const isSaved = (page: JobPage): Promise<void> =>
  until(page, 'saved', async () => /Saved/.test(await syncButton(page)))

describe.skipIf(!hasWebkit)('in WebKit', () => {
  beforeAll(async () => {
    server = await startServer()
  })
  afterAll(() => server.dispose())
  beforeEach(async () => {
    opened = await openWebkit()
  })
  afterEach(() => opened.close())

  test.each([
    ['makes its database', 0],
    ['stores the first rows', 1_000],
  ])(
    'a page that is left while it %s keeps no later page waiting, nor itself',
    async (_what, ms) => {
      const { page } = opened
      await signIn(page, server.url, 'plone-primary')
      await new Promise((resolve) => setTimeout(resolve, ms))
      const before = await loadedAt(page)
      await page.goto(`${server.url}/vendor/dashboard/personal`)
      // The driver takes a change of the address by the first page for the end of the navigation.
      await until(page, 'the next page', async () => (await loadedAt(page)) !== before)
      await isSaved(page)
      await page.evaluate(() => {
        setTimeout(() => history.back(), 10)
      })
      await until(page, 'the first page', async () =>
        (await page.evaluate(() => location.pathname)).endsWith('/projects'),
      )
      await isSaved(page)
    },
  )

  test('pages that are left one after another at any moment keep none of the next waiting', async () => {
    const { page } = opened
    await signIn(page, server.url, 'plone-primary')
    const places = ['projects', 'personal', 'account'] as const
    for (const [at, ms] of LEFT_AFTER_MS.entries()) {
      await new Promise((resolve) => setTimeout(resolve, ms))
      await page.goto(`${server.url}/vendor/dashboard/${places[at % places.length]}`)
      if (at % 3 === 2) await isSaved(page)
    }
  })
})
