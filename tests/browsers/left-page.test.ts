import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { type JobPage, until } from '../support/job-page.ts'
import { type RunningServer, startServer } from '../support/start-server.ts'
import { triesWebkit, openWebkit } from '../support/webkit.ts'
import { signIn, syncButton } from './device-page.ts'

let server: RunningServer
let opened: Awaited<ReturnType<typeof openWebkit>>

/** What tells apart the documents that the tab has loaded. */
const loadedAt = (page: JobPage): Promise<number> => page.evaluate(() => performance.timeOrigin)
const isSaved = (page: JobPage): Promise<void> =>
  until(page, 'saved', async () => /Saved/.test(await syncButton(page)))

describe.skipIf(!triesWebkit)('in WebKit', () => {
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
      expect(await loadedAt(page)).not.toBe(before)
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
})
